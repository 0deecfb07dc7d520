import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoverSkills } from '../../src/index.ts'
import { buildWorld, manifest } from '../world.ts'

const script = '#!/usr/bin/env node\n'

describe('the three forms of a skill', () => {
  test('FR-031, FR-032: a skill.json alone, with a prompt.md, makes a skill with its defaults', async () => {
    const world = buildWorld()
    const path = world.skill('dice', { 'skill.json': manifest('dice'), 'prompt.md': 'Roll fairly.\n' })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(warnings).toEqual([])
    expect(skills).toEqual([
      {
        name: 'dice',
        displayName: 'Dice',
        version: '1.0.0',
        description: 'What dice does.',
        path,
        root: world.root,
        prompt: 'Roll fairly.',
        scripts: [],
        capabilities: [],
        dependencies: [],
        priority: 50,
        env: [],
        enabled: true,
        errorState: 'healthy',
      },
    ])
  })

  test('FR-030: a SKILL.md alone is a prompt skill whose scripts are listed and never runnable', async () => {
    const world = buildWorld()
    world.skill('pdf-tools', {
      'SKILL.md': [
        '---',
        'name: pdf-tools',
        'description: >-',
        '  Reads PDF files.',
        '  Use it for forms.',
        'license: Apache-2.0',
        'compatibility: Needs Python 3',
        'metadata:',
        '  author: someone',
        '  version: "2.1"',
        'allowed-tools: Bash(git add *) Read',
        '---',
        '# PDF',
        '',
        'Do this.',
      ].join('\r\n'),
      'scripts/extract.py': '#!/usr/bin/env python3\n',
    })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(warnings).toEqual([])
    expect(skills[0]).toMatchObject({
      name: 'pdf-tools',
      version: '2.1.0',
      description: 'Reads PDF files. Use it for forms.',
      license: 'Apache-2.0',
      compatibility: 'Needs Python 3',
      metadata: { author: 'someone', version: '2.1' },
      allowedTools: ['Bash(git add *)', 'Read'],
      prompt: '# PDF\n\nDo this.',
      scripts: [{ name: 'extract', runnable: false }],
    })
  })

  test('FR-030: with both files, SKILL.md provides name, description and prompt, and skill.json scripts and settings', async () => {
    const world = buildWorld()
    world.skill('both', {
      'SKILL.md': '---\nname: both\ndescription: From the document.\n---\nThe prompt.',
      'skill.json': { version: '3.0.0', scripts: [{ name: 'go', path: 'scripts/go.mjs' }] },
      'scripts/go.mjs': script,
      'config-schema.json': { type: 'object', properties: { style: { type: 'string' } } },
    })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(warnings).toEqual([])
    expect(skills[0]).toMatchObject({
      name: 'both',
      version: '3.0.0',
      description: 'From the document.',
      prompt: 'The prompt.',
      scripts: [{ name: 'go', runnable: true }],
      configSchema: { properties: { style: { type: 'string' } } },
    })
  })

  test('FR-034: a field that differs between the two files is a warning', async () => {
    const world = buildWorld()
    world.skill('both', {
      'SKILL.md': '---\nname: both\ndescription: One.\nmetadata: { version: 1.0.0 }\n---\nPrompt.',
      'skill.json': manifest('both', { description: 'Other.', version: '2.0.0' }),
      'prompt.md': 'Another prompt.',
    })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills[0]).toMatchObject({ description: 'One.', version: '2.0.0', prompt: 'Prompt.' })
    expect(warnings.map(({ code }) => code)).toEqual(['disagreement', 'disagreement', 'disagreement'])
  })

  test('FR-030: every scalar of the front matter is read as a string', async () => {
    const world = buildWorld()
    world.skill('007', { 'SKILL.md': '---\nname: 007\ndescription: 1e3\nmetadata:\n  on: yes\n  n: 1.10\n---\n' })
    const { skills } = await discoverSkills({ roots: [world.root] })
    expect(skills[0]).toMatchObject({ name: '007', description: '1e3', metadata: { on: 'yes', n: '1.10' } })
  })
})

