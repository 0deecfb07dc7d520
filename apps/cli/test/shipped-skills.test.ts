import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { narratoria } from './command-line.ts'
import { otherThanDefault, prepareSettings, settingsInOrder } from './shipped-skills.ts'

describe.each(['storyteller', 'memory', 'reputation', 'dice-roller'])('narratoria skills config %s', (name) => {
  it('SC-003, 002 US2.2: one answer per setting changes them all', async () => {
    const { args, home, settings, saved, file } = prepareSettings(name)
    const order = await settingsInOrder(args, home)
    expect(order.toSorted()).toEqual(Object.keys(settings).toSorted())
    const answers = order.map((field) => otherThanDefault(settings[field]!))
    const { code, stderr } = await narratoria(args, { home, input: `${answers.join('\n')}\n` })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(Object.keys(saved()).toSorted()).toEqual(Object.keys(settings).toSorted())
    for (const [field, value] of Object.entries(saved())) expect(value, field).not.toEqual(settings[field]!.default)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
