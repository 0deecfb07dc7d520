// @vitest-environment happy-dom
import { act } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import type { HostInfo } from '../../src/api/resources.ts'
import { SettingsDialog } from '../../src/page/settings/settings-dialog.tsx'
import { button, click, fakeApi, gate, named, press, render } from '../support/render.tsx'

const options = (...ids: string[]) => ids.map((id) => ({ id, label: id }))
const info = (planner = 'scenes'): HostInfo => ({
  version: '1.0.0',
  opening: { text: '', choices: [] },
  maxPromptLength: 10_000,
  share: { isOn: false, guest: null },
  settings: {
    planner,
    model: null,
    playing: 'planned and narrated by good (home, 127.0.0.1:8080)',
    planners: options('scenes', 'rules'),
    models: options('good', 'broken'),
  },
})

const dialog = <SettingsDialog skillsHref="#/s/s/skills" onClose={() => {}} />
const combobox = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=combobox]')].find(
    (element) => document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent === name,
  )!

/** Switches the details on until the test ends: other files may run in the same process, with the same preferences. */
async function showDetails(): Promise<void> {
  const details = () => document.querySelector<HTMLInputElement>('.details-switch input')!
  await click(details())
  onTestFinished(() => click(details()))
}

async function choose(name: string, option: string): Promise<void> {
  await expect.poll(() => combobox(name)).toBeDefined()
  await act(async () => combobox(name).focus())
  await press(combobox(name), 'ArrowDown')
  await act(async () => named('[role=option]', option).click())
}

test('the settings say with the details which models play', async () => {
  fakeApi(() => ({ body: info() }))
  await render(dialog)
  await expect.poll(() => button('Set up language models')).toBeDefined()
  expect(document.body.textContent).not.toContain('Now: planned')
  await showDetails()
  await expect.poll(() => document.body.textContent).toContain('Now: planned and narrated by good (home')
})

test('FR-036: the settings link to the settings of the skills', async () => {
  fakeApi(() => ({ body: info() }))
  await render(dialog)
  await showDetails()
  expect(button('Skills and their settings').getAttribute('href')).toBe('#/s/s/skills')
})

test('a refused change is reported beside its field, and the value stays', async () => {
  const message = 'A turn is being played; wait for it or stop it first.'
  fakeApi(({ method }) =>
    method === 'GET' ? { body: info() } : { status: 409, body: { error: { code: 'settings_fixed', message } } },
  )
  await render(dialog)
  await choose('Language model', 'broken')
  expect(combobox('Language model').closest('.MuiFormControl-root')?.querySelector('[role=alert]')?.textContent).toBe(
    message,
  )
  expect(combobox('Language model').textContent).toContain('None')
})

test('while another planner is opened its field keeps the focus and cannot be opened', async () => {
  const opening = gate()
  fakeApi(async ({ method }) => {
    if (method === 'PATCH') await opening.opened
    return { body: info(method === 'PATCH' ? 'rules' : 'scenes') }
  })
  await render(dialog)
  await showDetails()
  await choose('Turns are planned by', 'rules')
  expect(document.activeElement).toBe(combobox('Turns are planned by'))
  expect(combobox('Turns are planned by').getAttribute('aria-readonly')).toBe('true')
  expect(document.querySelector('[role=progressbar]')).not.toBeNull()
  await opening.open()
  expect(combobox('Turns are planned by').textContent).toBe('rules')
  expect(document.activeElement).toBe(combobox('Turns are planned by'))
})
