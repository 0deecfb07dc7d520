import { useCallback, useEffect, useRef, useState } from 'react'
import { counted, t } from '../language/text.ts'
import type { SessionModel } from './session-connection.ts'

/** The time for which prose is collected, so that a screen reader gets whole sentences. */
const gatherMs = 1_200

/** A live region with the streamed narration in whole sentences, then the number of choices. */
export function Announcer({ model }: { model: SessionModel }) {
  const [said, setSaid] = useState({ key: '', text: '' })
  const progress = useRef({ turnId: '', spoken: 0 })
  const turn = model.live ?? model.last
  const text = turn?.paragraphs.join('\n') ?? ''
  const skipped = turn?.earlier?.characters ?? 0
  const over = turn !== null && (turn.phase === 'finished' || model.live === null)
  const turnId = turn?.turnId ?? ''
  const choices = turn?.choices.length ?? 0

  // The newest state of the turn, for the timer that is already running.
  const newest = useRef({ turnId, text, skipped, over, choices })
  useEffect(() => void (newest.current = { turnId, text, skipped, over, choices }))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const announce = useCallback(() => {
    timer.current = undefined
    const { turnId, text, skipped, over, choices } = newest.current
    if (progress.current.turnId !== turnId) progress.current = { turnId, spoken: 0 }
    const end = over ? text.length : endOfSentence(text)
    // Narration that was withdrawn before it could be announced is skipped.
    const start = Math.max(0, progress.current.spoken - skipped)
    if (end <= start) return
    progress.current.spoken = skipped + end
    const offer = over && choices > 0 ? ` ${counted(choices, 'One choice below.', '{count} choices below.')}` : ''
    setSaid({ key: `${turnId} ${start}`, text: text.slice(start, end) + offer })
  }, [])
  useEffect(() => {
    if (turnId === '') return
    // A running timer is not restarted: text that streams without a pause is announced as well.
    if (over) clearTimeout(timer.current)
    if (over || timer.current === undefined) timer.current = setTimeout(announce, over ? 0 : gatherMs)
  }, [turnId, text, skipped, over, choices, announce])
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was said of a turn that is no longer the last one is not read again.
  const head = model.session?.head
  const isGone = model.live === null && model.last !== null && head !== undefined && head !== model.last.turnId
  useEffect(() => {
    if (isGone) setSaid({ key: '', text: '' })
  }, [isGone])

  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label={t('Live narration')}>
      {/* A new element, so that repeated text is announced again. */}
      <span key={said.key}>{said.text}</span>
    </div>
  )
}

/** The offset of the end of the last whole sentence. */
function endOfSentence(text: string): number {
  const ends = [...text.matchAll(/[.!?…]["”’»)]*(?=\s)/g)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}
