import { mdiFileTreeOutline } from '@mdi/js'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { StateView } from '../../api/resources.ts'
import { Empty } from '../components/empty.tsx'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { KnownWorld } from '../player/known-world.tsx'
import { NotedState } from '../player/noted-state.tsx'
import { usePlayerView } from './use-player-view.ts'
import { useSwitch } from '../settings/preferences.ts'
import { StateTree } from '../state/state-tree.tsx'
import { useStateView } from '../state/use-state-view.ts'
import type { OpenSession } from '../story/use-session.ts'

/** What the player carries and knows. The details show the state itself. */
export function StateScreen({ session }: { session: OpenSession }) {
  const [isDetailed] = useSwitch('details.state')
  return (
    <>
      <DetailsSwitch name="details.state" />
      {isDetailed ? <StateDetails session={session} /> : <Known session={session} />}
    </>
  )
}

function Known({ session }: { session: OpenSession }) {
  const { view, problem, load } = usePlayerView(session)
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  if (!view) return <p className="quiet">{t('Loading …')}</p>
  return view.world ? <KnownWorld world={view.world} /> : <Noted session={session} />
}

/** What tools noted about a story without a world. */
function Noted({ session }: { session: OpenSession }) {
  const { view, problem, load } = useStateView(session)
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  if (!view) return <p className="quiet">{t('Loading …')}</p>
  return Object.keys(view.state).length === 0 ? <NothingYet /> : <NotedState state={view.state} />
}

function NothingYet() {
  return (
    <Empty icon={mdiFileTreeOutline} title={t('Nothing is known yet')}>
      {t('Where you are, what you carry and the people you know appear here.')}
    </Empty>
  )
}

/** The current state, as a tree with the changes of the last turn, and as JSON. */
function StateDetails({ session }: { session: OpenSession }) {
  const { view, problem, load } = useStateView(session)
  const [tab, setTab] = useState<'tree' | 'json'>('tree')
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  if (!view) return <p className="quiet">{t('Loading …')}</p>
  const empty = Object.keys(view.state).length === 0 && view.changes.length === 0
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, wanted: 'tree' | 'json') => setTab(wanted)}
        aria-label={t('How the state is shown')}
      >
        <Tab value="tree" label={t('Tree')} id="tab-tree" aria-controls="panel-state" />
        <Tab value="json" label="JSON" id="tab-json" aria-controls="panel-state" />
      </Tabs>
      <div role="tabpanel" id="panel-state" aria-labelledby={`tab-${tab}`} className="state-panel">
        {tab === 'json' ? (
          <pre className="json" tabIndex={0} aria-label={t('The state as JSON')}>
            {JSON.stringify(view.state, null, 2)}
          </pre>
        ) : empty ? (
          <NothingYet />
        ) : (
          <>
            <Summary view={view} live={view.turnId === session.model.live?.turnId} />
            <StateTree sessionId={session.id} view={view} />
          </>
        )}
      </div>
    </>
  )
}

function Summary({ view: { changes, moreChanges }, live }: { view: StateView; live: boolean }) {
  const count = changes.length + moreChanges
  return (
    <p className="quiet" role="status">
      {live ? changedSoFar(count) : changedLast(count)}
    </p>
  )
}

function changedSoFar(count: number): string {
  if (count === 0) return t('This turn has changed nothing so far.')
  return counted(count, 'This turn has changed one value so far.', 'This turn has changed {count} values so far.')
}

function changedLast(count: number): string {
  if (count === 0) return t('The last turn changed nothing.')
  return counted(count, 'The last turn changed one value.', 'The last turn changed {count} values.')
}
