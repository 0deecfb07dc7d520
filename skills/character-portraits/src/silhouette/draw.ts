import { escapeXml, ellipse, path, rect } from './shapes.ts'
import type { Subject } from '../subject.ts'
import { drawAnimal } from './animal.ts'
import { type Feature, lookOf } from './features.ts'
import { drawHead, skin } from './head.ts'

const size = { width: 480, height: 600 }
/** Backgrounds and usual clothes, one of which a person has by their key. */
const skies = ['#c9b79a', '#a9b8b3', '#c3a78f', '#9fb0bf', '#b8b49c', '#b9a3a8', '#98a892', '#c7b27f']
const clothes = ['#3a4652', '#4b3f4a', '#3f4a3d', '#50443a', '#39424a', '#463a35']

/**
 * Draws a person as a silhouette, from what their description says: build, hair, what they wear on the head, beard, glasses,
 * clothes and their colour. The same person and description give the same drawing, as SVG.
 */
export function drawSilhouette(subject: Pick<Subject, 'name' | 'aliases' | 'description' | 'pronoun' | 'key'>): string {
  const { features, colour } = lookOf(subject)
  const [one, other] = numbersOf(subject.key)
  const sky = skies[one % skies.length]!
  const cloth = colour ?? clothes[other % clothes.length]!
  const has = (feature: Feature) => features.has(feature)
  const figure = (['dog', 'cat', 'bird'] as const).find(has)
  const body = figure ? drawAnimal(figure, cloth) : drawPerson({ has, cloth, isWoman: subject.pronoun === 'she' })
  const { width, height } = size
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(subject.name)}</title>`,
    `<defs><radialGradient id="light" cx="0.5" cy="0.38" r="0.7"><stop offset="0" stop-color="#f4ead2" stop-opacity="0.9"/><stop offset="1" stop-color="${sky}" stop-opacity="0"/></radialGradient></defs>`,
    rect(0, 0, width, height, sky),
    rect(0, 0, width, height, 'url(#light)'),
    body,
    '</svg>',
  ].join('')
}

function drawPerson({
  has,
  cloth,
  isWoman,
}: {
  has: (feature: Feature) => boolean
  cloth: string
  isWoman: boolean
}): string {
  const wide = has('broad') ? 175 : has('small') ? 110 : has('thin') ? 120 : isWoman ? 132 : 148
  const top = has('small') ? 400 : has('thin') ? 352 : 372
  const stoop = has('old') ? 10 : 0
  const shoulders = path(
    `M${240 - wide} 600 C${240 - wide} ${top + 70} ${240 - wide + 34} ${top + 26} ${240 - 52} ${top} L${240 + 52} ${top} C${240 + wide - 34} ${top + 26} ${240 + wide} ${top + 70} ${240 + wide} 600 Z`,
    cloth,
  )
  const collar = has('coat')
    ? path(
        `M${240 - 62} ${top + 2} L240 ${top + 120} L${240 + 62} ${top + 2} L${240 + 34} ${top - 18} L240 ${top + 60} L${240 - 34} ${top - 18} Z`,
        '#00000033',
      )
    : has('dress')
      ? path(
          `M${240 - 58} ${top + 4} Q240 ${top + 82} ${240 + 58} ${top + 4} L${240 + 40} ${top - 8} Q240 ${top + 48} ${240 - 40} ${top - 8} Z`,
          '#ffffff2e',
        )
      : ''
  const cloak = has('cloak')
    ? path(
        `M${240 - wide - 26} 600 C${240 - wide} ${top + 10} ${240 - 80} ${top - 20} 240 ${top - 16} C${240 + 80} ${top - 20} ${240 + wide} ${top + 10} ${240 + wide + 26} 600 L${240 + wide - 30} 600 C${240 + 60} ${top + 120} ${240 - 60} ${top + 120} ${240 - wide + 30} 600 Z`,
        '#00000040',
      )
    : ''
  const scarf = has('scarf')
    ? ellipse(240, top - 6, 74, 30, '#00000059') + path(`M262 ${top + 10} l34 120 l-44 8 l-22 -120 Z`, '#00000059')
    : ''
  const neck = rect(240 - 34, top - 74, 68, 92, skin) + ellipse(240 + stoop / 2, top - 44, 34, 22, '#00000026')
  const head = drawHead({ has, isWoman, centre: { x: 240 + stoop, y: top - 128 + stoop } })
  return [head.behind, neck, shoulders, collar, cloak, scarf, head.front].join('')
}

function numbersOf(key: string): [number, number] {
  return [Number.parseInt(key.slice(0, 4), 16) || 0, Number.parseInt(key.slice(4, 8), 16) || 0]
}
