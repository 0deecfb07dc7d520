import { mdiImageMultipleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useState } from 'react'
import { t } from '../language/text.ts'
import type { AssetPage } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { AssetFigure } from '../assets/asset-figure.tsx'
import type { OpenSession } from '../story/use-session.ts'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { Empty } from '../components/empty.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { useSwitch } from '../settings/preferences.ts'
import { restoreFocusToMain } from '../focus/restore-focus.ts'
import { wordsOf } from '../story/words-of.ts'

/** The files of the played line, the newest first. */
export function AssetsScreen({ session }: { session: OpenSession }) {
  const { model, id } = session
  const head = model.session?.head
  const [assets, setAssets] = useState<AssetPage['assets']>([])
  const [next, setNext] = useState<number | null>(null)
  const [status, setStatus] = useState<'loading' | 'ready' | { problem: string }>('loading')

  const [isDetailed] = useSwitch('details.assets')
  const [tries, setTries] = useState(0)
  // Read again after a lost connection.
  const lost = model.connection === 'lost'

  useEffect(() => {
    if (head === undefined || lost) return
    let left = false
    const take = (page: AssetPage) => {
      if (left) return
      setAssets(page.assets)
      setNext(page.next)
      setStatus('ready')
    }
    api.listAssets(id).then(take, (error: unknown) => !left && setStatus({ problem: messageOf(error) }))
    return () => void (left = true)
  }, [id, head, lost, tries])

  async function more() {
    try {
      const page = await api.listAssets(id, next ?? undefined)
      setAssets([...assets, ...page.assets])
      setNext(page.next)
      setStatus('ready')
    } catch (error) {
      setStatus({ problem: messageOf(error) })
    }
  }

  // The key does not change when the turn is stored, so that media continue to play.
  const newest = model.live ?? (model.last?.turnId === head ? model.last : null)
  const listed = new Set(assets.map(({ asset }) => asset.url))
  const unlisted = (newest?.assets ?? []).filter(({ url }) => !listed.has(url))
  const shown = [...unlisted.map((asset) => ({ asset, prompt: newest?.prompt })), ...assets]
  return (
    <>
      {typeof status === 'object' && <LoadProblem message={status.problem} onRetry={() => setTries(tries + 1)} />}
      {shown.length === 0 && next === null && status === 'ready' && (
        <Empty icon={mdiImageMultipleOutline} title={t('Nothing here yet')}>
          {t('Pictures and sounds of your story appear here.')}
        </Empty>
      )}
      {shown.length > 0 && <DetailsSwitch name="details.assets" />}
      <ul className="gallery">
        {shown.map(({ asset, prompt }) => (
          <li key={asset.url}>
            <AssetFigure asset={asset} prompt={wordsOf(prompt)} compact={!isDetailed} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Stack sx={{ alignItems: 'center', marginTop: '1.5rem' }} ref={restoreFocusToMain}>
          <Button variant="outlined" onClick={() => void more()}>
            {t('Look through earlier turns')}
          </Button>
        </Stack>
      )}
    </>
  )
}
