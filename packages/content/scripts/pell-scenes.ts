// The pictures of the campaign "packet-boat": flat shapes on a night sky.

import { line, rect, repeat, shape, size } from './shapes.ts'

const { width, height } = size
const horizon = 300

const night = {
  sky: '#152433',
  high: '#0e1924',
  sea: '#0b141d',
  far: '#1c3042',
  stone: '#24384a',
  near: '#060b10',
  foam: '#8fa6b2',
}
const lamp = '#f2c14e'
const bone = '#efe6d2'

/** The nine rocks, as white water on the horizon. */
function combs(opacity: number): string {
  return repeat(9, (i) => {
    const x = 478 + i * 27 + (i % 3) * 5
    const tall = 5 + ((i * 7) % 5) * 2
    return (
      shape([`${x},${horizon + 9}`, `${x + 7},${horizon + 9 - tall}`, `${x + 14},${horizon + 9}`], '#05090d') +
      line(`M${x - 7} ${horizon + 11} q7 -5 14 0 t14 0`, night.foam, 2, `opacity="${opacity}"`)
    )
  })
}

function sky({ lit }: { lit: boolean }): string {
  const stars = repeat(
    46,
    (i) =>
      `<circle cx="${(i * 211) % width}" cy="${(i * 97) % (horizon - 60)}" r="${i % 5 ? 0.9 : 1.5}" fill="${bone}" opacity="0.45"/>`,
  )
  return (
    rect(0, 0, width, height, lit ? '#1b2f42' : night.sky) + rect(0, 0, width, 110, night.high, 'opacity="0.7"') + stars
  )
}

function sea(): string {
  const waves = repeat(26, (i) => {
    const y = horizon + 22 + ((i * 37) % 170)
    const x = (i * 173) % width
    return line(`M${x} ${y} q14 -5 28 0 t28 0`, night.far, 2)
  })
  return rect(0, horizon, width, height - horizon, night.sea) + waves
}

function lighthouse({ lit }: { lit: boolean }): string {
  const white = lit ? bone : '#34495b'
  return [
    shape(['760,330', '900,330', '925,352', '735,352'], '#0a1219'),
    shape(['800,332', '860,332', '848,128', '812,128'], white),
    repeat(3, (i) => rect(826, 170 + i * 52, 8, 14, '#0a1219')),
    rect(802, 120, 56, 9, '#0a1219'),
    rect(812, 92, 36, 28, lit ? lamp : '#0f1b26', `stroke="#0a1219" stroke-width="4"`),
    shape(['806,92', '854,92', '830,70'], '#0a1219'),
  ].join('')
}

function beams(): string {
  return [
    shape(['830,106', '0,60', '0,250'], lamp, 'opacity="0.28"'),
    shape(['830,106', '0,110', '0,190'], '#fff3cf', 'opacity="0.5"'),
    shape(['830,106', '960,84', '960,132'], lamp, 'opacity="0.35"'),
    `<circle cx="830" cy="106" r="46" fill="${lamp}" opacity="0.35"/><circle cx="830" cy="106" r="22" fill="#fff6dc"/>`,
  ].join('')
}

/** A white hull with a row of windows, turning away. */
function packet(): string {
  const windows = repeat(8, (i) => rect(314 + i * 15, 284, 7, 6, '#b5762a'))
  return (
    shape(['290,296', '452,296', '436,318', '310,318'], bone) +
    rect(308, 279, 128, 17, '#cfc5ae') +
    windows +
    rect(362, 243, 16, 36, '#b5482f') +
    line('M370 240 q22 -24 62 -20', '#9fb0b8', 8, 'opacity="0.5" stroke-linecap="round"')
  )
}

function quay({ lit }: { lit: boolean }): string {
  const houses: [number, number, number][] = [
    [0, 250, 120],
    [112, 278, 92],
    [196, 262, 84],
  ]
  const town = houses
    .map(
      ([x, y, wide]) =>
        rect(x, y, wide, 200, night.near) +
        shape([`${x - 8},${y}`, `${x + wide + 8},${y}`, `${x + wide / 2},${y - 44}`], night.near),
    )
    .join('')
  const window = rect(140, 318, 26, 30, lamp) + line('M153 318 v30 M140 333 h26', night.near, 3)
  const causeway = shape(['250,424', '960,338', '960,352', '300,452'], night.stone)
  const stones = shape(['0,420', '420,440', '520,540', '0,540'], '#111d28')
  const bollards = repeat(
    5,
    (i) => rect(230 + i * 52, 428 + i * 12, 12, 22, night.near) + rect(226 + i * 52, 424 + i * 12, 20, 7, night.near),
  )
  const edge = lit ? line('M0 420 L420 440', bone, 2, 'opacity="0.6"') : ''
  return causeway + town + window + stones + bollards + edge + watcher(352, 488, lit)
}

