import { mdiChevronRight } from '@mdi/js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../language/text.ts'
import type { BranchView } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { DialogFrame } from '../components/dialog-frame.tsx'
import { Icon } from '../components/icon.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { useNotice } from '../components/notices.tsx'
import { focusPrompt } from '../focus/focus-prompt.ts'
import { wordsOf } from './words-of.ts'

export interface BranchMapProps {
  sessionId: string
  /** Whether a turn is being played; the story then stays where it is. */
  busy: boolean
  onClose: () => void
}

/** All branches of a story as a tree, to go on in any of them. */
export function BranchMap({ sessionId, busy, onClose }: BranchMapProps) {
  const [branches, setBranches] = useState<BranchView[]>()
  const [problem, setProblem] = useState<string>()
  const notify = useNotice()
  const load = () => {
    api.listBranches(sessionId).then(
      (answer) => (setBranches(answer.branches), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }
  useEffect(load, [sessionId])
  async function goTo({ turnId, isCurrent }: BranchView) {
    if (busy) return notify(t('A turn is being played. Wait for its end, or stop it.'))
    try {
      await api.moveHead(sessionId, turnId)
      // A closed dialog returns the focus to its button; then the player goes on.
      flushSync(onClose)
      focusPrompt()
      if (!isCurrent) notify(t('The story continues on this branch.'))
    } catch (error) {
      notify(messageOf(error))
    }
  }
  return (
    <DialogFrame id="branches-title" title={t('Branches of this story')} onClose={onClose}>
      {problem !== undefined && <LoadProblem message={problem} onRetry={load} />}
      {branches?.length === 0 && <p className="quiet">{t('Nothing was played yet.')}</p>}
      {branches && branches.length > 0 && <BranchTree branches={branches} onChoose={(branch) => void goTo(branch)} />}
    </DialogFrame>
  )
}

/** A branch with its depth in the tree. */
interface Row {
  branch: BranchView
  level: number
}

function BranchTree({ branches, onChoose }: { branches: BranchView[]; onChoose: (branch: BranchView) => void }) {
  const rows = rowsOf(branches, null, 1)
  const start = Math.max(
    0,
    rows.findIndex(({ branch }) => branch.isCurrent),
  )
  const [at, setAt] = useState(start)
  const list = useRef<HTMLUListElement>(null)
  const focus = (index: number) => {
    const place = Math.min(Math.max(index, 0), rows.length - 1)
    setAt(place)
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[place]?.focus()
  }
  useEffect(() => list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [])
  const moves: Record<string, () => void> = {
    ArrowDown: () => focus(at + 1),
    ArrowUp: () => focus(at - 1),
    Home: () => focus(0),
    End: () => focus(rows.length - 1),
    ArrowLeft: () => focus(rows.findIndex(({ branch }) => branch.turnId === rows[at]!.branch.parent)),
    ArrowRight: () => (rows[at + 1]?.level ?? 0) > rows[at]!.level && focus(at + 1),
    Enter: () => onChoose(rows[at]!.branch),
    ' ': () => onChoose(rows[at]!.branch),
  }
  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <ul role="tree" aria-label={t('Branches')} className="branches" ref={list} onKeyDown={onKeyDown}>
      {rows.map(({ branch, level }, index) => (
        <li
          key={branch.turnId}
          role="treeitem"
          aria-level={level}
          aria-selected={branch.isCurrent}
          tabIndex={index === at ? 0 : -1}
          style={{ marginInlineStart: `${(Math.min(level, 8) - 1) * 1.25}rem` }}
          onClick={() => onChoose(branch)}
        >
          <small>
            {placeOf(branch)}
            {branch.label !== null && `, ${branch.label}`}
            {branch.isCurrent && ` (${t('you are here')})`}
          </small>
          <span dir="auto">{wordsOf(branch.firstPrompt)}</span>
          {branch.firstTurn !== branch.lastTurn && <span dir="auto">… {wordsOf(branch.lastPrompt)}</span>}
          {!branch.isCurrent && <Icon path={mdiChevronRight} />}
        </li>
      ))}
    </ul>
  )
}

/** Which turns a branch has, and where it begins: two branches have turns of the same numbers. */
function placeOf({ parent, firstTurn: first, lastTurn: last }: BranchView): string {
  const turns = first === last ? t('Turn {number}', { number: first }) : t('Turns {first} to {last}', { first, last })
  return parent === null
    ? t('{turns}, from the beginning', { turns })
    : t('{turns}, branching off after turn {number}', { turns, number: first - 1 })
}

/** The branches below a branch, each followed by its own. */
function rowsOf(branches: readonly BranchView[], parent: string | null, level: number): Row[] {
  return branches
    .filter((branch) => branch.parent === parent)
    .flatMap((branch) => [{ branch, level }, ...rowsOf(branches, branch.turnId, level + 1)])
}
