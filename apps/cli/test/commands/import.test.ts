import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCard } from '@narratoria/interchange'
import { describe, expect, it } from 'vitest'
import { fullCard, png, textChunk } from '../../../../packages/interchange/test/fixtures/cards.ts'
import { narratoria, temporaryFolder } from '../command-line.ts'

const chat = [
  { user_name: 'Ada', character_name: 'Mirelle Voss', chat_metadata: {} },
  { name: 'Mirelle Voss', is_user: false, mes: 'She waves.' },
  { name: 'Ada', is_user: true, mes: 'I look at the fog' },
  { name: 'Mirelle Voss', is_user: false, mes: 'It is cold.', swipes: ['It is grey.', 'It is cold.'], swipe_id: 1 },
]
const worldInfo = {
  entries: {
    0: { key: ['mill'], keysecondary: [], comment: 'Mill', content: 'The mill burned.' },
    1: {
      key: ['bell'],
      keysecondary: [],
      comment: 'Bell',
      content: 'It rings.',
      extensions: { narratoria: { when: '/bell' } },
    },
  },
}

function workFolder() {
  const cwd = temporaryFolder()
  const home = join(cwd, 'home')
  mkdirSync(home)
  const write = (name: string, value: unknown) =>
    writeFileSync(
      join(cwd, name),
      value instanceof Uint8Array ? value : typeof value === 'string' ? value : JSON.stringify(value),
    )
  write('mirelle.png', png(textChunk('ccv3', fullCard)))
  write('chat.jsonl', chat.map((line) => JSON.stringify(line)).join('\n'))
  write('world.json', worldInfo)
  write('broken.png', png(textChunk('chara', fullCard)).subarray(0, 90))
  const run = (...args: string[]) => narratoria(args, { home: cwd })
  return { cwd, home, run }
}

