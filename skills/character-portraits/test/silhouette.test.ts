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

test.each(['a woman with long dark hair', 'a man with a beard', 'a girl with curly hair'])(
  'the face of %s differs from the hair and from the background',
  (description) => {
    const colours = [...draw(description).matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour!)
    const [background] = colours
    const face = '#8b7e75'
    const hair = '#26201f'
    expect(colours).toEqual(expect.arrayContaining([face, hair]))
    expect(contrast(face, hair)).toBeGreaterThan(3)
    expect(contrast(face, background!)).toBeGreaterThan(1.5)
  },
)

/** The contrast of two colours, as WCAG defines it. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
