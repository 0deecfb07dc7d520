import { mdiChevronLeft, mdiChevronRight, mdiRefresh, mdiSourceBranch, mdiTools, mdiUndo } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useEffect, useRef } from 'react'
import type { TurnItem } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { hrefOf } from '../routing/route.ts'
import { useSingleFlight } from '../hooks/use-single-flight.ts'
import { Icon } from '../components/icon.tsx'
import { disabledLook } from '../components/disabled-look.ts'
import { focusPrompt } from '../focus/focus-prompt.ts'
import type { OpenSession } from './use-session.ts'

interface TurnActionsProps {
  session: OpenSession
  turn: TurnItem
  index: number
  total: number
}

/** The actions of a turn: undo, retry, branch, and switching between its versions. */
export function TurnActions({ session, turn, index, total }: TurnActionsProps) {
  const notify = useNotice()
  const singleFlight = useSingleFlight()
  const busy = session.model.live !== null
  const after = total - 1 - index
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
  return (
    <div className="turn-actions" role="group" aria-label={`Turn ${index + 1}: actions`}>
      <Alternatives session={session} turn={turn} busy={busy} />
      <Action
        label={after === 0 ? 'Undo this turn' : `Undo this turn and the ${after} after it`}
        icon={mdiUndo}
        disabled={busy}
        onClick={act(() => api.undo(session.id, after + 1), 'Undone. Redo restores it.')}
      />
      <Action
        label="Retry: play this turn again"
        icon={mdiRefresh}
        disabled={busy}
        onClick={act(() => api.retryTurn(session.id, turn.turnId), 'Playing the turn again.')}
      />
      {after > 0 && (
        <Action
          label="Branch: go on from here"
          icon={mdiSourceBranch}
          disabled={busy}
          onClick={act(
            () => api.moveHead(session.id, turn.turnId),
            'The story continues from here. The later turns stay as another branch.',
          )}
        />
      )}
      <Tooltip title="What the tools did">
        <IconButton
          size="small"
          aria-label={`What the tools did in turn ${index + 1}`}
          href={hrefOf({ sessionId: session.id, screen: 'tools', detail: turn.turnId })}
        >
          <Icon path={mdiTools} fontSize="small" />
        </IconButton>
      </Tooltip>
    </div>
  )
}

/** The id of the version that is being switched to. It gets the focus of the previous one. */
let switchingTo: string | undefined

function Alternatives({ session, turn, busy }: { session: OpenSession; turn: TurnItem; busy: boolean }) {
  const notify = useNotice()
  const place = turn.alternatives.indexOf(turn.turnId)
  const group = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (switchingTo !== turn.turnId) return
    switchingTo = undefined
    group.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus()
  }, [turn.turnId])
  if (turn.alternatives.length < 2) return null
  const go = (step: number) => async () => {
    try {
      switchingTo = turn.alternatives[place + step]
      await api.moveHead(session.id, turn.alternatives[place + step]!)
    } catch (error) {
      notify(messageOf(error))
    }
  }
  return (
    <span className="alternatives" ref={group}>
      <Action label="Previous version" icon={mdiChevronLeft} disabled={busy || place === 0} onClick={go(-1)} />
      <span>
        {place + 1}/{turn.alternatives.length}
      </span>
      <Action
        label="Next version"
        icon={mdiChevronRight}
        disabled={busy || place === turn.alternatives.length - 1}
        onClick={go(1)}
      />
    </span>
  )
}

interface ActionProps {
  label: string
  icon: string
  disabled: boolean
  onClick: () => Promise<void>
}

function Action({ label, icon, disabled, onClick }: ActionProps) {
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          aria-label={label}
          {...disabledLook(disabled)}
          onClick={() => void (disabled || onClick())}
        >
          <Icon path={icon} fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  )
}
