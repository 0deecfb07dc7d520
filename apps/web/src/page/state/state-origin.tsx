import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { t } from '../language/text.ts'
import type { StateOrigin } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'
import { hrefOf } from '../routing/route.ts'
import { Icon } from '../components/icon.tsx'
import { wordsOf } from '../story/words-of.ts'

/** A button that shows the turn and the tool that wrote a key. */
export function StateOriginButton({ sessionId, pointer, icon }: { sessionId: string; pointer: string; icon: string }) {
  const question = t('Who wrote {name}?', { name: pointer.slice(1) })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [answer, setAnswer] = useState<StateOrigin['origin'] | { problem: string }>()
  function ask(element: HTMLElement) {
    setAnchor(element)
    setAnswer(undefined)
    api.getOrigin(sessionId, pointer).then(
      ({ origin }) => setAnswer(origin),
      (error: unknown) => setAnswer({ problem: messageOf(error) }),
    )
  }
  return (
    <>
      <IconButton
        size="small"
        className="origin-button"
        aria-label={question}
        aria-haspopup="dialog"
        onClick={(event) => ask(event.currentTarget)}
      >
        <Icon path={icon} fontSize="inherit" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: 'origin', role: 'dialog', 'aria-label': question } }}
      >
        <Answer sessionId={sessionId} answer={answer} />
      </Popover>
    </>
  )
}

function Answer({
  sessionId,
  answer,
}: {
  sessionId: string
  answer: StateOrigin['origin'] | { problem: string } | undefined
}) {
  if (answer === undefined) return <p>{t('Looking …')}</p>
  if (answer === null) return <p>{t('No turn wrote this value; it is part of the initial state.')}</p>
  if ('problem' in answer) return <p role="alert">{answer.problem}</p>
  const { skill, script, toolId, seq, prompt, turnId } = answer
  const name = [skill, script].filter(Boolean).join(' / ') || (toolId ?? t('a tool that is not recorded'))
  const tool = toolId === null ? name : `${name} (${toolId})`
  return (
    <>
      <p>{t('Written by {tool} in turn {turn}:', { tool, turn: seq })}</p>
      <p>
        <q>{wordsOf(prompt)}</q>
      </p>
      <p>
        <a href={hrefOf({ sessionId, screen: 'tools', detail: turnId })}>{t('What its tools did')}</a>
      </p>
    </>
  )
}
