// Draws the pictures of the shipped campaigns, which Chromium turns from SVG into PNG: `pnpm --filter @narratoria/content art`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scenes as brannoc } from './brannoc-scenes.ts'
import { covers } from './cover-scenes.ts'
import { scenes as pell } from './pell-scenes.ts'
import { size } from './shapes.ts'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const campaigns = { ...covers, 'packet-boat': pell, 'nobody-aboard': brannoc }
const { width, height } = size

const folder = mkdtempSync(join(tmpdir(), 'narratoria-art-'))
try {
  for (const [campaign, scenes] of Object.entries(campaigns)) {
    const target = join(import.meta.dirname, '../campaigns', campaign, 'art')
    mkdirSync(target, { recursive: true })
    for (const [name, drawing] of Object.entries(scenes)) {
      const page = join(folder, `${name}.html`)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
      writeFileSync(page, `<!doctype html><style>body{margin:0}svg{display:block}</style>${svg}`)
      const options = ['--headless', '--no-sandbox', '--hide-scrollbars', `--window-size=${width},${height}`]
      execFileSync(chromium, [...options, `--screenshot=${join(target, `${name}.png`)}`, `file://${page}`], {
        stdio: 'ignore',
      })
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
