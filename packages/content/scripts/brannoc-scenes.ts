// The pictures of the campaign "nobody-aboard": flat shapes in tea brown, grey and green.
import { circle, line, rect, repeat, shape, size } from './shapes.ts'

const { width, height } = size
const dark = '#14110f'
const steel = '#3b3f45'
const pale = '#d9d3c3'
const green = '#5fae5a'
const violet = '#6f5a9c'
const lemon = '#f0cf4a'

function stars(): string {
  return repeat(60, (i) => circle((i * 197) % width, (i * 89) % height, i % 6 ? 0.9 : 1.6, pale, 'opacity="0.5"'))
}

/** The planet: bands of weather. */
function planet(): string {
  const bands = repeat(9, (i) => {
    const y = 330 + i * 26
    return line(`M0 ${y} q240 ${-26 + (i % 3) * 8} 480 -6 t480 ${6 - (i % 4) * 4}`, i % 2 ? '#8a5f38' : '#6b4628', 14)
  })
  const disc = 'cx="480" cy="760" rx="820" ry="460"'
  return `<clipPath id="disc"><ellipse ${disc}/></clipPath><ellipse ${disc} fill="#7a5230"/><g clip-path="url(#disc)">${bands}</g>`
}

const ring =
  `<g transform="rotate(-11 480 210)"><ellipse cx="480" cy="210" rx="250" ry="74" fill="none" stroke="${steel}" stroke-width="30"/>` +
  `<ellipse cx="480" cy="210" rx="250" ry="74" fill="none" stroke="#575c63" stroke-width="3"/>` +
  repeat(4, (i) => line(`M480 210 L${[232, 728, 410, 550][i]} ${[205, 215, 140, 281][i]}`, steel, 8)) +
  circle(480, 210, 30, '#4a4f56') +
  rect(574, 262, 46, 10, green, 'rx="4"') +
  `</g>`

function tree(): string {
  const leaves = repeat(46, (i) => {
    const [x, y] = [330 + ((i * 71) % 300), 90 + ((i * 43) % 170)]
    return `<ellipse cx="${x}" cy="${y}" rx="26" ry="13" fill="${i % 3 ? '#3f7d3c' : green}" transform="rotate(${(i * 37) % 180} ${x} ${y})"/>`
  })
  const lemons = repeat(
    9,
    (i) => `<ellipse cx="${360 + ((i * 97) % 240)}" cy="${120 + ((i * 59) % 130)}" rx="11" ry="14" fill="${lemon}"/>`,
  )
  const crown = `<ellipse cx="480" cy="170" rx="165" ry="88" fill="#2f6331"/>`
  return crown + line('M480 430 C470 350 500 300 476 210', '#5a4632', 18) + leaves + lemons
}

/** The pictures by file name. */
export const scenes: Record<string, string> = {
  ring: rect(0, 0, width, height, dark) + stars() + planet() + ring,
  garden:
    rect(0, 0, width, height, '#1c1a24') +
    repeat(
      5,
      (i) =>
        rect(60 + i * 190, 0, 90, 16, '#b9a2ff') +
        shape(
          [`${60 + i * 190},16`, `${150 + i * 190},16`, `${190 + i * 190},540`, `${20 + i * 190},540`],
          violet,
          'opacity="0.18"',
        ),
    ) +
    [0, 1]
      .map((side) =>
        repeat(
          3,
          (i) =>
            rect(side ? 720 : 30, 200 + i * 110, 210, 8, steel) +
            repeat(7, (k) => circle((side ? 735 : 45) + k * 30, 190 + i * 110, 13, k % 3 ? '#3f7d3c' : '#b4483a')),
        ),
      )
      .join('') +
    tree() +
    rect(410, 420, 140, 90, '#8b2f2a') +
    rect(410, 448, 140, 22, pale),
  post:
    rect(0, 0, width, height, '#221c16') +
    repeat(
      60,
      (i) =>
        rect(150 + (i % 12) * 56, 60 + Math.floor(i / 12) * 46, 48, 38, '#15110d') +
        (i % 7 === 1
          ? rect(160 + (i % 12) * 56, 78 + Math.floor(i / 12) * 46, 30, 16, i === 8 ? '#6f93c4' : pale)
          : ''),
    ) +
    rect(0, 380, width, 26, '#8a6238') +
    rect(0, 406, width, 134, '#5f4226') +
    repeat(13, (i) => line(`M${120 + i * 60} 380 V286`, '#c7a04a', 5)) +
    line('M110 286 H850', '#c7a04a', 8) +
    `<ellipse cx="480" cy="40" rx="86" ry="26" fill="${lemon}"/><text x="480" y="48" font-family="sans-serif" font-size="26" font-weight="700" text-anchor="middle" fill="#221c16">OPEN</text>`,
}
