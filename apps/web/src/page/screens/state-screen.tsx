import { mdiFileTreeOutline } from '@mdi/js'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import type { StateView } from '../../api/resources.ts'
import { Empty } from '../components/empty.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { StateTree } from '../state/state-tree.tsx'
import { useStateView } from '../state/use-state-view.ts'
import type { OpenSession } from '../story/use-session.ts'

/** The current state, as a tree with the changes of the last turn, and as JSON. */
export function StateScreen({ session }: { session: OpenSession }) {
  const { view, problem, load } = useStateView(session)
  const [tab, setTab] = useState<'tree' | 'json'>('tree')
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  if (!view) return <p className="quiet">Loading …</p>
  const empty = Object.keys(view.state).length === 0 && view.changes.length === 0
  return (
    <>
      <Tabs value={tab} onChange={(_, wanted: 'tree' | 'json') => setTab(wanted)} aria-label="How the state is shown">
        <Tab value="tree" label="Tree" id="tab-tree" aria-controls="panel-state" />
        <Tab value="json" label="JSON" id="tab-json" aria-controls="panel-state" />
      </Tabs>
      <div role="tabpanel" id="panel-state" aria-labelledby={`tab-${tab}`} className="state-panel">
        {tab === 'json' ? (
          <pre className="json" tabIndex={0} aria-label="The state as JSON">
            {JSON.stringify(view.state, null, 2)}
          </pre>
        ) : empty ? (
          <Empty icon={mdiFileTreeOutline} title="The state is empty">
            What tools note about your story, such as what you carry, appears here.
          </Empty>
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
  const what = count === 0 ? 'nothing' : count === 1 ? 'one value' : `${count} values`
  return (
    <p className="quiet" role="status">
      {live ? `This turn has changed ${what} so far.` : `The last turn changed ${what}.`}
    </p>
  )
}
