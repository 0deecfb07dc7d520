// Plays the turns that the documents show, each document with its own home folder, and writes them there. `--check` compares
// instead and also runs the README's command with the toolchain, the shipped skills and the default planner.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const documents = [
  {
    file: 'README.md',
    prompts: ['I light the torch and examine the door'],
    command: (prompt) => `npm start -- --prompt "${prompt}"`,
    typed: true,
  },
  {
    file: 'docs/guides/ten-turns.md',
    session: 'tale',
    prompts: [
      'I light the torch and examine the door',
      'I take the torch and push the door',
      'put the torch back on the ring',
      'I ask the door to let me in',
      'go north',
      'I talk to Ansel',
      'ask Ansel about the river',
      'Remember that one crossing is still owed',
      'What did Ansel say about the river?',
      'Where is the torch?',
    ],
    command: (prompt) => `narratoria play --session tale --prompt "${prompt}"`,
  },
]

// Settings and data of skills are in their folders: the story uses copies of the shipped ones, with seeded dice.
function copySkills(home) {
  const skills = join(home, 'skills')
  const left = new Set(['node_modules', 'src', 'test', 'data', 'config.json', '.turbo'])
  cpSync(join(root, 'skills'), skills, { recursive: true, filter: (path) => !left.has(basename(path)) })
  writeFileSync(join(skills, 'dice-roller/config.json'), JSON.stringify({ source: 'pseudo', seed: 'ten turns' }))
  return skills
}

function play(home, skills, { session, prompt }) {
  const args = ['play', '--skills', skills, '--no-shipped-skills', '--planner', 'stub', '--prompt', prompt]
  const played = spawnSync(
    process.execPath,
    ['apps/cli/bin/narratoria.js', ...args, ...(session === undefined ? [] : ['--session', session])],
    { cwd: root, env: { ...process.env, NARRATORIA_HOME: home, NO_COLOR: '1' }, encoding: 'utf8' },
  )
  if (played.status !== 0) throw new Error(`the turn "${prompt}" could not be played\n${played.stderr}`)
  return played.stdout.trim()
}

function transcriptOf({ session, prompts, command }) {
  const home = mkdtempSync(join(tmpdir(), 'narratoria-transcript-'))
  try {
    const skills = copySkills(home)
    const turns = prompts.map((prompt) => `$ ${command(prompt)}\n\n${play(home, skills, { session, prompt })}`)
    return ['```text', turns.join('\n\n'), '```'].join('\n')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Runs the one command that a document shows and describes the difference to the output that it shows, if there is one. */
function typedDifference(text) {
  const [, command, shown] = /<!-- transcript -->\s+```text\n\$ (.+)\n\n([\s\S]*?)\n```\n/.exec(text) ?? []
  if (command === undefined) return 'shows no command between its transcript marks'
  const home = mkdtempSync(join(tmpdir(), 'narratoria-transcript-'))
  try {
    const env = { ...process.env, NARRATORIA_HOME: home, NO_COLOR: '1' }
    const typed = spawnSync(command, { cwd: root, env, encoding: 'utf8', shell: true })
    if (typed.status !== 0) return `shows the command ${command}, which fails\n${typed.stderr}`
    // The banners of npm: a script's name and its command.
    const printed = typed.stdout.replaceAll('\r\n', '\n').replace(/^(?:\n+(?:> .*\n)+)+/, '')
    if (printed.trim() === shown.trim()) return undefined
    return `shows the command ${command}, which prints something else (a config.json in a skill's folder may be the reason):\n${printed}`
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function complain(what) {
  process.stderr.write(`transcript: ${what}\n`)
  process.exitCode = 1
}

for (const document of documents) {
  const file = join(root, document.file)
  const text = readFileSync(file, 'utf8')
  const transcript = transcriptOf(document)
  const updated = text.replace(
    /(<!-- transcript -->\n)[\s\S]*?(\n<!-- \/transcript -->)/,
    (_, before, after) => `${before}\n${transcript}\n${after}`,
  )
  if (!process.argv.includes('--check')) {
    writeFileSync(file, updated)
    continue
  }
  if (updated !== text) complain(`${document.file} shows outdated turns: run node tools/transcript.mjs`)
  const difference = document.typed && typedDifference(text)
  if (difference) complain(`${document.file} ${difference}`)
}
