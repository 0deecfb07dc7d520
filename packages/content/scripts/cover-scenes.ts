// The covers of the short campaigns: a hall under a river, and a village under a wall of rock.

import { circle, line, range, rect, repeat, shape, size } from './shapes.ts'

const { width, height } = size

const hall = { dark: '#0b0d10', wall: '#171c21', far: '#1f262c', floor: '#12161a', stone: '#2b353d', slate: '#0f1316' }
const flame = '#f2a541'
const bone = '#efe6d2'

/** The stones of a wall of the hall, narrower towards its far end. */
function courses(side: 1 | -1): string {
  const near = side === 1 ? width : 0
  const far = side === 1 ? 610 : 350
  return repeat(6, (i) => line(`M${near} ${60 + i * 84} L${far} ${178 + i * 34}`, hall.stone, 2, 'opacity="0.55"'))
}

function door(): string {
  return [
    rect(350, 150, 260, 220, hall.far),
    line('M350 150 H610', hall.stone, 3),
    // The light behind the door shows around it.
    shape(['424,370', '424,214', '480,182', '536,214', '536,370'], '#5a4326'),
    shape(['429,370', '429,217', '480,188', '531,217', '531,370'], hall.slate),
    line('M429 292 H531', hall.stone, 2),
    line('M480 190 V370', hall.stone, 2),
    line('M452 248 q28 -18 56 0', '#6f7f8a', 2),
    line('M448 262 q32 -20 64 0', '#6f7f8a', 2, 'opacity="0.7"'),
  ].join('')
}

function river(): string {
  // What fills the worn groove of the floor is only a shine.
  const shine = repeat(7, (i) =>
    line(`M${470 - i * 14} ${388 + i * 22} q${10 + i * 6} -7 ${20 + i * 12} 0`, '#3f5361', 2, 'opacity="0.8"'),
  )
  return shape(['446,370', '514,370', '660,540', '300,540'], '#0d1216') + shine
}

function torch(): string {
  return [
    circle(196, 250, 190, flame, 'opacity="0.07"'),
    circle(196, 250, 120, flame, 'opacity="0.09"'),
    circle(196, 250, 62, flame, 'opacity="0.16"'),
    line('M196 262 L186 430', '#4a3420', 12, 'stroke-linecap="round"'),
    line('M182 266 H212', '#6b6f73', 7),
    `<path d="M196 196 c34 36 26 62 0 68 c-28 -6 -30 -34 0 -68 z" fill="${flame}"/>`,
    `<path d="M197 226 c14 18 10 32 0 36 c-12 -4 -12 -18 0 -36 z" fill="${bone}"/>`,
  ].join('')
}

const morning = { sky: '#9fb3c4', low: '#d9cdbb', rock: '#46566a', shade: '#34414f', snow: '#dfe4e6', pine: '#22313a' }

function mountains(): string {
  return [
    rect(0, 0, width, height, morning.sky),
    rect(0, 150, width, 190, morning.low, 'opacity="0.55"'),
    shape(['0,260', '150,70', '280,190', '430,20', '600,210', '760,60', '960,230', '960,430', '0,430'], morning.rock),
    shape(['430,20', '600,210', '520,250', '470,150', '430,190'], morning.shade),
    shape(['760,60', '960,230', '960,300', '820,210', '770,190'], morning.shade),
    shape(['150,70', '190,107', '160,124', '138,108', '112,118'], morning.snow),
    shape(['430,20', '474,69', '440,92', '414,70', '384,79'], morning.snow),
    shape(['760,60', '808,101', '776,122', '752,98', '722,103'], morning.snow),
  ].join('')
}

function houses(): string {
  return repeat(7, (i) => {
    const x = 40 + i * 62 + (i % 2) * 12
    const y = 352 - (i % 3) * 14
    const lit = i % 3 === 1 ? rect(x + 18, y + 22, 9, 11, '#f2c14e') : ''
    const walls = rect(x, y, 46, 50, i % 2 ? '#5b4a40' : '#4d4038')
    return walls + shape([`${x - 6},${y}`, `${x + 23},${y - 24}`, `${x + 52},${y}`], morning.snow) + lit
  })
}

/** The school, whose belfry is empty. */
function school(): string {
  const windows = range(4).map((i) => rect(620 + i * 48, 356, 24, 34, i === 2 ? '#f2c14e' : '#2a3239'))
  return [
    rect(596, 330, 216, 100, '#6a3f36'),
    shape(['580,332', '704,262', '828,332'], morning.snow),
    rect(676, 208, 56, 76, '#7a4a3f'),
    shape(['668,212', '704,170', '740,212'], morning.snow),
    `<path d="M688 272 V240 a16 16 0 0 1 32 0 V272 z" fill="${morning.sky}"/>`,
    line('M690 238 H718', '#3b2a24', 4),
    line('M704 240 V262', '#3b2a24', 2),
    ...windows,
  ].join('')
}

function snow(): string {
  const pines = repeat(9, (i) => {
    const x = (i * 131 + 20) % width
    const y = 452 + ((i * 53) % 60)
    return shape([`${x},${y}`, `${x + 14},${y - 46}`, `${x + 28},${y}`], morning.pine)
  })
  const steps = repeat(11, (i) => circle(560 + i * 13, 520 - i * 8, 3, '#9fb0ba'))
  return `<path d="M0 402 q240 -26 470 6 t490 -10 V540 H0 z" fill="${morning.snow}"/>` + steps + pines
}

/** The cover of each campaign by its name. */
export const covers: Record<string, Record<string, string>> = {
  'door-without-a-handle': {
    door: [
      rect(0, 0, width, height, hall.dark),
      shape(['0,0', '350,150', '350,370', '0,540'], hall.wall),
      shape([`${width},0`, '610,150', '610,370', `${width},540`], hall.wall),
      shape(['0,540', '350,370', '610,370', `${width},540`], hall.floor),
      courses(-1),
      courses(1),
      door(),
      river(),
      torch(),
    ].join(''),
  },
  'school-bell': { school: [mountains(), houses(), snow(), school()].join('') },
}