describe('scripts', () => {
  test('FR-033: without a list, every executable in scripts/ is a script', async () => {
    const world = buildWorld()
    const folder = world.skill('tools', {
      'skill.json': manifest('tools'),
      'scripts/b.mjs': script,
      'scripts/a.sh': '#!/bin/sh\n',
      'scripts/a.py': '#!/usr/bin/env python3\n',
      'scripts/notes.txt': 'not a script',
    })
    chmodSync(join(folder, 'scripts/notes.txt'), 0o644)
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(warnings).toEqual([])
    expect(skills[0]!.scripts).toMatchObject([
      { name: 'a', path: join(folder, 'scripts/a.py'), runnable: true, stage: 'act', optional: false, prewarm: false },
      { name: 'a.sh', path: join(folder, 'scripts/a.sh') },
      { name: 'b', path: join(folder, 'scripts/b.mjs') },
    ])
  })

  test('FR-033: a listed script has the fields of its manifest, and a string trigger becomes a phrase', async () => {
    const world = buildWorld()
    const inputSchema = { type: 'object', properties: { prompt: { type: 'string' } } }
    const entry = { name: 'go', path: 'scripts/go.mjs', description: 'Goes.', inputSchema, timeoutMs: 500 }
    const triggers = ['go away', { pattern: 'go (?<where>\\w+)', input: { fast: true } }, { always: true, weight: 0.5 }]
    world.skill('tools', {
      'skill.json': manifest('tools', {
        scripts: [{ ...entry, triggers, stage: 'record', optional: true, prewarm: true }],
      }),
      'scripts/go.mjs': script,
    })
    const { skills } = await discoverSkills({ roots: [world.root] })
    expect(skills[0]!.scripts[0]).toMatchObject({
      ...entry,
      path: join(world.root, 'tools/scripts/go.mjs'),
      triggers: [{ phrase: 'go away' }, ...triggers.slice(1)],
      stage: 'record',
      optional: true,
      prewarm: true,
    })
  })

  const outside = (path: string) => ({ scripts: [{ name: 'evil', path }] })
  test.each([
    ['a path upwards', outside('../../secret.sh')],
    ['an absolute path', outside('/bin/sh')],
    ['a path upwards to nothing', outside('../nothing.sh')],
    ['a link', outside('scripts/link.sh')],
  ])('FR-034: a script outside the folder is ignored: %s', async (_, fields) => {
    const world = buildWorld()
    const folder = world.skill('evil', { 'skill.json': manifest('evil', fields), 'scripts/good.sh': '#!/bin/sh\n' })
    writeFileSync(join(world.folder, 'secret.sh'), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync(join(world.folder, 'secret.sh'), join(folder, 'scripts/link.sh'))
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills[0]!.scripts).toEqual([])
    expect(warnings).toMatchObject([{ code: 'script_outside_folder' }])
  })

  test('FR-034: missing, non-executable, duplicate and invalid scripts are ignored, the others are kept', async () => {
    const world = buildWorld()
    const folder = world.skill('mixed', {
      'skill.json': manifest('mixed', {
        scripts: [
          { name: 'gone', path: 'scripts/gone.sh' },
          { name: 'plain', path: 'plain.sh' },
          { name: 'good', path: 'scripts/good.sh', timeoutMs: -1, triggers: [{ pattern: '(' }, 7, 'fine'] },
          { name: 'good', path: 'scripts/good.sh' },
          { name: 'folder', path: 'scripts' },
          'nonsense',
          { path: 'scripts/good.sh' },
        ],
      }),
      'plain.sh': '#!/bin/sh\n',
      'scripts/good.sh': '#!/bin/sh\n',
    })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills[0]!.scripts).toMatchObject([{ name: 'good', triggers: [{ phrase: 'fine' }] }])
    expect(skills[0]!.scripts[0]).not.toHaveProperty('timeoutMs')
    expect(warnings.map(({ code }) => code)).toEqual([
      'script_missing',
      'script_not_executable',
      'invalid_field',
      'invalid_field',
      'invalid_field',
      'duplicate_script',
      'script_missing',
      'invalid_field',
      'missing_field',
    ])
    expect(warnings[1]).toMatchObject({ path: join(folder, 'plain.sh'), message: expect.stringContaining('chmod +x') })
  })
})

