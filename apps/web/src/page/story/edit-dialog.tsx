import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { t } from '../language/text.ts'
import type { TurnItem } from '../../api/resources.ts'
import { api } from '../api/client.ts'
import { FormDialog, useSaving } from '../components/dialog-frame.tsx'

/** Edits the text of a turn: the player's words, and the narration. */
export function EditDialog({
  sessionId,
  turn,
  onClose,
}: {
  sessionId: string
  turn: Pick<TurnItem, 'turnId' | 'prompt' | 'narrative'>
  onClose: () => void
}) {
  const [prompt, setPrompt] = useState(turn.prompt)
  const [narrative, setNarrative] = useState(turn.narrative)
  // A turn that went on without an act has no words of the player.
  const isContinuation = turn.prompt.trim() === ''
  const isBlank = narrative.trim() === '' || (!isContinuation && prompt.trim() === '')
  const change = {
    ...(prompt !== turn.prompt && { prompt }),
    ...(narrative !== turn.narrative && { narrative }),
  }
  const { problem, onSubmit } = useSaving(async () => {
    if (Object.keys(change).length > 0) await api.editTurn(sessionId, turn.turnId, change)
  }, onClose)
  return (
    <FormDialog
      id="edit-turn"
      title={t('Edit this turn')}
      maxWidth="md"
      onClose={onClose}
      onSubmit={onSubmit}
      canSubmit={!isBlank}
    >
      {!isContinuation && (
        <TextField
          label={t('Your words')}
          multiline
          maxRows={4}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 10_000, dir: 'auto' } }}
        />
      )}
      <TextField
        label={t('Narration')}
        multiline
        autoFocus
        minRows={4}
        maxRows={16}
        value={narrative}
        onChange={(event) => setNarrative(event.target.value)}
        error={problem !== undefined}
        helperText={problem ?? t('The text before is kept. What happened in the world does not change.')}
        slotProps={{ htmlInput: { maxLength: 100_000, dir: 'auto' }, formHelperText: { role: problem && 'alert' } }}
      />
    </FormDialog>
  )
}
