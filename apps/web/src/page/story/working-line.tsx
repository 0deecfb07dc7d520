import LinearProgress from '@mui/material/LinearProgress'
import type { TurnView } from '../../api/turn-view.ts'
import { fractionOf } from '../tools/tool-words.ts'

/** The progress of the turn being played. */
export function WorkingLine({ turn, lost }: { turn: TurnView | null; lost: boolean }) {
  const running = turn?.plans.at(-1)?.tools.find((tool) => tool.status === 'running' || tool.status === 'retrying')
  if (lost) return <Waiting />
  const fraction = running && fractionOf(running.progress)
  const text = describe(turn)
  return (
    <div className="working">
      <LinearProgress
        aria-label={text}
        variant={fraction === undefined ? 'indeterminate' : 'determinate'}
        value={fraction === undefined ? undefined : Math.round(fraction * 100)}
      />
      <p role="status" className="quiet">
        {text}
      </p>
    </div>
  )
}

function Waiting() {
  return (
    <div className="working">
      <p role="status" className="quiet">
        The turn goes on when the server can be reached again.
      </p>
    </div>
  )
}

function describe(turn: TurnView | null): string {
  const plan = turn?.plans.at(-1)
  if (!turn || !plan) return 'Planning …'
  if (turn.phase === 'planning')
    return plan.replan ? `Something failed; planning again (${turn.plans.length + 1}) …` : 'Planning …'
  const running = plan.tools.filter((tool) => tool.status === 'running' || tool.status === 'retrying')
  if (running.length === 0) return 'Working …'
  const names = running.map((tool) => tool.progress?.label ?? `${tool.skill ?? tool.script} is at work`)
  return `${names.slice(0, 2).join(' · ')} …`
}
