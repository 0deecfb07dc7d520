import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeWarning } from '../../src/terminal/skill-warning.ts'

it.each([
  ['names a file once', 'skill.json: it is not valid JSON', join('lantern', 'skill.json: it is not valid JSON')],
  [
    'names the path before the reason',
    'the name "a" is taken',
    `${join('lantern', 'skill.json')}: the name "a" is taken`,
  ],
  [
    'contains no control characters',
    'the name "\u001B[31ma\nb" is taken',
    `${join('lantern', 'skill.json')}: the name "[31ma b" is taken`,
  ],
])('a warning about a skill %s', (_, message, expected) => {
  expect(describeWarning({ path: join('lantern', 'skill.json'), message })).toBe(expected)
})
