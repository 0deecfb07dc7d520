import { mdiFileUploadOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { FileImport } from '../../api/file-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { disabledLook } from '../components/disabled-look.ts'
import { Icon } from '../components/icon.tsx'
import { t } from '../language/text.ts'
import { hrefOf, navigate } from '../routing/route.ts'

/** What an import left to say. */
interface Outcome {
  text: string
  leftOut: readonly string[]
  isProblem: boolean
  /** The story that the import began. */
  sessionId?: string
}

/** Imports files that are dropped anywhere on it or chosen with its button: cards, lorebooks, chats and stories. */
export function ImportZone({ children, onImported }: { children: ReactNode; onImported: () => void }) {
  const [isOver, setOver] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const chooser = useRef<HTMLInputElement>(null)
  async function take(file: File | undefined) {
    if (!file || isBusy) return
    setBusy(true)
    setOutcome(undefined)
    try {
      const found = await api.importFile(file, file.name)
      onImported()
      const sessionId = await beginning(found)
      if (sessionId !== undefined && found.leftOut.length === 0) return navigate({ sessionId, screen: 'narrative' })
      setOutcome({ text: describe(found), leftOut: found.leftOut, isProblem: false, sessionId })
    } catch (error) {
      setOutcome({ text: messageOf(error), leftOut: [], isProblem: true })
    } finally {
      setBusy(false)
    }
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    <div
      className={isOver ? 'import-zone import-over' : 'import-zone'}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
    >
      {children}
      <section aria-labelledby="import" className="import">
        <h2 id="import">{t('Bring your own')}</h2>
        <p className="quiet">
          {t('Drop a character card, a lorebook, a chat or an exported story anywhere on this page, or choose a file.')}
        </p>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiFileUploadOutline} />}
          {...disabledLook(isBusy)}
          onClick={() => !isBusy && chooser.current?.click()}
        >
          {isBusy ? t('Reading the file …') : t('Import a file')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={t('File to import')}
          accept=".png,.json,.jsonl,.charx,.lorebook,.txt"
          onChange={({ target }) => {
            void take(target.files?.[0])
            target.value = ''
          }}
        />
        <div role="status">
          {outcome && !outcome.isProblem && (
            <div className="note note-warning">
              <p>{outcome.text}</p>
              {outcome.leftOut.length > 0 && (
                <details>
                  <summary>{t('What was left out')}</summary>
                  <ul>
                    {outcome.leftOut.map((text, index) => (
                      <li key={index}>{text}</li>
                    ))}
                  </ul>
                </details>
              )}
              {outcome.sessionId !== undefined && (
                <Button
                  size="small"
                  color="inherit"
                  href={hrefOf({ sessionId: outcome.sessionId, screen: 'narrative' })}
                >
                  {t('Open the story')}
                </Button>
              )}
            </div>
          )}
        </div>
        <p role="alert" className="field-problem">
          {outcome?.isProblem ? outcome.text : ''}
        </p>
      </section>
      {isOver && (
        <p className="import-hint" aria-hidden>
          {t('Drop the file to import it')}
        </p>
      )}
    </div>
  )
}

/** The story that an import begins: the imported one, or a new one in the campaign of a card. */
async function beginning({ kind, session, campaign }: FileImport): Promise<string | undefined> {
  if (session && kind !== 'lorebook') return session.sessionId
  if (kind !== 'card' || !campaign) return undefined
  return (await api.createSession({ campaign: campaign.name })).sessionId
}

function describe({ kind, session, campaign, leftOut }: FileImport): string {
  const title = campaign?.title ?? session?.title ?? ''
  const what = {
    card: t('The card “{title}” was imported.', { title }),
    lorebook: t('The lorebook “{title}” was imported. It is among the campaigns.', { title }),
    chat: t('The chat “{title}” was imported.', { title }),
    story: t('The story “{title}” was imported.', { title }),
  }[kind]
  return leftOut.length === 0 ? what : `${what} ${t('Some of it could not be used.')}`
}
