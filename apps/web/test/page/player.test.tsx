// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { ShortcutsDialog } from '../../src/page/comfort/shortcuts-dialog.tsx'
import { shortcuts, useShortcuts } from '../../src/page/comfort/shortcuts.ts'
import { speakersAmong } from '../../src/page/player/find-speakers.ts'
import { inPlayersWords, skillTitle } from '../../src/page/player/shipped-skills.ts'
import { doingOf } from '../../src/page/player/skill-words.ts'
import { KnownWorld } from '../../src/page/player/known-world.tsx'
import { NotedState } from '../../src/page/player/noted-state.tsx'
import { screens } from '../../src/page/routing/route.ts'
import { DetailsSwitch } from '../../src/page/settings/details-switch.tsx'
import { setPreferences } from '../../src/page/settings/preferences.ts'
import { sidesOf } from '../../src/page/story/dice.tsx'
import { click, press, render } from '../support/render.tsx'

const people = [
  { name: 'Captain Mara Vell', portraitUrl: '/mara' },
  { name: 'the ferryman', portraitUrl: '/ferryman' },
]

test.each([
  ['“Come in,” says Captain Mara Vell.', '/mara'],
  ['Mara turns round. “Who sent you?”', '/mara'],
  ['The ferryman spits. "Two coins, and no questions."', '/ferryman'],
  ['Mara looks at the ferryman. “Pay him, will you?”', '/mara'],
  ['Mara turns round and says nothing.', undefined],
  ['“Mara will hear of this,” says a stranger.', undefined],
  ['They call the boat “Mara”, after the ferryman.', undefined],
  ['“Wait for me here!” shouts Maral.', undefined],
])('the speaker of %j is %s', (paragraph, portraitUrl) => {
  expect(speakersAmong(people)([paragraph], '')[0]?.speaker.portraitUrl).toBe(portraitUrl)
})

test('speech without a word beside it goes on what was said before, or answers the only person named by the player', () => {
  const find = (prompt: string, ...paragraphs: string[]) =>
    speakersAmong(people)(paragraphs, prompt).map(
      (speech) => speech && [speech.speaker.portraitUrl, speech.isContinued],
    )
  expect(find('look', '“Come in,” says Mara.', '“You are late, and wet.”', '“Sit down.”')).toEqual([
    ['/mara', false],
    ['/mara', true],
    ['/mara', true],
  ])
  expect(find('look', '“Come in,” says Mara.', 'The rain falls.', '“Who are you?”')).toEqual([
    ['/mara', false],
    undefined,
    undefined,
  ])
  expect(find('Ask Mara about the light', '“It went out once, so they said.”', '“That was a wick.”')).toEqual([
    ['/mara', false],
    ['/mara', true],
  ])
  expect(find('Ask Mara about the ferryman', '“It went out once, so they said.”')).toEqual([undefined])
  expect(find('Hello, Mara.', '“Hello, Mara.”')).toEqual([undefined])
})

test.each([
  ['2d6+3', 2, [6, 6]],
  ['d20', 1, [20]],
  ['1d8+2d4', 3, [8, 4, 4]],
  ['4d6kh3', 3, [6, 6, 6]],
  ['d%', 1, [100]],
  ['1d8+1d6', 1, [undefined]],
  ['luck', 2, [undefined, undefined]],
])('the dice of %s with %i rolls have these sides: %j', (formula, count, sides) => {
  expect(sidesOf(formula, count)).toEqual(sides)
})

test('a working tool is described by its own progress, else by its skill, else by its name', () => {
  expect(doingOf({ skill: 'dice-roller', script: 'roll', progress: { label: 'Shaking the cup' } })).toBe(
    'Shaking the cup',
  )
  expect(doingOf({ skill: 'dice-roller', script: 'roll' })).toBe('The dice are rolling')
  expect(doingOf({ script: 'open_the-gate' })).toBe('Open the gate is at work')
})

test('a noted state is shown as names and values, without what skills keep for themselves', async () => {
  const torch = { lit: true, left: 60, seen: [], parts: ['wood', 'pitch'] }
  await render(<NotedState state={{ torch, world: { at: {} }, _cache: 1, gone: null }} />)
  expect(document.body.textContent).toBe('TorchLityesLeft60SeennothingPartswood, pitch')
})

function Page({ onKey }: { onKey: () => void }) {
  useShortcuts({ reading: onKey })
  return (
    <>
      <input aria-label="field" />
      <p tabIndex={-1}>text</p>
    </>
  )
}

test('a key of one letter works outside of fields only, without other keys, and can be switched off', async () => {
  const onKey = vi.fn<() => void>()
  await render(<Page onKey={onKey} />)
  await press(document.querySelector('p')!, 'r')
  expect(onKey).toHaveBeenCalledTimes(1)
  await press(document.querySelector('input')!, 'r')
  await press(document.querySelector('p')!, 'r', { ctrlKey: true })
  await press(document.querySelector('p')!, 'x')
  expect(onKey).toHaveBeenCalledTimes(1)
  await act(async () => setPreferences({ shortcuts: 'off' }))
  await press(document.querySelector('p')!, 'r')
  expect(onKey).toHaveBeenCalledTimes(1)
  await act(async () => setPreferences({ shortcuts: 'on' }))
})

test('digits in the order of the navigation open the screens, also when the details change their names', async () => {
  expect(screens.map((screen) => shortcuts[screen].key)).toEqual(['1', '2', '3', '4', '5'])
  const keys = Object.values(shortcuts).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  await render(
    <>
      <DetailsSwitch name="details.tools" />
      <ShortcutsDialog onClose={() => {}} />
    </>,
  )
  const switchDetails = () => click(document.querySelector<HTMLElement>('.details-switch input')!)
  const listed = () => [...document.querySelectorAll('.keys div')].slice(-5).map(({ textContent }) => textContent)
  expect(listed()).toEqual(['1Story', '2Backstage', '3Pictures', '4Journal', '5Extras'])
  await switchDetails()
  expect(listed()).toEqual(['1Narrative', '2Tools', '3Assets', '4State', '5Skills'])
  await switchDetails()
})

test('what the player knows has the apostrophes of a book', async () => {
  const world = {
    place: { name: "the sailors' room", description: "It's dry here.", isDark: false },
    exits: [{ direction: 'north', to: "Hester's kitchen", isClosed: false }],
    carried: ["a clerk's pen"],
    people: [
      { name: "Tobit's wife", isHere: true, isDead: false, feeling: 0, doing: "doesn't sit", portraitUrl: null },
    ],
    goals: [{ text: "Find the light's keeper.", isDone: true }],
    places: ["the sailors' room", "the keeper's house"],
    ending: "you're home",
  }
  await render(<KnownWorld world={world} />)
  expect(document.body.textContent).toContain('Find the light’s keeper.')
  expect(document.body.textContent).not.toContain("'")
})

test('a shipped skill is named in the player’s words, another one as its manifest names it', () => {
  const dice = { name: 'dice-roller', displayName: 'Dice Roller', description: 'Rolls dice. Use it when …' }
  expect(inPlayersWords(dice).title).toBe('Dice')
  expect(inPlayersWords({ ...dice, name: 'my-dice' })).toEqual({ title: 'Dice Roller', about: dice.description })
  expect(inPlayersWords({ ...dice, name: 'constructor' }).title).toBe('Dice Roller')
  expect([skillTitle('npc-perception'), skillTitle('sing_along')]).toEqual(['What people think of you', 'Sing along'])
})