describe('narratoria import', () => {
  it('a card becomes a campaign that is played with the chosen opening, and is written back without a loss', async () => {
    const { cwd, home, run } = workFolder()
    const { stdout, code } = await run('import', 'mirelle.png')
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        'mirelle.png: the campaign "Mirelle Voss"',
        '  + the person "Mirelle Voss" of a card of V3',
        '  + description, personality, scenario, examples: the setting, for the narrating model',
        '  + 3 greetings as openings to choose from',
        '  + 1 lorebook entry',
        '  + the picture',
        '  - system_prompt and post_history_instructions: orders of a stranger to a model. They stay in card.json.',
        '  - group_only_greetings: there are no group chats. They stay in card.json.',
        '  Play it: narratoria play --campaign mirelle-voss',
        '',
      ].join('\n'),
    )
    expect((await run('campaign', 'check', 'mirelle-voss')).code).toBe(0)
    await run('play', '--campaign', 'mirelle-voss', '--opening', '2', '--session', 'ferry', '--prompt', 'look at Miri')
    const shown = await run('sessions', 'show', 'ferry')
    expect(shown.stdout).toContain('“You again,” says Miri.')
    expect(shown.stdout).toContain('keeps the ferry')
    expect((await run('play', '--campaign', 'mirelle-voss', '--opening', '9', '--prompt', 'x')).stderr).toContain(
      'has 3 openings',
    )
    expect((await run('campaign', 'card', 'mirelle-voss', 'again.png')).stdout).toBe('wrote again.png\n')
    expect(readCard(readFileSync(join(cwd, 'again.png'))).document).toEqual(fullCard)
    expect((await run('campaign', 'card', 'door-without-a-handle', 'x.png')).stderr).toContain(
      'was not made of a character card',
    )
    expect(readdirSync(join(home, 'campaigns'))).toEqual(['mirelle-voss'])
  })

  it('a chat becomes a story, and the story a chat, a book and JSON', async () => {
    const { cwd, run } = workFolder()
    await run('import', 'mirelle.png')
    const { stdout } = await run('import', 'chat.jsonl', '--name', 'Ferry', '--campaign', 'mirelle-voss', '--json')
    expect(JSON.parse(stdout)).toEqual({
      files: [
        {
          file: 'chat.jsonl',
          kind: 'chat',
          story: { sessionId: expect.any(String) as string, title: 'Ferry', turns: 1 },
          taken: ['1 turn of a SillyTavern chat', '1 other texts of turns, to swipe through', 'the opening'],
          leftOut: [],
        },
      ],
    })
    expect((await run('sessions', 'swipe', 'ferry', '--back')).stdout).toContain('It is grey.')
    expect((await run('lore', 'test', 'the fog', '--story', 'ferry')).stdout).toBe(
      '+ fog: the key "fog" occurs, 13 tokens\n',
    )
    for (const name of ['ferry.jsonl', 'ferry.epub', 'ferry.json', 'ferry.md', 'ferry.html'])
      expect((await run('sessions', 'export', 'ferry', '--output', name)).stderr).toBe('')
    expect(readFileSync(join(cwd, 'ferry.jsonl'), 'utf8')).toContain('"swipes":["It is grey.","It is cold."]')
    expect(readFileSync(join(cwd, 'ferry.epub')).subarray(0, 2).toString()).toBe('PK')
    expect((await run('sessions', 'export', 'ferry', '--output', 'ferry.epub')).stderr).toContain('already exists')
    expect((await run('sessions', 'export', 'ferry', '--format', 'epub')).stderr).toContain('--output')
    expect((await run('import', 'ferry.json', 'ferry.jsonl')).stdout).toMatch(
      /\+ 1 turn of a story of Narratoria[\s\S]*\+ 1 turn of a SillyTavern chat/,
    )
    expect((await run('import', 'chat.jsonl', '--name', 'Ferry')).stderr).toContain('already a story "Ferry"')
  })

  it('a lorebook is added to a story, listed, shown, tested and taken away', async () => {
    const { run } = workFolder()
    await run('play', '--session', 'castle', '--prompt', 'I wait')
    expect((await run('import', 'world.json', '--story', 'castle')).stdout).toContain(
      'world.json: a lorebook of the story "castle"',
    )
    expect((await run('lore', 'list', '--story', 'castle')).stdout).toBe(
      '1. world\n   1. Mill (mill)\n   2. Bell (bell; while /bell)\n',
    )
    expect((await run('lore', 'show', 'mill')).stdout).toMatch(
      /book: world\nnumber: 1\n[\s\S]*keys: mill\n[\s\S]*\nThe mill burned\./,
    )
    expect((await run('lore', 'test', 'mill', 'and', 'bell')).stdout).toBe(
      '+ Mill: the key "mill" occurs, 6 tokens\n- Bell: the condition /bell does not hold\n',
    )
    const { entries } = JSON.parse((await run('lore', 'test', 'mill', '--json')).stdout) as { entries: object[] }
    expect(entries[0]).toEqual({
      book: 'world',
      number: 1,
      name: 'Mill',
      used: true,
      reason: 'key',
      detail: 'mill',
      text: 'The mill burned.',
      tokens: 6,
    })
    expect((await run('lore', 'remove', 'world', '--story', 'castle')).stdout).toBe(
      '"castle" no longer has the lorebook "world".\n',
    )
    expect((await run('lore', 'list')).stdout).toContain('There are no lorebooks.')
    expect((await run('lore', 'show', 'x')).code).toBe(2)
  })

  it('a file that cannot be used says why and changes nothing; the others are imported', async () => {
    const { home, run } = workFolder()
    const { code, stdout, stderr } = await run('import', 'broken.png', 'missing.png', 'world.json')
    expect(code).toBe(1)
    expect(stderr).toMatch(/broken\.png: The picture is damaged: .*\n.*missing\.png: The file cannot be read: ENOENT/)
    expect(stdout).toContain('the campaign "world"')
    expect(readdirSync(join(home, 'campaigns'))).toEqual(['world'])
    const { files } = JSON.parse((await run('import', 'broken.png', '--json')).stdout) as { files: object[] }
    expect(files).toEqual([
      { file: 'broken.png', error: { code: 'damaged_file', message: expect.any(String) as string } },
    ])
    expect((await run('sessions', 'list', '--json')).stdout).toContain('"sessions":[]')
  })
})
