import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiCircleOutline, mdiProgressClock } from '@mdi/js'
import type { ToolView, TurnView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'
import { counted, t } from '../language/text.ts'
import { curled } from '../language/curled.ts'
import { skillTitle } from './shipped-skills.ts'
import { doingOf } from './skill-words.ts'

const over = new Set(['completed', 'failed', 'skipped', 'timeout', 'cancelled'])
const failed = new Set(['failed', 'timeout'])

/** What is happening in a turn, or happened, in the player's words. */
export function Happening({ turn }: { turn: TurnView }) {
  const tools = turn.plans.at(-1)?.tools ?? []
  const isLive = turn.phase === 'planning' || turn.phase === 'running'
  const steps = tools.filter(({ status }) => status !== 'skipped' && status !== 'cancelled')
  // A step that left nothing to say is of interest only while the turn is played.
  const shown = steps.filter(({ status, summary }) => isLive || failed.has(status) || summary !== undefined)
  return (
    <section className="happening" aria-label={t('What is happening')}>
      <p role="status">{summaryOf(turn, steps)}</p>
      <ol>
        {shown.map((tool) => (
          <Step key={tool.toolId} tool={tool} isLive={isLive} />
        ))}
      </ol>
      {turn.plans.length > 1 && (
        <p className="quiet">{t('Something did not work at first, so the story found another way.')}</p>
      )}
    </section>
  )
}

function summaryOf({ phase, fallback, error }: TurnView, steps: readonly ToolView[]): string {
  const open = steps.filter(({ status }) => !over.has(status)).length
  switch (phase) {
    case 'planning':
      return t('The story thinks about your words …')
    case 'running':
      return counted(open, 'One step is left.', '{count} steps are left.')
    case 'cancelled':
      return t('You stopped this turn.')
    case 'failed':
      return error ?? t('This turn failed.')
    case 'finished':
      return fallback ? t('Little worked in this turn, so it was narrated in plain words.') : t('This turn is over.')
  }
}

function Step({ tool, isLive }: { tool: ToolView; isLive: boolean }) {
  const { status, skill, script, summary } = tool
  const isOver = over.has(status)
  const icon = failed.has(status)
    ? mdiAlertCircleOutline
    : isOver
      ? mdiCheckCircleOutline
      : status === 'running' || status === 'retrying'
        ? mdiProgressClock
        : mdiCircleOutline
  const isDoing = isLive && !isOver && status !== 'pending' && status !== 'waiting'
  return (
    <li className={`step step-${failed.has(status) ? 'failed' : isOver ? 'over' : 'open'}`}>
      <Icon path={icon} fontSize="small" />
      <span>
        <b>{isDoing ? doingOf(tool) : skillTitle(skill ?? script)}</b>
        {failed.has(status) ? (
          <span dir="auto">{t('This did not work. The story went on without it.')}</span>
        ) : (
          summary !== undefined && <span dir="auto">{curled(summary)}</span>
        )}
      </span>
    </li>
  )
}