describe('folders that cannot be used', () => {
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
  const cases: [what: string, files: Record<string, unknown>, code: string, named: string][] = [
    ['no manifest', { 'readme.txt': 'hello' }, 'no_manifest', 'skill.json'],
    ['broken JSON', { 'skill.json': '{"name": "x",\n oops' }, 'invalid_json', 'line 2'],
    ['an empty manifest', { 'skill.json': '' }, 'invalid_json', 'empty'],
    ['an array as manifest', { 'skill.json': '[]' }, 'invalid_json', 'object'],
    ['JSON that is nested too deeply', { 'skill.json': deep }, 'invalid_json', 'deep'],
    ['a missing version', { 'skill.json': { name: 'bad', description: 'd' } }, 'missing_field', '"version"'],
    ['a name that is not a string', { 'skill.json': manifest('bad', { name: 7 }) }, 'invalid_field', '"name"'],
    ['a wrong version', { 'skill.json': manifest('bad', { version: 'new' }) }, 'invalid_field', '"version"'],
    ['an empty description', { 'skill.json': manifest('bad', { description: ' ' }) }, 'invalid_field', '"description"'],
    ['a bad name', { 'skill.json': manifest('Bad_Name') }, 'invalid_name', 'Bad_Name'],
    ['a name that is too long', { 'skill.json': manifest('a'.repeat(65)) }, 'invalid_name', '64'],
    ['a name that is a path', { 'skill.json': manifest('../../etc') }, 'invalid_name', '../../etc'],
    ['Latin-1 text', { 'skill.json': Buffer.from('{"name":"caf\xe9"}', 'latin1') }, 'unreadable', 'UTF-8'],
    ['UTF-16 text', { 'skill.json': Buffer.from('\ufeff{}', 'utf16le') }, 'unreadable', 'UTF-16'],
    ['a document without front matter', { 'SKILL.md': '# Hello' }, 'invalid_front_matter', 'front matter'],
    ['front matter without an end', { 'SKILL.md': '---\nname: bad\n' }, 'invalid_front_matter', 'end'],
    ['broken YAML', { 'SKILL.md': '---\nname: [x\ndescription: d\n---\n' }, 'invalid_front_matter', 'line'],
    ['a duplicate key', { 'SKILL.md': '---\nname: a\nname: b\ndescription: d\n---\n' }, 'invalid_front_matter', 'YAML'],
    ['an array as front matter', { 'SKILL.md': '---\n- name\n---\n' }, 'invalid_front_matter', 'field'],
    ['a document without description', { 'SKILL.md': '---\nname: bad\n---\n' }, 'missing_field', '"description"'],
    ['an array as name', { 'SKILL.md': '---\nname: [a]\ndescription: d\n---\n' }, 'invalid_field', '"name"'],
    [
      'aliases that expand exponentially',
      {
        'SKILL.md': `---\nname: bad\ndescription: d\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d]\n---\n`,
      },
      'invalid_front_matter',
      'references',
    ],
  ]

  test.each(cases)(
    'FR-034, 002 Edge 2: %s is a warning with file and reason, and the other skills load',
    async (_, files, code, named) => {
      const world = buildWorld()
      world.skill('bad', files)
      world.skill('good', { 'skill.json': manifest('good') })
      const { skills, warnings } = await discoverSkills({ roots: [world.root] })
      expect(skills.map(({ name }) => name)).toEqual(['good'])
      expect(warnings).toMatchObject([{ code, path: expect.stringContaining(join(world.root, 'bad')) }])
      expect(warnings[0]!.message).toContain(named)
    },
  )

  test('FR-034: giant files are not read', async () => {
    const world = buildWorld()
    const giants = { manifest: 'skill.json', document: 'SKILL.md', prompt: 'prompt.md', schema: 'config-schema.json' }
    for (const [name, file] of Object.entries(giants)) {
      const files = name === 'prompt' || name === 'schema' ? { 'skill.json': manifest(name) } : {}
      truncateSync(join(world.skill(name, { ...files, [file]: '' }), file), 4 * 1024 ** 3)
    }
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills.map(({ name }) => name)).toEqual(['prompt', 'schema'])
    expect(warnings.map(({ code }) => code)).toEqual(['too_large', 'too_large', 'too_large', 'too_large'])
  })

  test('FR-034: pipes, folders and devices in the place of files do not hang or crash discovery', async () => {
    const world = buildWorld()
    for (const name of ['pipe', 'device', 'folder', 'pipe-prompt', 'pipe-script']) world.skill(name, {})
    execFileSync('mkfifo', [join(world.root, 'pipe/skill.json')])
    symlinkSync('/dev/zero', join(world.root, 'device/SKILL.md'))
    mkdirSync(join(world.root, 'folder/skill.json'))
    world.skill('pipe-prompt', { 'skill.json': manifest('pipe-prompt') })
    execFileSync('mkfifo', [join(world.root, 'pipe-prompt/prompt.md')])
    world.skill('pipe-script', {
      'skill.json': manifest('pipe-script', { scripts: [{ name: 's', path: 'scripts/s' }] }),
    })
    mkdirSync(join(world.root, 'pipe-script/scripts'))
    execFileSync('mkfifo', ['-m', '755', join(world.root, 'pipe-script/scripts/s')])
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills.map(({ name }) => name)).toEqual(['pipe-prompt', 'pipe-script'])
    expect(warnings.map(({ code }) => code)).toEqual([
      'outside_folder',
      'unreadable',
      'unreadable',
      'unreadable',
      'script_missing',
    ])
  })

  test('FR-034: circular, broken and upward links do not hang or crash discovery', async () => {
    const world = buildWorld()
    symlinkSync('loop', join(world.root, 'loop'))
    symlinkSync('nothing', join(world.root, 'broken'))
    symlinkSync('..', join(world.root, 'upwards'))
    const folder = world.skill('good', { 'skill.json': manifest('good') })
    symlinkSync('../good', join(folder, 'self'))
    symlinkSync('prompt.md', join(folder, 'prompt.md'))
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(skills.map(({ name }) => name)).toEqual(['good'])
    expect(warnings.map(({ code }) => code).sort()).toEqual(['no_manifest', 'unreadable', 'unreadable', 'unreadable'])
  })

  test.each(['prompt', 'configSchema'])('FR-034: "%s" must be inside the folder', async (field) => {
    const world = buildWorld()
    writeFileSync(join(world.folder, 'secret.txt'), '{"type":"object","properties":{"leak":{"type":"string"}}}')
    world.skill('nosy', { 'skill.json': manifest('nosy', { [field]: '../../secret.txt' }) })
    const { skills, warnings } = await discoverSkills({ roots: [world.root] })
    expect(JSON.stringify(skills)).not.toContain('leak')
    expect(warnings).toMatchObject([{ code: 'outside_folder' }])
  })
})
