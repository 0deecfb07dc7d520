// Plays the turn that the README shows, on a fresh home, and writes it there; `--check` compares instead.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const readmeFile = join(root, 'README.md')
const prompt = 'I light the torch and examine the door'

const home = mkdtempSync(join(tmpdir(), 'narratoria-readme-'))
const env = { ...process.env, NARRATORIA_HOME: home, NO_COLOR: '1' }
const played = spawnSync(process.execPath, ['apps/cli/bin/narratoria.js', 'play', '--prompt', prompt], {
  cwd: root,
  env,
  encoding: 'utf8',
})
rmSync(home, { recursive: true, force: true })
if (played.status !== 0) {
  process.stderr.write(`transcript: the turn could not be played\n${played.stderr}`)
  process.exit(1)
}

const readme = readFileSync(readmeFile, 'utf8')
const transcript = ['```text', `$ npm start -- --prompt "${prompt}"`, '', played.stdout.trim(), '```'].join('\n')
const updated = readme.replace(
  /(<!-- transcript -->\n)[\s\S]*?(\n<!-- \/transcript -->)/,
  (_, before, after) => `${before}\n${transcript}\n${after}`,
)
if (!process.argv.includes('--check')) {
  writeFileSync(readmeFile, updated)
} else if (updated !== readme) {
  process.stderr.write(
    'transcript: the README shows another turn than the one that is played: run node tools/transcript.mjs\n',
  )
  process.exitCode = 1
}
