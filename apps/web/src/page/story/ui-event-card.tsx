import { mdiDiceMultipleOutline, mdiShapeOutline } from '@mdi/js'
import type { JsonValue } from '@narratoria/protocol'
import type { UiEventView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'
import { t } from '../language/text.ts'
import { Later } from '../loading/later.tsx'
import type { Roll } from './dice.tsx'
import { diceCode } from './loaded-code.ts'

/** A `ui_event` in the story: dice as dice, anything unknown as a placeholder with its name and payload. */
export function UiEventCard({ event }: { event: UiEventView }) {
  const roll = event.event === 'dice_roll' ? readRoll(event.payload) : undefined
  return roll ? <DiceCard roll={roll} /> : <Placeholder event={event} />
}

function readRoll(payload: JsonValue): Roll | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const { formula, rolls, modifier = 0, total } = payload
  if (typeof formula !== 'string' || typeof total !== 'number' || typeof modifier !== 'number') return undefined
  if (!Array.isArray(rolls) || !rolls.every((roll) => typeof roll === 'number')) return undefined
  return { formula, rolls, modifier, total }
}

function DiceCard({ roll }: { roll: Roll }) {
  const { formula, total } = roll
  return (
    <p className="dice" role="img" aria-label={t('Rolled {formula}: {total}', { formula, total })}>
      <Icon path={mdiDiceMultipleOutline} fontSize="small" />
      <span>{formula}</span>
      <Later code={diceCode} props={{ roll }} onFailed={() => {}} />
    </p>
  )
}

function Placeholder({ event }: { event: UiEventView }) {
  return (
    <details className="placeholder">
      <summary>
        <Icon path={mdiShapeOutline} fontSize="small" />
        <span>
          <b>{event.event}</b> {t('from {tool}', { tool: event.toolId })}
        </span>
      </summary>
      <pre tabIndex={0}>{excerpt(JSON.stringify(event.payload, null, 2))}</pre>
    </details>
  )
}

function excerpt(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)} …` : text
}
