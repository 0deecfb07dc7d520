import { mdiFileTreeOutline } from '@mdi/js'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useEffect, useState } from 'react'
import type { StateView } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Empty } from '../shell/empty.tsx'
import { StateTree } from '../state/state-tree.tsx'
import type { OpenSession } from '../story/use-session.ts'

/** The state of the story: as a tree with what the last turn changed, and as JSON. */
export function StateScreen({ session }: { session: OpenSession }) {
  const { id, model } = session
  const [view, setView] = useState<StateView>()
  const [problem, setProblem] = useState<string>()
  const [tab, setTab] = useState<'tree' | 'json'>('tree')
  const head = model.session?.head
  useEffect(() => {
    if (head === undefined) return
    let left = false
    api.getState(id).then(
      (state) => !left && (setView(state), setProblem(undefined)),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [id, head])
  if (problem !== undefined)
    return (
      <p role="alert" className="field-problem">
        {problem}
      </p>
    )
  if (!view) return <p className="quiet">Loading …</p>
  const empty = Object.keys(view.state).length === 0 && view.changes.length === 0
  return (
    <>
      <Pending session={session} />
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
            <Summary view={view} />
            <StateTree sessionId={id} view={view} />
          </>
        )}
      </div>
    </>
  )
}

function Summary({ view: { changes, moreChanges } }: { view: StateView }) {
  const count = changes.length + moreChanges
  return (
    <p className="quiet" role="status">
      {count === 0
        ? 'The last turn changed nothing.'
        : `The last turn changed ${count === 1 ? 'one value' : `${count} values`}.`}
    </p>
  )
}

/** Patches of the turn being played, before they count. */
function Pending({ session: { model } }: { session: OpenSession }) {
  const patches = model.live?.patches ?? []
  if (patches.length === 0) return null
  return (
    <section className="pending" aria-label="Changes of the turn being played">
      <h2>Being changed now</h2>
      {patches.slice(-20).map(({ toolId, patch }, index) => (
        <pre key={index} tabIndex={0}>
          {toolId !== undefined && `${toolId}: `}
          {JSON.stringify(patch)}
        </pre>
      ))}
    </section>
  )
}
