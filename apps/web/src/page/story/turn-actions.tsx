import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiPencil,
  mdiPlay,
  mdiRefresh,
  mdiSourceBranch,
  mdiTools,
  mdiUndo,
  mdiDotsHorizontal,
} from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef, useState } from 'react'
import { counted, t } from '../language/text.ts'
import { Tip } from '../components/tip.tsx'
import type { TurnItem } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { hrefOf } from '../routing/route.ts'
import { useSingleFlight } from '../hooks/use-single-flight.ts'
import { Icon } from '../components/icon.tsx'
import { disabledLook } from '../components/disabled-look.ts'
import { focusPrompt } from '../focus/focus-prompt.ts'
import { Later } from '../loading/later.tsx'
import { useScreenNames } from '../settings/screen-names.ts'
import { editCode } from './loaded-code.ts'
import { undoTurns } from './undo-turns.ts'
import { whyNotContinue } from './whose-turn.ts'
import type { OpenSession } from './use-session.ts'
import type { MenuEntry } from '../menus/action-menu.tsx'
import { menuCode } from '../menus/menu-code.ts'

interface TurnActionsProps {
  session: OpenSession
  turn: TurnItem
  index: number
  total: number
}

/** What can be done with a turn: buttons below the last one, and a menu at each of the others. */
export function TurnActions({ session, turn, index, total }: TurnActionsProps) {
  const busy = session.model.live !== null
  const [editing, setEditing] = useState(false)
  const stopEditing = () => setEditing(false)
  const isLast = index === total - 1
  const isSmall = useMediaQuery('(max-width: 40rem), (pointer: coarse)', { noSsr: true })
  const { tools } = useScreenNames()
  const edit: TurnAction = {
    label: t('Edit the text'),
    word: t('Edit'),
    icon: mdiPencil,
    onClick: async () => setEditing(true),
  }
  const actions = [...useActions(session, turn, total - 1 - index), edit]
  const details = {
    label: t('{screen}: what happened in turn {number}', { screen: tools, number: index + 1 }),
    icon: mdiTools,
    href: hrefOf({ sessionId: session.id, screen: 'tools', detail: turn.turnId }),
  }
  const buttons = isLast ? actions.slice(0, isSmall ? 2 : undefined) : []
  const rest = actions.slice(buttons.length)
  return (
    <div className="turn-actions" role="group" aria-label={t('Turn {number}: actions', { number: index + 1 })}>
      <Alternatives session={session} turn={turn} busy={busy} isLast={isLast} />
      {buttons.map((action) => (
        <Action key={action.label} {...action} disabled={busy || action.isOff === true} />
      ))}
      {isLast && !isSmall ? (
        <Tip title={details.label}>
          <IconButton size="small" className="turn-action" aria-label={details.label} href={details.href}>
            <Icon path={details.icon} fontSize="small" />
            <span>{tools}</span>
          </IconButton>
        </Tip>
      ) : (
        <TurnMenu
          label={t('More about turn {number}', { number: index + 1 })}
          entries={[
            ...rest.map(({ label, icon, isOff = false, onClick }) => ({
              label,
              icon,
              disabled: busy || isOff,
              onClick: () => void onClick(),
            })),
            details,
          ]}
        />
      )}
      {editing && (
        <Later code={editCode} props={{ sessionId: session.id, turn, onClose: stopEditing }} onFailed={stopEditing} />
      )}
    </div>
  )
}

/** Something that can be done with a turn. */
interface TurnAction {
  /** Contains the word that the button shows. */
  label: string
  /** Defaults to the icon alone. */
  word?: string
  icon: string
  /** Whether the host has to wait for another player with it. The label then says for whom. */
  isOff?: boolean
  onClick: () => Promise<void>
}

function useActions(session: OpenSession, turn: TurnItem, after: number): TurnAction[] {
  const notify = useNotice()
  const singleFlight = useSingleFlight()
  const act = (action: () => Promise<unknown>, done: string) => () =>
    singleFlight(async () => {
      try {
        await action()
        focusPrompt()
        notify(done)
      } catch (error) {
        notify(messageOf(error))
      }
    })
  const undo = {
    label:
      after === 0
        ? t('Undo this turn')
        : counted(after, 'Undo this turn and the one after it', 'Undo this turn and the {count} after it'),
    word: t('Undo'),
    icon: mdiUndo,
    onClick: act(
      () => undoTurns(session.id, after + 1),
      after === 0 ? t('Undone. Redo restores it.') : t('Undone. Redo restores them.'),
    ),
  }
  const retry = {
    label: t('Retry: play this turn again'),
    word: t('Retry'),
    icon: mdiRefresh,
    onClick: act(() => api.retryTurn(session.id, turn.turnId), t('Playing the turn again.')),
  }
  const branch = {
    label: t('Branch: go on from here'),
    icon: mdiSourceBranch,
    onClick: act(
      () => api.moveHead(session.id, turn.turnId),
      t('The story continues from here. The later turns stay as another branch.'),
    ),
  }
  const reason = whyNotContinue(session.model.share)
  const goOn = {
    label: reason === undefined ? t('Continue without an act') : t('Continue: {reason}', { reason }),
    isOff: reason !== undefined,
    word: t('Continue'),
    icon: mdiPlay,
    onClick: act(() => api.continueStory(session.id), t('The story goes on.')),
  }
  return after === 0 ? [undo, retry, goOn] : [undo, retry, branch]
}

/** Whether a version is being switched to. It gets the focus of the previous one. */
let isSwitching = false

/** Switches between the versions of a turn: of the last one between all of its texts, of another one between the turns beside it. */
function Alternatives({
  session,
  turn,
  busy,
  isLast,
}: {
  session: OpenSession
  turn: TurnItem
  busy: boolean
  isLast: boolean
}) {
  const notify = useNotice()
  const place = isLast ? turn.texts.position - 1 : turn.alternatives.indexOf(turn.turnId)
  const count = isLast ? turn.texts.count : turn.alternatives.length
  const group = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isSwitching) return
    isSwitching = false
    group.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus()
  }, [turn])
  if (count < 2) return null
  const go = (step: 1 | -1) => async () => {
    try {
      isSwitching = true
      if (isLast) await api.swipe(session.id, step)
      else await api.moveHead(session.id, turn.alternatives[place + step]!)
    } catch (error) {
      notify(messageOf(error))
    }
  }
  return (
    <span className="alternatives" ref={group}>
      <Action label={t('Previous version')} icon={mdiChevronLeft} disabled={busy || place === 0} onClick={go(-1)} />
      <span>{t('Version {at} of {count}', { at: place + 1, count })}</span>
      <Action label={t('Next version')} icon={mdiChevronRight} disabled={busy || place === count - 1} onClick={go(1)} />
    </span>
  )
}

interface ActionProps extends TurnAction {
  disabled: boolean
}

function Action({ label, word, icon, disabled, onClick }: ActionProps) {
  const look = disabledLook(disabled)
  return (
    <Tip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          {...look}
          className={['turn-action', look.className].filter(Boolean).join(' ')}
          onClick={() => void (disabled || onClick())}
        >
          <Icon path={icon} fontSize="small" />
          {word !== undefined && <span>{word}</span>}
        </IconButton>
      </span>
    </Tip>
  )
}

/** The actions of a turn that is not the last one. */
function TurnMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const close = () => setAnchor(undefined)
  return (
    <>
      <IconButton
        size="small"
        className="turn-action"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiDotsHorizontal} fontSize="small" />
      </IconButton>
      {anchor && <Later code={menuCode} props={{ anchor, entries, onClose: close }} onFailed={close} />}
    </>
  )
}
