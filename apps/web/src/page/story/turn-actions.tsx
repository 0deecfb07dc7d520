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

/** What can be done with a turn: take it back, tell it differently, go on from it, look at another telling. */
export function TurnActions({ session, turn, index, total }: TurnActionsProps) {
  const tell = useNotice()
  const singleFlight = useSingleFlight()
  const busy = session.model.live !== null
  const after = total - 1 - index
  const act = (action: () => Promise<unknown>, done: string) => () =>
    singleFlight(async () => {
      try {
        await action()
        focusPrompt()
        tell(done)
      } catch (error) {
        tell(messageOf(error))
      }
    })
  return (
    <div className="turn-actions" role="group" aria-label={`Turn ${index + 1}: actions`}>
      <Alternatives session={session} turn={turn} busy={busy} />
      <Action
        label={after === 0 ? 'Undo this turn' : `Undo this turn and the ${after} after it`}
        icon={mdiUndo}
        disabled={busy}
        onClick={act(() => api.undo(session.id, after + 1), 'Taken back. Redo brings it again.')}
      />
      <Action
        label="Retry: tell this turn differently"
        icon={mdiRefresh}
        disabled={busy}
        onClick={act(() => api.retryTurn(session.id, turn.turnId), 'Telling it differently.')}
      />
      {after > 0 && (
        <Action
          label="Branch: go on from here"
          icon={mdiSourceBranch}
          disabled={busy}
          onClick={act(
            () => api.moveHead(session.id, turn.turnId),
            'The story goes on from here. What came after stays as another branch.',
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

/** The telling that is being leafed to: it gets the focus that the one before had. */
let leafing: string | undefined

function Alternatives({ session, turn, busy }: { session: OpenSession; turn: TurnItem; busy: boolean }) {
  const tell = useNotice()
  const place = turn.alternatives.indexOf(turn.turnId)
  const group = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (leafing !== turn.turnId) return
    leafing = undefined
    group.current?.querySelector<HTMLElement>('button:not([aria-disabled])')?.focus()
  }, [turn.turnId])
  if (turn.alternatives.length < 2) return null
  const go = (step: number) => async () => {
    try {
      leafing = turn.alternatives[place + step]
      await api.moveHead(session.id, turn.alternatives[place + step]!)
    } catch (error) {
      tell(messageOf(error))
    }
  }
  return (
    <span className="alternatives" ref={group}>
      <Action label="The telling before" icon={mdiChevronLeft} disabled={busy || place === 0} onClick={go(-1)} />
      <span>
        {place + 1}/{turn.alternatives.length}
      </span>
      <Action
        label="The telling after"
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
