type Colour = [red: number, green: number, blue: number]

/** The painting's size in pixels. */
export const paintingSize = { width: 144, height: 192 }

// The unit is the width of the painting; the origin is the upper left corner.
const flame = { x: 0.5, foot: 0.66, tip: 0.12, halfWidth: 0.15 }
const head = { top: 0.6, bottom: 0.72, halfWidth: 0.075 }
const handle = { bottom: 1.22, halfWidth: 0.042 }
const bracket = { top: 0.9, bottom: 0.95, halfWidth: 0.1 }

/** Paints a burning torch in its bracket on a stone wall: RGB, 8 bits each, row by row. */
export function paintLitTorch(): Uint8Array {
  const { width, height } = paintingSize
  const rgb = new Uint8Array(width * height * 3)
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const colour = paintPoint((column + 0.5) / width, (row + 0.5) / width)
      for (let channel = 0; channel < 3; channel += 1, at += 1) rgb[at] = Math.max(0, Math.min(255, colour[channel]!))
    }
  }
  return rgb
}

function paintPoint(x: number, y: number): Colour {
  const light = glow(x, y)
  const solid = torch(x, y) ?? wall(x, y)
  const lit: Colour = [solid[0] * light * 1.25, solid[1] * light, solid[2] * light * 0.72]
  const heat = flameHeat(x, y)
  const halo = Math.max(0, 1 - Math.hypot((x - flame.x) * 1.15, (y - 0.45) * 0.85) / 0.5) ** 2 * 70
  const haloed: Colour = [lit[0] + halo, lit[1] + halo * 0.55, lit[2] + halo * 0.15]
  return heat <= 0 ? haloed : mix(haloed, fire(heat), Math.min(1, heat * 3.2))
}

/** The intensity of the fire's light at a point. */
function glow(x: number, y: number): number {
  const distance = Math.hypot(x - flame.x, (y - 0.46) * 0.9)
  return 0.16 + 1.05 / (1 + (distance / 0.3) ** 2)
}

/** 0 outside the flame, 1 in its core. */
function flameHeat(x: number, y: number): number {
  const rise = (flame.foot - y) / (flame.foot - flame.tip)
  if (rise <= 0 || rise >= 1 || Math.abs(x - flame.x) > 1.6 * flame.halfWidth) return 0
  const sway = 0.035 * rise * Math.sin(rise * 7.5) + 0.012 * rise * Math.sin(rise * 23 + 1)
  const tongues = 1 + 0.16 * rise * Math.sin(x * 46 + y * 19)
  const halfWidth = flame.halfWidth * Math.sin(Math.PI * rise ** 0.55) ** 0.85 * (1 - 0.25 * rise) * tongues
  const across = Math.abs(x - flame.x - sway) / Math.max(halfWidth, 1e-6)
  return across >= 1 ? 0 : (1 - across ** 1.7) * (1 - rise ** 2.6)
}

function fire(heat: number): Colour {
  const ember: Colour = [176, 32, 8]
  const orange: Colour = [255, 128, 18]
  const yellow: Colour = [255, 218, 92]
  const core: Colour = [255, 250, 222]
  if (heat < 0.3) return mix(ember, orange, heat / 0.3)
  if (heat < 0.65) return mix(orange, yellow, (heat - 0.3) / 0.35)
  return mix(yellow, core, (heat - 0.65) / 0.35)
}

/** The colour of the torch, or undefined outside of it. */
function torch(x: number, y: number): Colour | undefined {
  const aside = Math.abs(x - flame.x)
  if (y > bracket.top && y < bracket.bottom && aside < bracket.halfWidth) {
    return shade([96, 98, 108], aside / bracket.halfWidth)
  }
  if (y > head.top && y < head.bottom && aside < head.halfWidth) {
    const winding = Math.abs(Math.sin((y + (x - flame.x) * 0.55) * 95))
    return shade([118 + 40 * winding, 92 + 32 * winding, 66 + 22 * winding], aside / head.halfWidth)
  }
  const narrowing = handle.halfWidth * (1 - 0.28 * ((y - head.bottom) / (handle.bottom - head.bottom)))
  if (y >= head.bottom && y < handle.bottom && aside < narrowing) {
    const grain = noise(Math.round(x * 150), Math.round(y * 16)) * 26
    return shade([124 + grain, 78 + grain * 0.7, 42 + grain * 0.4], aside / narrowing)
  }
  return undefined
}

/** Darkens a colour towards an edge, for a round shape. */
function shade(colour: Colour, edge: number): Colour {
  const light = 1.1 - 0.75 * edge ** 2
  return [colour[0] * light, colour[1] * light, colour[2] * light]
}

function wall(x: number, y: number): Colour {
  const course = Math.floor(y / 0.17)
  const along = x / 0.31 + (course % 2) * 0.5
  const inStone = { x: along - Math.floor(along), y: y / 0.17 - course }
  const joint = Math.min(inStone.x * 0.31, (1 - inStone.x) * 0.31, inStone.y * 0.17, (1 - inStone.y) * 0.17)
  if (joint < 0.008) return [38, 36, 40]
  const tone = 92 + noise(Math.floor(along), course) * 34 + noise(Math.round(x * 240), Math.round(y * 240)) * 14
  const bevel = joint < 0.02 ? 0.8 : 1
  return [tone * bevel, tone * 0.97 * bevel, tone * 1.02 * bevel]
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share]
}

/** A deterministic pseudorandom number from 0 to 1. */
function noise(x: number, y: number): number {
  const hash = Math.imul(Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263), 1_274_126_177)
  return ((hash ^ (hash >>> 15)) >>> 0) / 0xffff_ffff
}
