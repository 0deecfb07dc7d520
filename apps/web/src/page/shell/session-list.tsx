import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import ListItemButton from '@mui/material/ListItemButton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { memo, useCallback, useEffect, useState } from 'react'
import type { SessionEntry } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { Icon } from '../components/icon.tsx'
import { LoadProblem } from '../components/load-problem.tsx'
import { hrefOf, navigate } from '../routing/route.ts'
import { useSingleFlight } from '../hooks/use-single-flight.ts'

/** The list of stories, and a form for a new one. */
export const SessionList = memo(function SessionList({
  open,
  current,
  onClose,
}: {
  open: boolean
  current: string
  onClose: () => void
}) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{ paper: { className: 'session-list', 'aria-label': 'Stories', role: 'dialog' } }}
    >
      <Stack component="header" direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <h2>Stories</h2>
        <IconButton aria-label="Close the list of stories" onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </Stack>
      <NewStory onCreated={onClose} />
      {open && <Entries current={current} onClose={onClose} />}
    </Drawer>
  )
})

function NewStory({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const singleFlight = useSingleFlight()
  async function create() {
    try {
      const { sessionId } = await api.createSession(name.trim() || undefined)
      setName('')
      setProblem(undefined)
      onCreated()
      navigate({ sessionId, screen: 'narrative' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Stack
      component="form"
      sx={{ gap: '0.5rem' }}
      onSubmit={(event) => {
        event.preventDefault()
        void singleFlight(create)
      }}
    >
      <TextField
        label="Name of a new story"
        size="small"
        fullWidth
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={problem !== undefined}
        helperText={problem ?? 'May be left empty.'}
        slotProps={{ htmlInput: { maxLength: 120 }, formHelperText: { role: problem && 'alert' } }}
      />
      <Button type="submit" variant="contained" startIcon={<Icon path={mdiPlus} />}>
        New story
      </Button>
    </Stack>
  )
}

function Entries({ current, onClose }: { current: string; onClose: () => void }) {
  const [sessions, setSessions] = useState<SessionEntry[]>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(() => {
    api.listSessions().then(
      (answer) => (setSessions(answer.sessions), setProblem(undefined)),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [])
  useEffect(load, [load])
  if (problem !== undefined) return <LoadProblem message={problem} onRetry={load} />
  return (
    <ul>
      {sessions?.map(({ sessionId, title, turns, updatedAt }) => (
        <li key={sessionId}>
          <ListItemButton
            component="a"
            selected={sessionId === current}
            sx={{ flexDirection: 'column', alignItems: 'stretch', gap: '0.125rem', '& small': { opacity: 0.85 } }}
            href={hrefOf({ sessionId, screen: 'narrative' })}
            aria-current={sessionId === current ? 'page' : undefined}
            onClick={onClose}
          >
            <span dir="auto">{title}</span>
            <small>
              {turns === 1 ? '1 turn' : `${turns} turns`} · {when(updatedAt)}
            </small>
          </ListItemButton>
        </li>
      ))}
    </ul>
  )
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

function when(time: number): string {
  return Number.isNaN(new Date(time).valueOf()) ? 'no date' : date.format(time)
}
