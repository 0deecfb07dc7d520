import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { t } from '../language/text.ts'
import type { SessionCard } from '../../api/resources.ts'
import { api } from '../api/client.ts'
import { FormDialog, useSaving } from '../components/dialog-frame.tsx'

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
  async function save() {
    const wanted = tagText
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    if (name.trim() !== title) await api.renameSession(sessionId, name.trim())
    if (wanted.join() !== tags.join()) await api.tagSession(sessionId, wanted)
    onSaved()
  }
  const { problem, onSubmit } = useSaving(save, onClose)
  return (
    <FormDialog
      id="story-names"
      title={t('Name and tags')}
      maxWidth="xs"
      onClose={onClose}
      onSubmit={onSubmit}
      canSubmit={name.trim() !== ''}
    >
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
    </FormDialog>
  )
}