/** Somebody in a long coat, seen from behind. */
function watcher(x: number, y: number, lit: boolean): string {
  const ink = '#03060a'
  const rim = lit ? line(`M${x + 12} ${y - 84} q14 34 12 84`, bone, 2.5, 'opacity="0.8"') : ''
  return (
    shape([`${x - 14},${y - 82}`, `${x + 14},${y - 82}`, `${x + 26},${y + 40}`, `${x - 26},${y + 40}`], ink) +
    `<circle cx="${x}" cy="${y - 96}" r="13" fill="${ink}"/>` +
    rect(x - 20, y - 106, 40, 5, ink) +
    rect(x - 12, y - 122, 24, 17, ink) +
    rim
  )
}

/** House fronts on the steps of the lane, a candle on each doorstep but one. */
function candles(): string {
  const fronts = repeat(5, (i) => {
    const x = 20 + i * 150
    const ground = 486 - i * 62
    const house =
      rect(x, ground - 210, 150, 210, i % 2 ? '#0b141c' : '#101c27') +
      shape([`${x - 6},${ground - 210}`, `${x + 156},${ground - 210}`, `${x + 75},${ground - 262}`], '#080f16')
    const step =
      rect(x, ground, 150, height - ground, i % 2 ? '#1c2d3c' : '#203446') + rect(x, ground, 150, 5, '#3a5266')
    const door = rect(x + 28, ground - 104, 46, 104, i === 2 ? '#a5762f' : '#04080c')
    if (i === 3) return house + step + door
    const flame = `<circle cx="${x + 104}" cy="${ground - 34}" r="40" fill="${lamp}" opacity="0.16"/><ellipse cx="${x + 104}" cy="${ground - 34}" rx="5" ry="11" fill="${lamp}"/>`
    return (
      house + step + door + flame + rect(x + 100, ground - 24, 8, 18, bone) + rect(x + 90, ground - 6, 28, 5, '#6d93ad')
    )
  })
  const chapel = rect(816, 150, 70, 200, '#0b141c') + shape(['806,152', '896,152', '851,50'], '#080f16')
  const clock = `<circle cx="851" cy="182" r="17" fill="${bone}"/>` + line('M851 182 V168 M851 182 H844', '#0a1219', 3)
  const hill = shape(['770,240', '960,190', '960,540', '770,540'], '#16242f')
  return sky({ lit: false }) + hill + chapel + clock + fronts
}

function telescope(): string {
  const rocks = repeat(9, (i) => {
    const x = 250 + i * 52
    const tall = 34 + ((i * 11) % 7) * 9
    const bird = i === 3 ? `<path d="M${x + 20} ${298 - tall} q8 -12 16 0 z" fill="${bone}"/>` : ''
    return (
      shape([`${x},330`, `${x + 26},${300 - tall}`, `${x + 52},330`], '#060b10') +
      line(`M${x - 6} 332 q16 -12 32 0 t32 0`, bone, 4, 'opacity="0.85"') +
      bird
    )
  })
  return (
    `<defs><clipPath id="eye"><circle cx="480" cy="270" r="240"/></clipPath></defs>` +
    rect(0, 0, width, height, '#020406') +
    `<g clip-path="url(#eye)">${rect(0, 0, width, 310, '#1a2d3f')}${rect(0, 310, width, 230, '#0b141d')}${rocks}${repeat(14, (i) => line(`M${200 + ((i * 83) % 560)} ${356 + ((i * 41) % 150)} q14 -6 28 0 t28 0`, night.far, 3))}</g>` +
    `<circle cx="480" cy="270" r="240" fill="none" stroke="#8a6a2f" stroke-width="10"/>`
  )
}

/** The pictures by name, each the content of an SVG element of that size. */
export const scenes: Record<string, string> = {
  pell: sky({ lit: false }) + sea() + combs(0.45) + lighthouse({ lit: false }) + quay({ lit: false }),
  beam: sky({ lit: true }) + sea() + combs(0.9) + beams() + lighthouse({ lit: true }) + quay({ lit: true }),
  packet:
    sky({ lit: true }) + sea() + combs(0.9) + packet() + beams() + lighthouse({ lit: true }) + quay({ lit: true }),
  candles: candles(),
  combs: telescope(),
}
