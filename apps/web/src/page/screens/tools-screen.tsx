import { mdiTools } from '@mdi/js'
import Button from '@mui/material/Button'
import { useCallback, useEffect, useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { PlanView, TurnView } from '../../api/turn-view.ts'
import { api, messageOf } from '../api/client.ts'
import { Empty } from '../components/empty.tsx'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { Happening } from '../player/happening.tsx'
import { SentContext } from '../player/sent-context.tsx'
import { useSwitch } from '../settings/preferences.ts'
import { hrefOf } from '../routing/route.ts'
import type { OpenSession } from '../story/use-session.ts'
import { PlanGraph } from '../tools/plan-graph.tsx'
import { ToolCard } from '../tools/tool-card.tsx'
import { wordsOf } from '../story/words-of.ts'

/** What happens in a turn: the requested one, the one being played, or the last one. The details show its plan and its tools. */
export function ToolsScreen({ session, turnId }: { session: OpenSession; turnId: string | null }) {
  const { turn, problem, load } = useTurn(session, turnId)
  const [isDetailed] = useSwitch('details.tools')
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  if (turn === undefined) return <p className="quiet">{t('Loading …')}</p>
  if (turn === null)
    return (
      <Empty icon={mdiTools} title={t('Nothing has happened yet')}>
        {t('When you play a turn, you can watch here what happens.')}
      </Empty>
    )
  return (
    <>
      <DetailsSwitch name="details.tools" />
      {!isDetailed && <p className="quiet">{t('What happened behind the scenes of this turn.')}</p>}
      <div className="tools-of">
        <h2 className="prompt">{wordsOf(turn.prompt)}</h2>
        {turnId !== null && (
          <Button href={hrefOf({ sessionId: session.id, screen: 'tools' })} size="small">
            {t('To the newest turn')}
          </Button>
        )}
      </div>
      {isDetailed ? <Details session={session} turn={turn} /> : <Happening turn={turn} />}
    </>
  )
}

function Details({ session: { id, model }, turn }: { session: OpenSession; turn: TurnView }) {
  return (
    <>
      <p role="status">{phaseWords(turn)}</p>
      <Tokens turn={turn} />
      <Warnings turn={turn} />
      {turn.plans.toReversed().map((plan) => (
        <Plan key={plan.planId} plan={plan} of={turn.plans.length} />
      ))}
      {turn.turnId === model.session?.head && <SentContext sessionId={id} head={turn.turnId} />}
    </>
  )
}

function useTurn(
  { model, id }: OpenSession,
  turnId: string | null,
): { turn: TurnView | null | undefined; problem: string | undefined; load: () => void } {
  const [loaded, setLoaded] = useState<TurnView>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)
  const load = () => setTries(tries + 1)
  const head = model.session?.head
  // Read again after a lost connection.
  const lost = model.connection === 'lost'
  const wanted = turnId ?? head
  const streamed = [model.live, model.last].find((turn) => turn && turn.turnId === wanted)
  const shown = turnId === null && model.live ? model.live : streamed
  useEffect(() => {
    if (!wanted || shown || lost) return
    let left = false
    api.getTurn(id, wanted).then(
      (turn) => !left && (setLoaded(turn), setProblem(undefined)),
      (error: unknown) => !left && setProblem(messageOf(error)),
    )
    return () => void (left = true)
  }, [id, wanted, shown, lost, tries])
  if (shown) return { turn: shown, problem: undefined, load }
  if (head === undefined) return { turn: undefined, problem, load }
  if (!wanted) return { turn: null, problem: undefined, load }
  return { turn: loaded?.turnId === wanted ? loaded : undefined, problem, load }
}

function Plan({ plan, of }: { plan: PlanView; of: number }) {
  const domId = useCallback((toolId: string) => `tool-${plan.planId}-${toolId}`, [plan.planId])
  const choose = useCallback(
    (toolId: string) => {
      const card = document.getElementById(domId(toolId))
      card?.scrollIntoView({ block: 'nearest' })
      card?.focus({ preventScroll: true })
    },
    [domId],
  )
  return (
    <section className="plan" aria-label={t('Plan {number}', { number: plan.attempt })}>
      <header>
        <h3>{of > 1 ? t('Plan {number} of {count}', { number: plan.attempt, count: of }) : t('Plan')}</h3>
        <p className="quiet">
          {[
            plan.planner === 'stub' ? t('Made by the built-in planner') : t('Made by {name}', { name: plan.planner }),
            counted(plan.tools.length, '1 tool', '{count} tools'),
            plan.parallel ? t('side by side where possible') : t('one after the other'),
          ].join(' · ')}
        </p>
      </header>
      {plan.replan && (
        <p className="plan-replan note note-error">
          {t('Given up ({reason}): {message}', { reason: plan.replan.reason, message: plan.replan.message })}{' '}
          {plan.replan.disabledSkills.length > 0 &&
            t('Planned again without {skills}.', { skills: plan.replan.disabledSkills.join(', ') })}
        </p>
      )}
      {plan.tools.length > 0 && <PlanGraph plan={plan} onChoose={choose} />}
      <div className="tools">
        {plan.tools.map((tool) => (
          <ToolCard key={tool.toolId} tool={tool} id={domId(tool.toolId)} />
        ))}
      </div>
    </section>
  )
}

/** What the language models read and wrote in the turn. */
function Tokens({ turn }: { turn: TurnView }) {
  if (turn.tokens.length === 0) return null
  const texts = turn.tokens.map(({ role, prompt, completion }) =>
    t('{role} {prompt} read, {completion} written', { role, prompt, completion }),
  )
  return <p className="quiet">{t('Tokens: {texts}', { texts: texts.join(' · ') })}</p>
}

function Warnings({ turn }: { turn: TurnView }) {
  if (turn.warnings.length === 0) return null
  return (
    <ul className="warnings note note-warning" aria-label={t('Warnings')}>
      {turn.warnings.map((warning, index) => (
        <li key={index}>{warning.message}</li>
      ))}
    </ul>
  )
}

function phaseWords(turn: TurnView): string {
  const words: Record<TurnView['phase'], string> = {
    planning: t('Planning …'),
    running: t('Running …'),
    finished: turn.fallback ? t('No plan succeeded; templates narrated this turn.') : t('This turn is over.'),
    cancelled: t('You stopped this turn.'),
    failed: turn.error ?? t('This turn failed.'),
  }
  return words[turn.phase]
}
