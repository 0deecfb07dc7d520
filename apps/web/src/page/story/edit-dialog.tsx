import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { t } from '../language/text.ts'
import type { TurnItem } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'

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
  const [problem, setProblem] = useState<string>()
  // A turn that went on without an act has no words of the player.
  const isContinuation = turn.prompt.trim() === ''
  const isBlank = narrative.trim() === '' || (!isContinuation && prompt.trim() === '')
  const change = {
    ...(prompt !== turn.prompt && { prompt }),
    ...(narrative !== turn.narrative && { narrative }),
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    try {
      if (Object.keys(change).length > 0) await api.editTurn(sessionId, turn.turnId, change)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="edit-turn" fullWidth maxWidth="md">
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id="edit-turn">{t('Edit this turn')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: '1.25rem', paddingTop: '0.5rem !important' }}>
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
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="contained" disabled={isBlank}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
