import { mdiClose, mdiRedo, mdiSend, mdiStop, mdiTimerSand } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type FormEvent, type KeyboardEvent, type RefCallback, useEffect, useRef, useState } from 'react'
import { Tip } from '../components/tip.tsx'
import type { HostInfo } from '../../api/resources.ts'
import { api, isUnreachable, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { useSingleFlight } from '../hooks/use-single-flight.ts'
import { isForStories, readCommand } from '../../api/read-command.ts'
import { homeHref } from '../routing/route.ts'
import { useRecall } from './use-recall.ts'
import { useStoryChanges } from './use-story-changes.ts'
import { Icon } from '../components/icon.tsx'
import { ChoiceList, useChoices } from './choice-list.tsx'
import { restoreFocusToPrompt } from '../focus/focus-prompt.ts'
import { redoTurns } from './undo-turns.ts'
import type { OpenSession } from './use-session.ts'
import { Later } from '../loading/later.tsx'
import { counted, t } from '../language/text.ts'
import { dictateCode, shareBarCode } from './loaded-code.ts'
import { WorkingLine } from './working-line.tsx'
import { hasTurns, turnWords, waitsForTurn, youIn } from './whose-turn.ts'

interface ComposerProps {
  session: OpenSession
  info: HostInfo | undefined
  draft: string
  onDraft: (text: string) => void
  /** Receives the place for the arrow to the end of the story, beside the first row below the story. */
  arrowRef?: RefCallback<HTMLElement>
}

const answerLost = t('The server cannot be reached. Send your prompt again if its turn does not appear.')
const offline = t('The server cannot be reached. Your words stay here until it is back.')
const notYourTurn = t('It is not your turn. Your words stay here until it is.')
const playing = t('This turn is still being played. Your words stay here until it is over.')
const unknownCommand = t('This page has no such command; it knows /undo, /redo, /retry and /continue.')

/** The prompt field with choices, progress and notices. */
export function Composer({ session, info, draft, onDraft, arrowRef }: ComposerProps) {
  const { model, id } = session
  const [problem, setProblem] = useState<string>()
  const [sending, setSending] = useState(false)
  /** A prompt that was sent without a response. */
  const [unsure, setUnsure] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const lost = model.connection === 'lost'
  const { share } = model
  const isVoting = share?.mode === 'vote'
  const isReader = info?.share.guest?.role === 'reader'
  const busy = sending || model.live !== null
  const isWaiting = waitsForTurn(share, info)
  const isGuest = info?.share.guest !== null && info?.share.guest !== undefined
  /** Whether words wait for their turn. What the host takes back or plays again does not. */
  const mustWait = (words: string) => isWaiting && (isGuest || !isCorrection(words))
  const most = info?.maxPromptLength ?? 10_000
  const tooLong = draft.length > most

  const choices = useChoices(session, info)
  const hasRow = busy || choices.length > 0
  const arrowSlot = <div className="arrow-slot" ref={arrowRef} />

  const change = useStoryChanges(session)
  async function play(prompt: string, typed: boolean) {
    if (prompt.trim() === '') return
    if (lost || busy) return setProblem(lost ? offline : playing)
    if (typed ? mustWait(prompt) : isWaiting) return setProblem(notYourTurn)
    if (typed && isForStories(prompt)) {
      take(prompt)
      window.location.hash = homeHref
      return
    }
    const command = typed ? readCommand(prompt) : undefined
    if (command === 'unknown') return setProblem(unknownCommand)
    // Before the request: if the player focuses something else during a slow request, it keeps the focus.
    if (typed) field.current?.focus()
    setSending(true)
    setProblem(undefined)
    try {
      await (command ? change(command) : isVoting ? api.vote(id, prompt) : api.playTurn(id, prompt))
      if (typed) take(prompt)
    } catch (error) {
      const lost = isUnreachable(error)
      setProblem(lost ? answerLost : messageOf(error))
      if (lost && typed) setUnsure(prompt)
    } finally {
      setSending(false)
    }
  }
  /** Removes the sent prompt from the field. Text that was typed since stays. */
  function take(prompt: string) {
    const now = field.current?.value ?? prompt
    if (now.startsWith(prompt)) onDraft(now.slice(prompt.length).trimStart())
  }
  // The prompt had reached the server.
  const arrived = unsure !== undefined && model.live?.prompt === unsure
  useEffect(() => {
    if (!arrived) return
    take(unsure)
    setUnsure(undefined)
    setProblem(undefined)
  })
  // What was said about a lost connection or a running turn is over with it.
  useEffect(() => {
    if (!lost) setProblem((problem) => (problem === offline || problem === answerLost ? undefined : problem))
  }, [lost])
  useEffect(() => {
    if (!busy) setProblem((problem) => (problem === playing ? undefined : problem))
  }, [busy])
  useEffect(() => {
    if (!isWaiting) setProblem((problem) => (problem === notYourTurn ? undefined : problem))
  }, [isWaiting])
  const recall = useRecall(session, { draft, onDraft })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!tooLong) void play(draft, true)
  }
  function onKeyDown(event: KeyboardEvent) {
    // The key belongs to an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && model.live) cancel()
    recall(event)
    if (event.key !== 'Enter' || event.shiftKey) return
    submit(event)
  }
  function cancel() {
    api.cancelTurn(id).catch((error: unknown) => setProblem(messageOf(error)))
  }

  /** Inserts the prompt before text that was typed since. */
  function putBack(prompt: string) {
    onDraft(draft.trim() === '' ? prompt : `${prompt}\n${draft}`)
  }

  const fieldProblem = tooLong
    ? t('Too long by {count} characters; {most} are taken at most.', { count: draft.length - most, most })
    : problem
  const sharing = share && <Later code={shareBarCode} props={{ session, info }} onFailed={() => {}} />
  if (isReader)
    return (
      <div className="composer">
        {sharing}
        {busy && <WorkingLine turn={model.live} lost={lost} />}
        <div className="composer-row">
          <p className="quiet">{t('You are reading along. The story appears here as it is played.')}</p>
          {arrowSlot}
        </div>
      </div>
    )
  return (
    <div className="composer">
      {sharing}
      <Interrupted session={session} onAgain={putBack} />
      {hasRow && (
        <div className="composer-row">
          {busy ? (
            <WorkingLine turn={model.live} lost={lost} />
          ) : (
            <ChoiceList choices={choices} isOff={isWaiting} onChoose={(text) => void play(text, false)} />
          )}
          {arrowSlot}
        </div>
      )}
      {/* At the field, where a player who waits looks. */}
      <p id="prompt-turn" className="quiet" role="status">
        {share && hasTurns(share) && !busy && (
          <>
            {isWaiting && <Icon path={mdiTimerSand} fontSize="small" />}
            <span>
              <b>{turnWords(share, youIn(info))}</b>
              {isWaiting && ` ${t('You can already write. You can send when it is your turn.')}`}
              {isWaiting && !isGuest && ` ${t('As the host, you can still undo, retry and edit turns.')}`}
            </span>
          </>
        )}
      </p>
      <div className="composer-row">
        <form
          onSubmit={submit}
          className={[
            'prompt-field',
            fieldProblem !== undefined && 'prompt-field-wrong',
            isWaiting && 'prompt-field-waiting',
          ]
            .filter(Boolean)
            .join(' ')}
        >
          <label htmlFor="prompt" className="visually-hidden">
            {t('What do you do?')}
          </label>
          <textarea
            id="prompt"
            ref={field}
            rows={1}
            value={draft}
            placeholder={t('What do you do?')}
            aria-describedby="prompt-turn prompt-problem"
            dir="auto"
            aria-invalid={fieldProblem !== undefined}
            onChange={(event) => {
              onDraft(event.target.value)
              setProblem(undefined)
            }}
            onKeyDown={onKeyDown}
          />
          {canDictate && (
            <Later
              code={dictateCode}
              props={{ onWords: (words: string) => onDraft(joined(draft, words)) }}
              onFailed={() => {}}
            />
          )}
          {model.session?.canRedo && !busy && <Redo session={session} onProblem={setProblem} />}
          {busy ? (
            <Tip title={t('Stop (Esc)')}>
              <IconButton ref={restoreFocusToPrompt} className="send" aria-label={t('Stop this turn')} onClick={cancel}>
                <Icon path={mdiStop} />
              </IconButton>
            </Tip>
          ) : (
            <Tip title={t('Send (Enter)')}>
              <span>
                <IconButton
                  className="send"
                  type="submit"
                  aria-label={t('Send')}
                  disabled={draft.trim() === '' || tooLong || mustWait(draft)}
                >
                  <Icon path={mdiSend} />
                </IconButton>
              </span>
            </Tip>
          )}
        </form>
        {!hasRow && arrowSlot}
      </div>
      <p id="prompt-problem" className="field-problem" role="alert">
        {fieldProblem}
      </p>
    </div>
  )
}

