import { mdiChevronDown, mdiChevronUp, mdiClose } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../language/text.ts'
import type { Found, FoundTurn } from '../../api/library-resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { markWords } from '../components/mark-words.tsx'
import { focusPrompt } from '../focus/focus-prompt.ts'
import { navigate } from '../routing/route.ts'
import { showFound } from './found-words.ts'

/** Milliseconds without a key before a search is made. */
const pauseMs = 200

/** A part of the played line that has the words: a turn by its number, or the opening, which is 0. */
type Place = Pick<FoundTurn, 'excerpt' | 'marks'> & { turn: number }

/** Finds words in the whole story, of which the page holds only the turns in sight. */
export function FindBar({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [places, setPlaces] = useState<Place[]>()
  const [at, setAt] = useState(0)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const wanted = text.trim()
  useEffect(() => {
    setPlaces(undefined)
    setProblem(undefined)
    if (wanted === '') return undefined
    let isOver = false
    const timer = setTimeout(() => {
      api.findInStory(sessionId, wanted).then(
        (found) => isOver || (setPlaces(inOrder(found)), setAt(0)),
        (error: unknown) => isOver || setProblem(messageOf(error)),
      )
    }, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, sessionId])
  const place = places?.[at]
  useEffect(() => {
    if (place) navigate({ sessionId, screen: 'narrative', detail: String(place.turn) })
  }, [place, sessionId])
  useEffect(() => {
    if (!place || !places) return undefined
    return showFound({ turn: place.turn, texts: places.flatMap(textsOf) })
  }, [place, places])
  const step = (by: number) => {
    if (places && places.length > 0) setAt((at + by + places.length) % places.length)
  }
  const close = () => {
    onClose()
    focusPrompt()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
  }
  return (
    <search className="find" onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="search"
        aria-label={t('Find in this story')}
        placeholder={t('Find in this story')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <span role="status" className="quiet">
        {problem ?? (places && describe(places, at))}
      </span>
      <IconButton size="small" aria-label={t('Previous match (Shift+Enter)')} onClick={() => step(-1)}>
        <Icon path={mdiChevronUp} />
      </IconButton>
      <IconButton size="small" aria-label={t('Next match (Enter)')} onClick={() => step(1)}>
        <Icon path={mdiChevronDown} />
      </IconButton>
      <IconButton size="small" aria-label={t('Close the search (Escape)')} onClick={close}>
        <Icon path={mdiClose} />
      </IconButton>
      {place && (
        <p className="find-excerpt" dir="auto">
          {markWords(place.excerpt, place.marks)}
        </p>
      )}
    </search>
  )
}

/** The words of an excerpt that fit. */
function textsOf({ excerpt, marks }: Place): string[] {
  return marks.map(([start, end]) => excerpt.slice(start, end))
}

/** The opening and the turns of the played line, in its order. */
function inOrder({ opening, turns }: Found): Place[] {
  const ofTurns = turns.flatMap(({ index, ...found }) => (index === null ? [] : [{ ...found, turn: index + 1 }]))
  return [...(opening ? [{ ...opening, turn: 0 }] : []), ...ofTurns.toSorted((a, b) => a.turn - b.turn)]
}

function describe(places: readonly Place[], at: number): string {
  if (places.length === 0) return t('No turn has these words.')
  const place = { at: at + 1, count: places.length }
  const { turn } = places[at]!
  return turn === 0 ? t('{at} of {count} · opening', place) : t('{at} of {count} · turn {turn}', { turn, ...place })
}
