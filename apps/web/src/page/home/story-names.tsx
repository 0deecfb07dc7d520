import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { t } from '../language/text.ts'
import type { SessionCard } from '../../api/resources.ts'
import { api, messageOf } from '../api/client.ts'

/** The name and the tags of a story. */
export function StoryNames({
  session: { sessionId, title, tags },
  onClose,
  onSaved,
}: {
  session: SessionCard
  onClose: () => void
  onSaved: () => void
}) {
  const [name, setName] = useState(title)
  const [tagText, setTagText] = useState(tags.join(', '))
  const [problem, setProblem] = useState<string>()
  async function save(event: FormEvent) {
    event.preventDefault()
    const wanted = tagText
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    try {
      if (name.trim() !== title) await api.renameSession(sessionId, name.trim())
      if (wanted.join() !== tags.join()) await api.tagSession(sessionId, wanted)
      onSaved()
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby="story-names" fullWidth maxWidth="xs">
      <form onSubmit={(event) => void save(event)}>
        <DialogTitle id="story-names">{t('Name and tags')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: '1.25rem', paddingTop: '0.5rem !important' }}>
          <TextField
            label={t('Name')}
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem !== undefined}
            helperText={problem}
            slotProps={{ htmlInput: { maxLength: 120, dir: 'auto' }, formHelperText: { role: problem && 'alert' } }}
          />
          <TextField
            label={t('Tags')}
            value={tagText}
            onChange={(event) => setTagText(event.target.value)}
            helperText={t('Separated by commas.')}
            slotProps={{ htmlInput: { dir: 'auto' } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="contained" disabled={name.trim() === ''}>
            {t('Save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
