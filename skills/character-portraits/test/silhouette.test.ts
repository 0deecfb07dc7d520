import { expect, test } from 'vitest'
import { drawSilhouette } from '../src/silhouette/draw.ts'
import { lookOf } from '../src/silhouette/features.ts'

const draw = (description: string, more: { name?: string; pronoun?: 'she' | 'he' | 'they'; key?: string } = {}) =>
  drawSilhouette({ name: 'Mara', aliases: [], pronoun: 'they', key: '00000000', description, ...more })

test.each([
  ['A bald man with glasses.', ['bald', 'glasses'], undefined],
  ['Her white hair is pinned up.', ['hairBun', 'hairWhite'], '#cfc8ba'],
  ['A hooded figure in a green robe.', ['hood', 'cloak'], '#3d6b41'],
  ['The ship’s cat, black as soot.', ['cat'], '#23262b'],
  ['A person like any other.', [], undefined],
])('"%s" is seen', (description, features, colour) => {
  const look = lookOf({ name: 'X', aliases: [], description })
  expect([...look.features].toSorted()).toEqual(features.toSorted())
  expect(look.colour).toBe(colour)
})

test('the same person is drawn in the same way, and every description in another', () => {
  const texts = [
    'bald',
    'a long beard',
    'a wide hat',
    'a hood',
    'a helmet',
    'a broad red coat',
    'a dog',
    'a cat',
    'a raven',
    'glasses',
  ]
  const drawings = texts.map((text) => draw(text))
  expect(new Set(drawings).size).toBe(texts.length)
  expect(texts.map((text) => draw(text))).toEqual(drawings)
  expect(draw('bald', { key: 'ffffffff' })).not.toBe(draw('bald'))
})

test('a name cannot add anything to the drawing', () => {
  const drawing = draw('', { name: '</title><script>alert(1)</script>&\u0000' })
  expect(drawing).not.toContain('<script')
  expect(drawing).toContain('&lt;script&gt;')
  expect(drawing).not.toContain('\u0000')
})
