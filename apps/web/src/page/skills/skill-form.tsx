import Button from '@mui/material/Button'
import { type FormEvent, useMemo, useState } from 'react'
import type { SkillDetail } from '../../api/skill-resources.ts'
import { ApiError, api, messageOf } from '../api/client.ts'
import { useNotice } from '../shell/notices.tsx'
import { SettingField } from './setting-field.tsx'
import { type Entered, changedValues, initialValues } from './form-values.ts'

/** A skill's settings as a form made from its schema; what is wrong stands beside its field (FR-038, FR-044). */
export function SkillForm({ skill, onSaved }: { skill: SkillDetail; onSaved: (skill: SkillDetail) => void }) {
  const [edits, setEdits] = useState<Record<string, Entered>>({})
  const [issues, setIssues] = useState(skill.issues)
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const tell = useNotice()
  const entered = useMemo(() => ({ ...initialValues(skill.fields), ...edits }), [skill.fields, edits])
  const changes = changedValues(skill.fields, entered)
  const changed = Object.keys(changes).length > 0

  async function save(event: FormEvent) {
    event.preventDefault()
    setSaving(true)
    try {
      const saved = await api.configureSkill(skill.name, changes)
      setEdits({})
      setIssues(saved.issues)
      setProblem(undefined)
      onSaved(saved)
      tell('Saved. It counts from the next turn on.')
    } catch (error) {
      setIssues(error instanceof ApiError ? [...error.issues] : [])
      setProblem(messageOf(error))
      focusFirst(error instanceof ApiError ? error.issues : [])
    } finally {
      setSaving(false)
    }
  }

  const categories = [...new Set(skill.fields.map((field) => field.category ?? ''))]
  return (
    <form className="skill-form" onSubmit={(event) => void save(event)} noValidate>
      {categories.map((category) => (
        <fieldset key={category}>
          {category !== '' && <legend>{category}</legend>}
          {skill.fields
            .filter((field) => (field.category ?? '') === category)
            .map((field) => (
              <SettingField
                key={field.name}
                field={field}
                value={entered[field.name]!}
                issue={issues.find((issue) => issue.field === field.name)?.message}
                onChange={(value) => {
                  setEdits({ ...edits, [field.name]: value })
                  setIssues(issues.filter((issue) => issue.field !== field.name))
                }}
              />
            ))}
        </fieldset>
      ))}
      <p role="alert" className="field-problem">
        {problem ?? issues.find((issue) => issue.field === '')?.message}
      </p>
      <div className="form-actions">
        <Button type="submit" variant="contained" disabled={!changed || saving}>
          Save
        </Button>
        <Button
          disabled={!changed || saving}
          onClick={() => {
            setEdits({})
            setIssues(skill.issues)
            setProblem(undefined)
          }}
        >
          Discard changes
        </Button>
      </div>
    </form>
  )
}

/** Brings the player to the first field that is wrong. */
function focusFirst(issues: readonly { field: string }[]): void {
  const first = issues.find(({ field }) => field !== '')
  if (first) setTimeout(() => document.getElementById(`setting-${first.field}`)?.focus())
}
