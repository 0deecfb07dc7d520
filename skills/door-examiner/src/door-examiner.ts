#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'

export default defineTool({
  name: 'door-examiner',
  input: {
    type: 'object',
    properties: {
      target: { type: 'string', maxLength: 200, description: 'The door to examine, such as mysterious_door.' },
      prompt: { type: 'string', description: "The player's words." },
    },
  },
  run({ target = 'door' }, { state, log, patch, choices }) {
    const door = nounOf(target)
    log(`Examining ${door}...`, { target })
    const legible = hasLight(state)
    patch({
      discovered: {
        [`${door}_inscription`]: 'Ancient runes',
        ...(legible && { [`${door}_inscription_meaning`]: readRunes(target) }),
      },
    })
    if (!legible) log.debug('Too dark to read the runes; a lit torch would help.')
    choices(['Open', 'Leave'])
    return `${door[0]!.toUpperCase()}${door.slice(1)} examined.`
  },
})

/** The last word of a name such as `mysterious_door` or `old oak gate`. */
function nounOf(target: string): string {
  return (
    target
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? 'door'
  )
}

function hasLight(state: { inventory?: unknown }): boolean {
  const { inventory } = state as { inventory?: { torch?: { lit?: unknown } } | null }
  return inventory?.torch?.lit === true
}

const subjects = [
  'Who carries fire',
  'Who comes alone',
  'Who forgets a name',
  'Who has nothing to lose',
  'Who asks twice',
]
const verdicts = ['shall pass', 'shall not turn back', 'is awaited', 'opens from within', 'leaves by another way']

// The same door always has the same inscription.
function readRunes(target: string): string {
  const sum = Array.from(target).reduce((total, letter) => (total * 31 + letter.codePointAt(0)!) % 9973, 7)
  return `${subjects[sum % subjects.length]} ${verdicts[Math.floor(sum / subjects.length) % verdicts.length]}.`
}
