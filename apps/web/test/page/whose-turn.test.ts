import { expect, test } from 'vitest'
import { shownName, turnWords } from '../../src/page/story/whose-turn.ts'

const host = (name: string) => ({ id: 'host', name, role: 'host', isHere: true, hasVoted: false }) as const
const ada = { id: 'ada', name: 'Ada', role: 'player', isHere: true, hasVoted: false } as const

test.each([
  [host('Mina'), 'host', 'Mina (you)'],
  [host('Mina'), 'ada', 'Mina'],
  [host('Host'), 'host', 'You'],
  [host('Host'), 'ada', 'Your host'],
  [ada, 'ada', 'Ada (you)'],
  [ada, 'host', 'Ada'],
])('%j is shown to %s as %s', (person, you, name) => {
  expect(shownName(person, you)).toBe(name)
})

test.each([
  ['Mina', 'It is Mina’s turn.'],
  ['Host', 'It is your host’s turn.'],
])('the turn of a host with the name %s is in words: %s', (name, words) => {
  expect(turnWords({ turnOf: 'host', people: [host(name), ada] })).toBe(words)
})
