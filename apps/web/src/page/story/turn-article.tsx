import { memo, useState } from 'react'
import { counted, t } from '../language/text.ts'
import { failuresOf, paragraphsOf } from '../../api/apply-turn-event.ts'
import type { TurnItem } from '../../api/resources.ts'
import type { AssetView, TurnView, UiEventView } from '../../api/turn-view.ts'
import { AssetFigure } from '../assets/asset-figure.tsx'
import { useSpeakers } from '../player/speakers.ts'
import { useSwitch } from '../settings/preferences.ts'
import { useScreenNames } from '../settings/screen-names.ts'
import { ProseText } from './prose-text.tsx'
import { TurnActions } from './turn-actions.tsx'
import { UiEventCard } from './ui-event-card.tsx'
import type { OpenSession } from './use-session.ts'
import { whyNotContinue } from './whose-turn.ts'
import { curled } from '../language/curled.ts'

interface TurnArticleProps {
  session: OpenSession
  index: number
  total: number
  /** The stored turn. Defaults to the contents of `view`. */
  turn: TurnItem | undefined
  /** The turn as it streamed. */
  view: TurnView | null
}

/**
 * A turn of the story, with its actions when it is stored. The same component shows it while it is played, so that a
 * video in it continues to play when the turn is stored.
 */
export const TurnArticle = memo(function TurnArticle({ session, index, total, turn, view }: TurnArticleProps) {
  const shown = turn
    ? { ...turn, paragraphs: paragraphsOf(turn.narrative) }
    : view && { ...view, failures: failuresOf(view) }
  if (!shown) return <div className="turn turn-loading" aria-hidden />
  const busy = !turn && (view?.phase === 'planning' || view?.phase === 'running')
  return (
    <article
      className={turn ? 'turn' : 'turn turn-live'}
      aria-label={turn ? t('Turn {number}', { number: index + 1 }) : t('This turn')}
      aria-busy={busy || undefined}
    >
      {shown.prompt.trim() !== '' && <Prompt text={shown.prompt} />}
      <Extras assets={shown.assets} uiEvents={shown.uiEvents} />
      <Prose prompt={shown.prompt} paragraphs={shown.paragraphs} earlier={turn ? undefined : view?.earlier} />
      <Failures failures={shown.failures} fallback={shown.fallback} />
      {turn && <TurnActions session={session} turn={turn} index={index} total={total} />}
    </article>
  )
}, isSame)

// A session changes with every event of a turn. A stored turn depends only on whether its actions are enabled.
function isSame(before: TurnArticleProps, after: TurnArticleProps): boolean {
  return (
    before.turn === after.turn &&
    (after.turn !== undefined || before.view === after.view) &&
    before.index === after.index &&
    before.total === after.total &&
    (before.session.model.live === null) === (after.session.model.live === null) &&
    whyNotContinue(before.session.model.share) === whyNotContinue(after.session.model.share)
  )
}

/** While a turn is played only its newest paragraphs are shown; the finished turn shows all of them. */
function Prose({ prompt, paragraphs, earlier }: Pick<TurnView, 'prompt' | 'paragraphs' | 'earlier'>) {
  const before = earlier?.paragraphs ?? 0
  const speeches = useSpeakers()(paragraphs, prompt)
  return (
    <div className="prose">
      {before > 0 && (
        <p className="prose-earlier">
          {counted(
            before,
            '1 earlier paragraph is shown when the turn is over.',
            '{count} earlier paragraphs are shown when the turn is over.',
          )}
        </p>
      )}
      {paragraphs.map((paragraph, index) => (
        <ProseText key={before + index} text={paragraph} {...speeches[index]} />
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

/** Says that something failed in a turn; with the details of the tools, what it was. */
function Failures({ failures, fallback }: { failures: readonly string[]; fallback: boolean }) {
  const [isDetailed] = useSwitch('details.tools')
  const { tools } = useScreenNames()
  if (failures.length === 0 && !fallback) return null
  return (
    <div className="turn-note note note-error">
      {isDetailed && failures.length > 0 && (
        <ul>
          {failures.slice(-3).map((failure, index) => (
            <li key={index}>{failure}</li>
          ))}
        </ul>
      )}
      <p>
        {fallback
          ? t('Little worked in this turn, so it was narrated in plain words.')
          : t('Parts of this turn failed, so it was played without them.')}{' '}
        {t('The screen “{screen}” shows what went wrong.', { screen: tools })}
      </p>
    </div>
  )
}

/** Characters and lines above which a prompt is folded. */
const [maxCharacters, maxLines] = [600, 8]

/** What the player said. A long prompt is folded. */
function Prompt({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > maxCharacters || text.split('\n').length > maxLines
  return (
    <>
      <h2 className={isLong && !isOpen ? 'prompt prompt-folded' : 'prompt'} dir="auto">
        {curled(text)}
      </h2>
      {isLong && (
        <button type="button" className="unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Show less') : t('Show all of it')}
        </button>
      )}
    </>
  )
}
