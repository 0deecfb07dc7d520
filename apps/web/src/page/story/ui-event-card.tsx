import { mdiDiceMultipleOutline, mdiShapeOutline } from '@mdi/js'
import type { JsonValue } from '@narratoria/protocol'
import type { UiEventView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'

/** A `ui_event` in the story: dice as dice, anything unknown as a placeholder with its name and payload. */
export function UiEventCard({ event }: { event: UiEventView }) {
  const roll = event.event === 'dice_roll' ? readRoll(event.payload) : undefined
  return roll ? <DiceCard roll={roll} /> : <Placeholder event={event} />
}

interface Roll {
  formula: string
  rolls: number[]
  modifier: number
  total: number
}

function readRoll(payload: JsonValue): Roll | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined
  const { formula, rolls, modifier = 0, total } = payload
  if (typeof formula !== 'string' || typeof total !== 'number' || typeof modifier !== 'number') return undefined
  if (!Array.isArray(rolls) || !rolls.every((roll) => typeof roll === 'number')) return undefined
  return { formula, rolls, modifier, total }
}

function DiceCard({ roll: { formula, rolls, modifier, total } }: { roll: Roll }) {
  const shown = rolls.slice(0, 20)
  return (
    <p className="dice" aria-label={`Rolled ${formula}: ${total}`}>
      <Icon path={mdiDiceMultipleOutline} fontSize="small" />
      <span>{formula}</span>
      <span className="dice-rolls">
        {shown.map((roll, index) => (
          <span key={index}>{roll}</span>
        ))}
        {rolls.length > shown.length && <span>+{rolls.length - shown.length}</span>}
        {modifier !== 0 && <em>{modifier > 0 ? `+${modifier}` : `−${-modifier}`}</em>}
      </span>
      <strong>{total}</strong>
    </p>
  )
}

function Placeholder({ event }: { event: UiEventView }) {
  return (
    <details className="placeholder">
      <summary>
        <Icon path={mdiShapeOutline} fontSize="small" />
        <span>
          <b>{event.event}</b> from {event.toolId}
        </span>
      </summary>
      <pre tabIndex={0}>{excerpt(JSON.stringify(event.payload, null, 2))}</pre>
    </details>
  )
}

function excerpt(text: string): string {
  return text.length > 4_000 ? `${text.slice(0, 4_000)} …` : text
}
