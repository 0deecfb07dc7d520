import type { TurnView } from '../../api/turn-view.ts'
import { ProgressBar } from '../components/progress-bar.tsx'
import { t } from '../language/text.ts'
import { doingOf } from '../player/skill-words.ts'
import { fractionOf } from '../tools/tool-words.ts'

/** The progress of the turn being played. */
export function WorkingLine({ turn, lost }: { turn: TurnView | null; lost: boolean }) {
  const running = turn?.plans.at(-1)?.tools.find((tool) => tool.status === 'running' || tool.status === 'retrying')
  if (lost) return <Waiting />
  const fraction = running && fractionOf(running.progress)
  const text = describe(turn)
  return (
    <div className="working">
      <ProgressBar label={text} fraction={fraction} />
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
        {t('The turn goes on when the server can be reached again.')}
      </p>
    </div>
  )
}

function describe(turn: TurnView | null): string {
  const plan = turn?.plans.at(-1)
  if (!turn || !plan) return t('The story thinks about your words …')
  if (turn.phase === 'planning')
    return plan.replan
      ? t('That did not work; the story finds another way …')
      : t('The story thinks about your words …')
  const running = plan.tools.filter((tool) => tool.status === 'running' || tool.status === 'retrying')
  if (running.length === 0) return t('The story goes on …')
  return `${[...new Set(running.map(doingOf))].slice(0, 2).join(' · ')} …`
}
