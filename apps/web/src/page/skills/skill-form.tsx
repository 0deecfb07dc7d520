import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type FormEvent, useMemo, useState } from 'react'
import { t } from '../language/text.ts'
import type { SettingField, SkillDetail } from '../../api/skill-resources.ts'
import { ApiError, api, messageOf } from '../api/client.ts'
import { useNotice } from '../components/notices.tsx'
import { disabledLook } from '../components/disabled-look.ts'
import { SettingInput } from './setting-input.tsx'
import { type Entered, changedValues, initialValues } from './form-values.ts'

interface SkillFormProps {
  skill: SkillDetail
  /** Whether all settings are shown, and not only those that players need, were changed, or are wrong. */
  isDetailed: boolean
  onSaved: (skill: SkillDetail) => void
}

/** A form for the settings of a skill, with errors beside the fields. */
export function SkillForm({ skill, isDetailed, onSaved }: SkillFormProps) {
  const [edits, setEdits] = useState<Record<string, Entered>>({})
  const fields = useMemo(() => skill.settings.flatMap((group) => group.fields), [skill.settings])
  const [issues, setIssues] = useState<readonly { field: string; message: string }[]>([])
  const [problem, setProblem] = useState<string>()
  const [saving, setSaving] = useState(false)
  const notify = useNotice()
  const entered = useMemo(() => ({ ...initialValues(fields), ...edits }), [fields, edits])
  const changes = changedValues(fields, entered)
  const still = saving || Object.keys(changes).length === 0

  async function save(event: FormEvent) {
    event.preventDefault()
    if (still) return
    setSaving(true)
    try {
      const saved = await api.configureSkill(skill.name, changes)
      // Text that was typed meanwhile stays.
      setEdits((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== edits[name])))
      setIssues([])
      setProblem(undefined)
      onSaved(saved)
      notify(t('Saved. The next turn uses the new settings.'))
    } catch (error) {
      setIssues(error instanceof ApiError ? [...error.issues] : [])
      setProblem(messageOf(error))
      focusFirst(error instanceof ApiError ? error.issues : [])
    } finally {
      setSaving(false)
    }
  }

  /** The errors of the last request, else those of the saved values that were not changed yet. */
  function issueOf(field: SettingField): string | undefined {
    const issue = issues.find((each) => each.field === field.name)?.message
    return issue ?? (edits[field.name] === undefined ? field.issue : undefined)
  }

  const isShown = (field: SettingField) =>
    isDetailed || !field.advanced || issueOf(field) !== undefined || edits[field.name] !== undefined
  const groups = skill.settings
    .map(({ category, fields: inCategory }) => ({ category, shown: inCategory.filter(isShown) }))
    .filter(({ shown }) => shown.length > 0)
  if (groups.length === 0)
    return <p className="quiet">{t('Its settings are for makers. Switch on the technical details to see them.')}</p>
  return (
    <form className="skill-form" onSubmit={(event) => void save(event)} noValidate>
      {groups.map(({ category, shown }) => (
        <fieldset key={category}>
          {category !== '' && groups.length > 1 && <legend>{category}</legend>}
          {shown.map((field) => (
            <SettingInput
              key={field.name}
              field={field}
              isDetailed={isDetailed}
              value={entered[field.name]!}
              issue={issueOf(field)}
              onChange={(value) => {
                setEdits((now) => ({ ...now, [field.name]: value }))
                setIssues((now) => now.filter((issue) => issue.field !== field.name))
              }}
            />
          ))}
        </fieldset>
      ))}
      <p role="alert" className="field-problem">
        {problem ?? issues.find((issue) => issue.field === '')?.message}
      </p>
      <Stack direction="row" sx={{ gap: '0.5rem' }}>
        <Button type="submit" variant="contained" {...disabledLook(still)}>
          {t('Save')}
        </Button>
        <Button
          {...disabledLook(still)}
          onClick={() => {
            if (still) return
            setEdits({})
            setIssues([])
            setProblem(undefined)
          }}
        >
          {t('Discard changes')}
        </Button>
      </Stack>
    </form>
  )
}

/** Focuses the first invalid field. */
function focusFirst(issues: readonly { field: string }[]): void {
  const first = issues.find(({ field }) => field !== '')
  if (first) setTimeout(() => document.getElementById(`setting-${first.field}`)?.focus())
}
