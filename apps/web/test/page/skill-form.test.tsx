// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { SettingField, SkillDetail } from '../../src/api/skill-resources.ts'
import { SkillForm } from '../../src/page/skills/skill-form.tsx'
import { button, click, fakeApi, field, fill, gate, render } from '../support/render.tsx'

const setting = (name: string, rest: Partial<SettingField> = {}): SettingField =>
  ({
    name,
    label: name,
    kind: 'text',
    description: '',
    required: false,
    sensitive: false,
    source: 'default',
    ...rest,
  }) as SettingField
const fields = [
  setting('key', { sensitive: true }),
  setting('temperature', { kind: 'number' }),
  setting('notes', { kind: 'text' }),
]
const skill = (saved: Record<string, string> = {}): SkillDetail =>
  ({
    name: 'actor',
    settings: [
      {
        category: '',
        fields: fields.map((each) =>
          saved[each.name] === undefined ? each : { ...each, source: 'saved', value: saved[each.name] },
        ),
      },
    ],
  }) as SkillDetail

function World() {
  const [current, setCurrent] = useState(skill())
  return <SkillForm skill={current} isDetailed onSaved={setCurrent} />
}

test('settings for makers and their limits are shown with the details, and always if they are wrong', async () => {
  const one = (rest: Partial<SettingField>) => ({
    name: 'actor',
    settings: [{ category: '', fields: [setting('depth', { maximum: 9, ...rest }), setting('words')] }],
  })
  const form = (rest: Partial<SettingField>, isDetailed: boolean) => (
    <SkillForm skill={one(rest) as SkillDetail} isDetailed={isDetailed} onSaved={() => {}} />
  )
  const names = () => [...document.querySelectorAll('input')].map(({ id }) => id)
  const show = await render(form({ advanced: true }, false))
  expect(names()).toEqual(['setting-words'])
  await show(form({ advanced: true, issue: 'must be at most 9' }, false))
  expect(names()).toEqual(['setting-depth', 'setting-words'])
  await show(form({ advanced: true }, true))
  expect(names()).toEqual(['setting-depth', 'setting-words'])
  expect(document.body.textContent).toContain('at most 9')
  await show(form({}, false))
  expect(names()).toEqual(['setting-depth', 'setting-words'])
  expect(document.body.textContent).not.toContain('at most 9')
})

test('FR-044: invalid settings are reported beside their fields, and the first of them gets the focus', async () => {
  const issues = [
    { field: 'key', message: 'must have at least 8 characters' },
    { field: 'temperature', message: 'must be at most 2' },
  ]
  fakeApi(() => ({ status: 422, body: { error: { code: 'invalid_request', message: 'Some are wrong.', issues } } }))
  await render(<World />)
  expect(field('key').type).toBe('password')
  await fill(field('key'), 'short')
  await fill(field('temperature'), '9')
  await click(button('Save'))
  for (const { field: name, message } of issues) {
    expect(field(name).getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field(name).getAttribute('aria-describedby')!)?.textContent).toBe(message)
  }
  await expect.poll(() => document.activeElement).toBe(field('key'))
})

test('text that is typed while the form is saved stays; the Save button keeps the focus', async () => {
  const saving = gate()
  const requests = fakeApi(async () => {
    await saving.opened
    return { body: skill({ notes: 'first' }) }
  })
  await render(<World />)
  expect(button('Save').getAttribute('aria-disabled')).toBe('true')
  await fill(field('notes'), 'first')
  await click(button('Save'))
  await fill(field('temperature'), '0.25')
  await click(button('Save'))
  await saving.open()
  expect(requests.map(({ body }) => body)).toEqual([{ values: { notes: 'first' } }])
  expect(field('notes').value).toBe('first')
  expect(field('temperature').value).toBe('0.25')
  expect(document.activeElement).toBe(button('Save'))
})

test('discarding restores the saved values and keeps the focus', async () => {
  fakeApi(() => ({}))
  await render(<World />)
  await fill(field('notes'), 'changed')
  await click(button('Discard changes'))
  expect(field('notes').value).toBe('')
  expect(document.activeElement).toBe(button('Discard changes'))
  expect(button('Save').getAttribute('aria-disabled')).toBe('true')
})
