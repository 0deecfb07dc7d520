import { type ReactNode, createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'

/** What can be done about a notice. */
interface NoticeAction {
  label: string
  onClick: () => void
}

type Notify = (text: string, action?: NoticeAction) => void

const NoticeContext = createContext<Notify>(() => {})

/** Shows a short notice at the bottom of the page. */
export function useNotice(): Notify {
  return useContext(NoticeContext)
}

interface Notice {
  text: string
  action?: NoticeAction | undefined
  number: number
}

/** The region of short notices, which are shown one at a time and read out by screen readers. */
export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>({ text: '', number: 0 })
  const notify = useCallback<Notify>(
    (text, action) => setNotice(({ number }) => ({ text, action, number: number + 1 })),
    [],
  )
  const close = useCallback(() => setNotice(({ number }) => ({ text: '', number })), [])
  return (
    <NoticeContext value={notify}>
      {children}
      {notice.text !== '' && <NoticeBar key={notice.number} notice={notice} onClose={close} />}
    </NoticeContext>
  )
}

function NoticeBar({ notice: { text, action }, onClose }: { notice: Notice; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false)
  // Long enough to reach an action by keyboard; it also stays while it has the focus or the pointer.
  const durationMs = action ? 15_000 : 6_000
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onClose, durationMs)
    return () => clearTimeout(timer)
  }, [isHeld, durationMs, onClose])
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => key === 'Escape' && !defaultPrevented && onClose()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])
  const isOnlyText = action === undefined
  // A text that was seen does not cover what the player does next.
  useEffect(() => {
    if (!isOnlyText) return undefined
    const onElsewhere = ({ target }: Event) => !bar.current?.contains(target as Node) && onClose()
    const onFocus = ({ target }: Event) => (target as Element).closest('[role=dialog], [role=menu]') && onClose()
    window.addEventListener('pointerdown', onElsewhere)
    window.addEventListener('focusin', onFocus)
    window.addEventListener('hashchange', onClose)
    return () => {
      window.removeEventListener('pointerdown', onElsewhere)
      window.removeEventListener('focusin', onFocus)
      window.removeEventListener('hashchange', onClose)
    }
  }, [isOnlyText, onClose])
  return (
    <div
      ref={bar}
      role="alert"
      className="notice"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(bar.current?.contains(document.activeElement) ?? false)}
    >
      <span>{text}</span>
      {action && (
        <button type="button" onClick={() => (onClose(), action.onClick())}>
          {action.label}
        </button>
      )}
    </div>
  )
}
