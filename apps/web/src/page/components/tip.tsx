import type { ReactNode } from 'react'

/** The delay after which the name of a control is shown, in milliseconds. */
const delayMs = 400
const gap = 6

let shown: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the name of a control below it, above everything, while the pointer or the keyboard focus is on it. */
export function Tip({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="tip-holder" data-tip={title}>
      {children}
    </span>
  )
}

function hide(): void {
  clearTimeout(timer)
  shown?.remove()
  shown = undefined
}

function show(holder: HTMLElement): void {
  hide()
  const control = holder.firstElementChild
  if (!control?.isConnected) return
  const tip = document.createElement('span')
  tip.className = 'tip'
  // The control has this name already.
  tip.ariaHidden = 'true'
  tip.textContent = holder.dataset.tip ?? ''
  tip.popover = 'manual'
  holder.append(tip)
  tip.showPopover?.()
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const x = Math.min(Math.max(gap, left + (width - offsetWidth) / 2), innerWidth - offsetWidth - gap)
  const isBelow = bottom + gap + offsetHeight < innerHeight
  Object.assign(tip.style, { left: `${x}px`, top: `${isBelow ? bottom + gap : top - gap - offsetHeight}px` })
  shown = tip
}

function onEnter({ target, type }: Event): void {
  const holder = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  if (shown && holder?.contains(shown)) return
  hide()
  if (!holder) return
  if (type === 'focusin') {
    if (holder.querySelector(':focus-visible')) show(holder)
  } else timer = setTimeout(() => show(holder), delayMs)
}

for (const type of ['pointerover', 'focusin'] as const) document.addEventListener(type, onEnter)
for (const type of ['pointerdown', 'focusout', 'scroll'] as const) document.addEventListener(type, hide, true)
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
