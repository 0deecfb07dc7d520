import type { Choice } from '@narratoria/protocol'
import { type FocusEvent, useSyncExternalStore } from 'react'
import { t } from '../language/text.ts'
import type { HostInfo } from '../../api/resources.ts'
import { disabledLook } from '../components/disabled-look.ts'
import { restoreFocusToPrompt } from '../focus/focus-prompt.ts'
import { curled } from '../language/curled.ts'
import type { OpenSession } from './use-session.ts'

interface ChoiceListProps {
  choices: readonly Choice[]
  /** Whether nothing can be chosen now. */
  isOff: boolean
  onChoose: (text: string) => void
}

export function ChoiceList({ choices, isOff, onChoose }: ChoiceListProps) {
  return (
    <ul className="choices" aria-label={t('Choices')} ref={restoreFocusToPrompt} onFocus={showWhole}>
      {choices.map((choice, index) => (
        <li key={index}>
          <button type="button" dir="auto" {...disabledLook(isOff)} onClick={() => onChoose(choice.text)}>
            <span>{curled(choice.text)}</span>
            {choice.hint !== undefined && <small>{curled(choice.hint)}</small>}
            {choice.difficulty !== undefined && <small className="difficulty">{choice.difficulty}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** On a phone the choices are one row, in which the keyboard may move to one that is partly out of sight. */
function showWhole({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** What can be chosen now: the choices of the last turn, or of the opening. */
export function useChoices({ model, pages }: OpenSession, info: HostInfo | undefined): readonly Choice[] {
  const turns = useSyncExternalStore(pages.subscribe, () => pages.turns)
  const { session, last } = model
  if (!session) return []
  // The choices of the host's opening do not apply to other openings.
  const opensAsUsual = session.opening === '' || session.opening === info?.opening.text
  if (session.head === null && session.openingChoices.length > 0) return session.openingChoices
  if (session.head === null) return opensAsUsual ? (info?.opening.choices ?? []) : []
  if (last?.turnId === session.head) return last.choices
  const stored = turns.get(session.lineLength - 1)
  return stored?.turnId === session.head ? stored.choices : []
}
