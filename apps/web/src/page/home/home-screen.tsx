import { mdiCogOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useCallback, useEffect, useState } from 'react'
import type { SessionCard } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { settingsCode } from '../settings/settings-code.ts'
import { Later } from '../loading/later.tsx'
import { NewStories } from './new-stories.tsx'
import { StorySearch } from './story-search.tsx'
import { StoryCards } from './story-cards.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { Trash } from './trash.tsx'

/** The stories: existing ones, and how to start another one. */
export function HomeScreen() {
  const [sessions, setSessions] = useState<SessionCard[]>()
  const [problem, setProblem] = useState<string>()
  const [settings, setSettings] = useState(false)
  const closeSettings = useCallback(() => setSettings(false), [])
  const load = useCallback(() => {
    api.listSessions().then(
      (answer) => (setSessions(answer.sessions), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [])
  useEffect(load, [load])
  useEffect(() => void (document.title = 'Narratoria'), [])
  const isEmpty = sessions?.length === 0
  return (
    <div className="home">
      <header className="home-bar">
        <img src="/icon.svg" alt="" width="40" height="40" />
        <h1>Narratoria</h1>
        <ThemeChoice />
        <Tooltip title="Settings">
          <IconButton aria-label="Settings" aria-haspopup="dialog" onClick={() => setSettings(true)}>
            <Icon path={mdiCogOutline} />
          </IconButton>
        </Tooltip>
      </header>
      <main id="main" tabIndex={-1} className="home-main">
        {problem !== undefined && <LoadProblem message={problem} onRetry={load} />}
        {isEmpty && <p className="home-greeting">Choose a story, or write the first sentence of your own.</p>}
        {sessions && !isEmpty && (
          <StorySearch>
            <StoryCards sessions={sessions} onChanged={load} />
          </StorySearch>
        )}
        <NewStories />
        <Trash of={sessions} onRestored={load} />
      </main>
      {settings && <Later code={settingsCode} props={{ onClose: closeSettings }} onFailed={closeSettings} />}
    </div>
  )
}