/** Whether words are a command that takes turns back or plays one again. */
function isCorrection(words: string): boolean {
  const command = readCommand(words)
  return typeof command === 'object' && command.name !== 'continue'
}

/** Whether the browser can write what the player says. */
const canDictate = 'SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis

function joined(draft: string, words: string): string {
  return draft.trim() === '' ? words : `${draft.trimEnd()} ${words}`
}

function Redo({ session, onProblem }: { session: OpenSession; onProblem: (text: string) => void }) {
  const notify = useNotice()
  const singleFlight = useSingleFlight()
  async function redo() {
    try {
      const turns = await redoTurns(session.id, session.model.session?.head ?? null)
      notify(counted(turns, 'The turn is back.', 'The {count} turns are back.'))
    } catch (error) {
      onProblem(messageOf(error))
    }
  }
  return (
    <Tip title={t('Redo')}>
      <IconButton
        ref={restoreFocusToPrompt}
        aria-label={t('Redo what was undone')}
        onClick={() => void singleFlight(redo)}
      >
        <Icon path={mdiRedo} />
      </IconButton>
    </Tip>
  )
}

/** A turn that was not stored, with its prompt, so that no typed text is lost. */
function Interrupted({ session, onAgain }: { session: OpenSession; onAgain: (prompt: string) => void }) {
  const { interrupted } = session.model
  const hasWords = interrupted?.prompt.trim() !== ''
  return (
    <div role="status">
      {interrupted && (
        <div className="interrupted" ref={restoreFocusToPrompt}>
          <p>
            {interrupted.message} {hasWords && <q>{interrupted.prompt}</q>}
          </p>
          {hasWords && (
            <Button
              size="small"
              onClick={() => {
                onAgain(interrupted.prompt)
                session.dismissInterrupted()
              }}
            >
              {t('Restore the prompt')}
            </Button>
          )}
          <IconButton size="small" aria-label={t('Dismiss')} onClick={session.dismissInterrupted}>
            <Icon path={mdiClose} fontSize="small" />
          </IconButton>
        </div>
      )}
    </div>
  )
}
