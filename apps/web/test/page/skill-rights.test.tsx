// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { SkillDetail } from '../../src/api/skill-resources.ts'
import { SkillRights } from '../../src/page/skills/skill-rights.tsx'
import { render } from '../support/render.tsx'

const origin = {
  kind: 'package' as const,
  source: '@someone/bell',
  addedAt: '2026-01-02T03:04:05.000Z',
  digest: 'abc',
  changed: false,
}
const demands = (runs: SkillDetail['demands']['runs']): SkillDetail['demands'] => ({
  programs: ['scripts/ring.sh'],
  runs,
  network: false,
  variables: ['BELL_TONE'],
})

test('shows where an added skill comes from and what it asks for', async () => {
  await render(<SkillRights skill={{ demands: demands('in_sandbox'), origin }} />)
  const text = document.body.textContent!
  for (const part of [
    'Added on 2026-01-02 from the package @someone/bell.',
    'in a sandbox',
    'Programs: scripts/ring.sh',
    'Network: no',
    'Environment variables: BELL_TONE',
  ])
    expect(text).toContain(part)
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('warns of a changed one, and says that guidance runs nothing', async () => {
  await render(<SkillRights skill={{ demands: demands('nothing'), origin: { ...origin, changed: true } }} />)
  expect(document.querySelector('[role=alert]')?.textContent).toContain('changed after it was added')
  expect(document.body.textContent).toContain('It runs nothing.')
  expect(document.body.textContent).not.toContain('Network')
})
