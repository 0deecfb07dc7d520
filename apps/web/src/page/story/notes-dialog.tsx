import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useModelLack } from '../hooks/use-model-lack.ts'
import { curled } from '../language/curled.ts'
import { t } from '../language/text.ts'
import { api, messageOf } from '../api/client.ts'
import { FormDialog, useSaving } from '../components/dialog-frame.tsx'
import { FieldProblem } from '../components/field-problem.tsx'
import { DetailsSwitch } from '../settings/details-switch.tsx'
import { NoModelNote } from '../settings/no-model-note.tsx'
import { useSwitch } from '../settings/preferences.ts'

/** The notes as they are being edited. The pinned facts are lines. */
interface Draft {
  style: string
  persona: string
  pinned: string
  note: string
  depth: string
}

const fields = [
  ['style', t('How the story is written'), t('For example: short sentences, in the present tense.')],
  ['persona', t('Your character'), t('Who you are in this story.')],
  ['pinned', t('What is always true'), t('One fact on each line.')],
  ['note', t('For the next turns'), t('What the narrator should pay attention to soon.')],
] as const

/** Edits the author’s notes for the narrating model. */
export function NotesDialog({ sessionId, onClose }: { sessionId: string; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>()
  const [isDetailed] = useSwitch('details.notes')
  const lack = useModelLack()
  const { problem, setProblem, onSubmit } = useSaving(save, onClose)
  useEffect(() => {
    api.getNotes(sessionId).then(
      ({ style = '', persona = '', pinned = [], note }) =>
        setDraft({
          style,
          // Campaigns begin it.
          persona: curled(persona),
          pinned: pinned.join('\n'),
          note: note?.text ?? '',
          depth: String(note?.depth ?? 0),
        }),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }, [sessionId, setProblem])
  async function save() {
    if (!draft) return
    const { style, persona, note: text, depth } = draft
    const pinned = draft.pinned
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    await api.changeNotes(sessionId, { style, persona, pinned, note: { text, depth: Number(depth) } })
  }
  return (
    <FormDialog
      id="story-notes"
      title={t('Notes for the narrator')}
      onClose={onClose}
      onSubmit={onSubmit}
      canSubmit={draft !== undefined}
      extra={<DetailsSwitch name="details.notes" />}
    >
      {lack.isLacking === false && (
        <p className="quiet">{t('The narrator follows these notes from the next turn on.')}</p>
      )}
      <NoModelNote lack={lack}>
        {t('These notes have no effect yet: only a language model follows them, and none is set up.')}
      </NoModelNote>
      {draft &&
        fields.map(([name, label, help]) => (
          <TextField
            key={name}
            label={label}
            multiline
            minRows={name === 'pinned' ? 2 : 1}
            maxRows={8}
            value={draft[name]}
            helperText={help}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            slotProps={{
              // Otherwise an empty field looks as if its label was typed.
              inputLabel: { shrink: true },
              htmlInput: { maxLength: name === 'pinned' ? 100_000 : 4_000, dir: 'auto' },
            }}
          />
        ))}
      {isDetailed && draft && (
        <TextField
          label={t('Turns before the present one')}
          helperText={t('Where the note for the next turns is placed in what the model reads.')}
          type="number"
          value={draft.depth}
          onChange={(event) => setDraft({ ...draft, depth: event.target.value })}
          slotProps={{ htmlInput: { min: 0, max: 100 } }}
        />
      )}
      <FieldProblem message={problem} />
    </FormDialog>
  )
}
