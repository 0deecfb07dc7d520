import { memo } from 'react'
import { failuresOf, paragraphsOf } from '../../api/apply-turn-event.ts'
import type { TurnItem } from '../../api/resources.ts'
import type { AssetView, TurnView, UiEventView } from '../../api/turn-view.ts'
import { AssetFigure } from '../assets/asset-figure.tsx'
import { TurnActions } from './turn-actions.tsx'
import { UiEventCard } from './ui-event-card.tsx'
import type { OpenSession } from './use-session.ts'

/** A turn of the story that was told before, with what can be done with it. */
export const StoredTurn = memo(function StoredTurn({ session, turn, index, total }: StoredTurnProps) {
  return (
    <article className="turn" aria-label={`Turn ${index + 1}`}>
      <Prompt text={turn.prompt} />
      <Extras assets={turn.assets} uiEvents={turn.uiEvents} />
      <Prose paragraphs={paragraphsOf(turn.narrative)} />
      <Failures failures={turn.failures} fallback={turn.fallback} />
      <TurnActions session={session} turn={turn} index={index} total={total} />
    </article>
  )
}, isSame)

interface StoredTurnProps {
  session: OpenSession
  turn: TurnItem
  index: number
  total: number
}

// A busy session changes with every event; a stored turn only cares whether it may be acted upon.
function isSame(before: StoredTurnProps, after: StoredTurnProps): boolean {
  return (
    before.turn === after.turn &&
    before.index === after.index &&
    before.total === after.total &&
    (before.session.model.live === null) === (after.session.model.live === null)
  )
}

/** The turn that is being told. */
export function LiveTurn({ turn }: { turn: TurnView }) {
  return (
    <article
      className="turn turn-live"
      aria-label="This turn"
      aria-busy={turn.phase === 'planning' || turn.phase === 'running'}
    >
      <Prompt text={turn.prompt} />
      <Extras assets={turn.assets} uiEvents={turn.uiEvents} />
      <Prose paragraphs={turn.paragraphs} />
      <Failures failures={failuresOf(turn)} fallback={turn.fallback} />
    </article>
  )
}

function Prompt({ text }: { text: string }) {
  return <h2 className="prompt">{text}</h2>
}

function Prose({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="prose">
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

function Extras({ assets, uiEvents }: { assets: readonly AssetView[]; uiEvents: readonly UiEventView[] }) {
  return (
    <>
      {uiEvents.map((event, index) => (
        <UiEventCard key={index} event={event} />
      ))}
      {assets.length > 0 && (
        <div className="turn-assets">
          {assets.map((asset) => (
            <AssetFigure key={asset.url} asset={asset} compact />
          ))}
        </div>
      )}
    </>
  )
}

/** Says what went wrong, where the story had to go on without it (SC-006). */
function Failures({ failures, fallback }: { failures: readonly string[]; fallback: boolean }) {
  if (failures.length === 0 && !fallback) return null
  return (
    <div className="turn-note">
      {failures.length > 0 && (
        <ul>
          {failures.slice(-3).map((failure, index) => (
            <li key={index}>{failure}</li>
          ))}
        </ul>
      )}
      <p>
        {fallback
          ? 'No plan succeeded, so this turn was told from templates.'
          : 'The story went on without what failed.'}{' '}
        The Tools screen says what went wrong.
      </p>
    </div>
  )
}
