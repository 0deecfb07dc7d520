import { mdiArrowDown } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import { t } from '../language/text.ts'
import type { TurnView } from '../../api/turn-view.ts'
import { Icon } from '../components/icon.tsx'
import { leaveEnd } from './leave-end.ts'
import { ProseText } from './prose-text.tsx'
import { TurnArticle } from './turn-article.tsx'
import type { OpenSession } from './use-session.ts'

/** The distance in pixels from the end within which the story scrolls with new text. */
const nearEnd = 96

/** The room below the last words: an end that is not farther away hides nothing. */
const roomAtEnd = 24

interface StoryProps {
  session: OpenSession
  opening: string
  /** The number of the turn to scroll to, from 1; 0 for the opening. */
  turn: number | undefined
  /** The place outside of the story for the arrow to its end, which on a phone would cover text. */
  arrowSlot: HTMLElement | null
}

/** The story from its opening to the current turn. Only the visible turns are rendered. */
export function Story({ session, opening, turn, arrowSlot }: StoryProps) {
  const { model, pages } = session
  const turns = useSyncExternalStore(pages.subscribe, () => pages.turns)
  const total = model.session?.lineLength ?? 0
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [position] = useState(() => readingPositions.get(session.id))
  const { atEnd, follow, leave, stay, isFollowing } = useFollowing(scroller, content, position === undefined)
  const showsLive = model.live !== null
  // The opening, the stored turns and the turn being played.
  const count = 1 + total + (showsLive ? 1 : 0)
  /** The turn being played, or the one just finished until its stored form is loaded. */
  const streamed = (index: number): TurnView | null => {
    if (index === total + 1) return model.live
    return index === total && model.last?.turnId === model.session?.head ? model.last : null
  }
  const placed = (index: number) => (index > total ? undefined : turns.get(index - 1))
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (index === 0 ? 140 : 320),
    overscan: 4,
    ...(position && { initialOffset: position.offset, initialMeasurementsCache: position.measurements }),
    getItemKey: (index) => (index === 0 ? 'opening' : ((placed(index) ?? streamed(index))?.turnId ?? index)),
  })
  useEffect(
    () => () => {
      const { scrollOffset: offset, measurementsCache: measurements } = virtualizer
      if (isFollowing() || offset === null) readingPositions.delete(session.id)
      else readingPositions.set(session.id, { offset, measurements })
    },
    [virtualizer, session.id, isFollowing],
  )
  const items = virtualizer.getVirtualItems()
  const isPhone = useMediaQuery('(max-width: 40rem)', { noSsr: true })
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (total > 0) pages.look(Math.max(0, first - 1), Math.min(total - 1, last - 1))
  }, [pages, first, last, total, turns])
  // A story opens at its end, and one without turns at the beginning of its opening.
  const isNew = model.session !== null && total === 0
  useLayoutEffect(() => {
    if (isNew && !showsLive) stay()
    else follow(isNew)
  }, [follow, stay, isNew, total, showsLive])

  const isLoaded = total > 0
  useEffect(() => {
    if (turn === undefined || !isLoaded) return
    leave()
    virtualizer.scrollToIndex(turn, { align: 'start' })
  }, [turn, isLoaded, leave, virtualizer])

  /** Jumps at once: the browser's animated scrolling stops early when turns on the way are larger than estimated. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== scroller.current || (event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    if (event.key === 'End') follow(true)
    else scroller.current.scrollTop = 0
  }

  const arrow = (
    <div className="to-end">
      <IconButton aria-label={t('Go to the end of the story')} onClick={() => follow(true)}>
        <Icon path={mdiArrowDown} />
      </IconButton>
    </div>
  )
  return (
    <div className="story" ref={scroller} tabIndex={0} role="region" aria-label={t('Story')} onKeyDown={onKeyDown}>
      <div className="story-content" ref={content} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <div
            key={key}
            data-index={index}
            ref={virtualizer.measureElement}
            className="story-item"
            style={{ transform: `translateY(${start}px)` }}
          >
            {index === 0 ? (
              <Opening text={opening} />
            ) : (
              <TurnArticle
                session={session}
                index={index - 1}
                total={total}
                turn={placed(index)}
                view={streamed(index)}
              />
            )}
          </div>
        ))}
      </div>
      {!atEnd && (isPhone ? arrowSlot && createPortal(arrow, arrowSlot) : arrow)}
    </div>
  )
}

function Opening({ text }: { text: string }) {
  return text === '' ? null : (
    <div className="turn prose opening">
      {text.split(/\n{2,}/).map((paragraph, index) => (
        <ProseText key={index} text={paragraph} />
      ))}
    </div>
  )
}

/** What a reader does to move in the story. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Keeps a scroller at its end while its content grows, until the reader scrolls away from it. */
function useFollowing(
  scroller: RefObject<HTMLDivElement | null>,
  content: RefObject<HTMLDivElement | null>,
  startsAtEnd: boolean,
): {
  atEnd: boolean
  follow: (always?: boolean) => void
  leave: () => void
  /** Keeps the beginning in sight until the reader or {@link follow} moves on. */
  stay: () => void
  isFollowing: () => boolean
} {
  const [atEnd, setAtEnd] = useState(startsAtEnd)
  const following = useRef(startsAtEnd)
  const isStaying = useRef(false)
  const isFollowing = useCallback(() => following.current, [])
  const leave = useCallback(() => void (following.current = false), [])
  const follow = useCallback(
    (always = false) => {
      const element = scroller.current
      if (!element || !(always || following.current)) return
      isStaying.current = false
      following.current = true
      setAtEnd(true)
      element.scrollTop = element.scrollHeight
    },
    [scroller],
  )
  const stay = useCallback(() => {
    isStaying.current = true
    following.current = false
    scroller.current!.scrollTop = 0
  }, [scroller])
  useEffect(() => {
    const element = scroller.current!
    const inSight = () => element.scrollTop + element.clientHeight
    const isNearEnd = () => element.scrollHeight - inSight() < nearEnd
    // A bar that opens above the story can hide its last lines while it is not followed. The arrow itself has a height.
    const hidden = () => content.current!.offsetTop + content.current!.offsetHeight - inSight()
    const look = () => setAtEnd(following.current || hidden() < roomAtEnd)
    const onScroll = () => {
      // Measuring the opening moves it.
      if (isStaying.current) element.scrollTop = 0
      else if (isNearEnd()) following.current = true
      look()
    }
    // Only scrolling by the reader counts: measuring turns also moves the list.
    const onWheel = (event: WheelEvent) => event.deltaY < 0 && leave()
    const onKey = (event: globalThis.KeyboardEvent) => ['ArrowUp', 'PageUp', 'Home'].includes(event.key) && leave()
    const onPointer = (event: PointerEvent) => event.target === element && leave()
    element.addEventListener('wheel', onWheel, { passive: true })
    element.addEventListener('touchmove', leave, { passive: true })
    element.addEventListener('keydown', onKey)
    element.addEventListener('pointerdown', onPointer)
    element.addEventListener(leaveEnd, leave)
    element.addEventListener('scroll', onScroll, { passive: true })
    const move = () => void (isStaying.current = false)
    for (const type of moves) element.addEventListener(type, move, { passive: true, capture: true })
    const observer = new ResizeObserver(() => {
      if (isStaying.current) element.scrollTop = 0
      follow()
      look()
    })
    observer.observe(content.current!)
    observer.observe(element)
    return () => {
      for (const type of moves) element.removeEventListener(type, move, { capture: true })
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('touchmove', leave)
      element.removeEventListener('keydown', onKey)
      element.removeEventListener('pointerdown', onPointer)
      element.removeEventListener(leaveEnd, leave)
      observer.disconnect()
    }
  }, [scroller, content, follow, leave])
  return { atEnd, follow, leave, stay, isFollowing }
}

/** Where a story was read when its screen was left. */
interface ReadingPosition {
  offset: number
  /** The measured turns, so that the offset means the same place again. */
  measurements: VirtualItem[]
}

/** The positions of stories that were left above their end, by session id, for as long as the page is open. */
const readingPositions = new Map<string, ReadingPosition>()
