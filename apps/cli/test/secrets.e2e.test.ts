import { mkdirSync, readdirSync, readFileSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { narratoria, temporaryFolder, writeSkill } from './command-line.ts'

const secret = 'sk-planted-0123456789'

/** A script that leaks its secret in every kind of event, then ends in the given way. */
const leak = (ending: string) => `#!/usr/bin/env node
import { readFileSync, writeFileSync } from 'node:fs'
const request = JSON.parse(readFileSync(0, 'utf8'))
const key = request.skill.config.apiKey
if (key !== ${JSON.stringify(secret)}) process.exit(3)
const emit = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
writeFileSync('leak.txt', 'an asset')
process.stderr.write('stderr ' + key + '\\n')
emit({ type: 'log', level: 'info', message: 'log ' + key, fields: { key } })
emit({ type: 'state_patch', patch: { leaked: { value: key, [key]: 'a key of an object' } } })
emit({ type: 'ui_event', event: 'narration', payload: { text: 'The wizard whispers ' + key + ' to you.' } })
emit({ type: 'ui_event', event: 'narrative_choice', payload: { choices: ['Say ' + key] } })
emit({ type: 'ui_event', event: 'unheard_of', payload: { url: 'https://x.test/?k=' + encodeURIComponent(key) } })
emit({ type: 'asset', assetId: 'a-' + key, kind: 'text', mediaType: 'text/plain', path: 'leak.txt', metadata: { key } })
emit({ type: 'error', errorCode: 'LEAK', errorMessage: 'error ' + key, details: { key } })
${ending}
`
const endings = {
  completed: `emit({ type: 'done', ok: true, summary: 'done ' + key })`,
  failed: `emit({ type: 'done', ok: false, summary: 'done ' + key })`,
  garbled: `process.stdout.write('{"not": "protocol", "key": "' + key + '"\\n')`,
  crashed: `throw new Error('crashed with ' + key)`,
}

/** The contents of every file below a folder, as bytes. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

it.each(Object.entries(endings))(
  'FR-040: a leaked secret reaches no terminal, document, session or export: %s',
  async (how, ending) => {
    const home = temporaryFolder()
    const root = join(home, 'own')
    writeSkill(root, { name: 'teller', script: leak(ending), trigger: 'whisper' })
    const schema = { type: 'object', properties: { apiKey: { type: 'string', 'x-sensitive': true } } }
    writeFileSync(join(root, 'teller/config-schema.json'), JSON.stringify(schema))
    const options = ['--skills', root]
    const set = await narratoria(['skills', 'config', 'teller', 'set', 'apiKey', ...options], { home, input: secret })
    expect(set.code, set.stderr).toBe(0)
    expect(readFileSync(join(home, 'home/skill-data/teller/config.json'), 'utf8')).toContain(secret)

    const cwd = join(home, 'work')
    mkdirSync(cwd)
    const session = ['--session', 'leaky']
    const runs = [
      await narratoria(['play', '--prompt', 'whisper to me', '--campaign', 'none', ...session, ...options], {
        home,
        cwd,
      }),
      await narratoria(['play', '--prompt', `whisper ${secret} again`, '--json', ...session, ...options], {
        home,
        cwd,
      }),
      await narratoria(['play', ...session, ...options], { home, cwd, input: 'whisper\n' }),
      await narratoria(['sessions', 'show', 'leaky', '--json'], { home }),
      await narratoria(['sessions', 'export', 'leaky', '--format', 'json'], { home }),
      await narratoria(['sessions', 'export', 'leaky', '--format', 'markdown'], { home }),
      await narratoria(['sessions', 'export', 'leaky', '--format', 'html'], { home }),
      await narratoria(['skills', 'list', '--json', ...options], { home }),
      await narratoria(['skills', 'show', 'teller', '--json', ...options], { home }),
      await narratoria(['skills', 'config', 'teller', 'get', '--json', ...options], { home }),
    ]
    for (const { code, stdout, stderr } of runs) {
      expect(code, stderr).toBe(0)
      expect(stdout).not.toContain(secret)
      expect(stderr).not.toContain(secret)
      expect(stdout + stderr).not.toContain(encodeURIComponent(secret))
    }
    const turn = JSON.parse(runs[1]!.stdout) as unknown
    expect(JSON.stringify(turn)).toContain(how === 'completed' || how === 'failed' ? 'done ••••••' : '••••••')
    // Settings, and what skills store themselves, are outside the stories: only their owner can read them.
    rmSync(join(home, 'home/skill-data'), { recursive: true })
    const kept = everythingIn(join(home, 'home'))
    // The database stores texts unencoded, so that the search would find a secret.
    expect(kept).toContain('whisper to me')
    expect(kept).not.toContain(secret)
    expect(everythingIn(cwd)).not.toContain(secret)
  },
)
