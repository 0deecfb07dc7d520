import { mdiCogOutline } from '@mdi/js'
import { useCallback, useEffect, useState } from 'react'
import type { SessionCard } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { LoadProblem } from '../components/load-problem.tsx'
import { settingsCode } from '../settings/loaded-code.ts'
import { Later } from '../loading/later.tsx'
import { navigate } from '../routing/route.ts'
import { useHostInfo } from '../hooks/use-host-info.ts'
import { useModelLack } from '../hooks/use-model-lack.ts'
import { BarButton } from '../components/bar-button.tsx'
import { ImportZone } from './import-zone.tsx'
import { NewStories } from './new-stories.tsx'
import { StorySearch } from './story-search.tsx'
import { StoryCards } from './story-cards.tsx'
import { t } from '../language/text.ts'
import { NoModelNote } from '../settings/no-model-note.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Trash } from './trash.tsx'

/** The stories: existing ones, and how to start another one. */
export function HomeScreen() {
  const [sessions, setSessions] = useState<SessionCard[]>()
  const [problem, setProblem] = useState<string>()
  const [settings, setSettings] = useState(false)
  const load = useCallback(() => {
    api.listSessions().then(
      (answer) => (setSessions(answer.sessions), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [])
  useEffect(load, [load])
  useEffect(() => void (document.title = 'Narratoria'), [])
  const isEmpty = sessions?.length === 0
  const info = useHostInfo()
  const guest = info?.share.guest
  // A guest has one story.
  useEffect(() => {
    if (guest) navigate({ sessionId: guest.sessionId, screen: 'narrative' })
  }, [guest])
  const [imports, setImports] = useState(0)
  const lack = useModelLack()
  const { refresh } = lack
  // A model may have been set up there.
  const closeSettings = useCallback(() => (setSettings(false), refresh()), [refresh])
  return (
    <div className="home">
      <header className="home-bar">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Narratoria</h1>
        <ThemeChoice />
        <BarButton
          label={t('Settings')}
          word={t('Settings')}
          icon={mdiCogOutline}
          opens="dialog"
          onClick={() => setSettings(true)}
        />
      </header>
      <main id="main" tabIndex={-1} className="home-main">
        <ImportZone onImported={() => (load(), setImports((count) => count + 1))}>
          {problem !== undefined && <LoadProblem message={problem} onRetry={load} />}
          {sessions && !isEmpty && (
            <StorySearch>
              <StoryCards sessions={sessions} onChanged={load} />
            </StorySearch>
          )}
          <NewStories key={imports} isWithoutModel={lack.isLacking === true}>
            <NoModelNote lack={lack}>{t('No language model is set up: stories follow prewritten text.')}</NoModelNote>
          </NewStories>
        </ImportZone>
        <Trash of={sessions} onRestored={load} />
      </main>
      {settings && <Later code={settingsCode} props={{ onClose: closeSettings }} onFailed={closeSettings} />}
    </div>
  )
}
