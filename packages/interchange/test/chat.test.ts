import { expect, it } from 'vitest'
import {
  type ChatAbout,
  type ChatPart,
  type ChatReport,
  type ChatTurn,
  readSillyTavernChat,
  SillyTavernWriter,
} from '../src/chat/index.ts'
import { readForeignFile } from '../src/index.ts'
import { bytesOf } from './fixtures/cards.ts'

async function collect(parts: AsyncIterable<ChatPart> | Iterable<ChatPart>) {
  let about: ChatAbout | undefined
  const turns: ChatTurn[] = []
  for await (const part of parts) {
    if (part.type === 'about') about = part.about
    else turns.push(part.turn)
  }
  return { about, turns }
}

const report = (): ChatReport => ({ skippedMessages: 0, turns: 0, alternatives: 0, cleanedTexts: 0, warnings: [] })
const lines = (...messages: object[]) => messages.map((message) => JSON.stringify(message))
const header = {
  user_name: 'Ada',
  character_name: 'Orla',
  create_date: '2024-6-1 @15h 4m 5s 678ms',
  chat_metadata: { note_prompt: 'Fog.', note_depth: 3, variables: { coins: 3 }, world_info: 'River' },
}
const orla = (mes: string, more: object = {}) => ({ name: 'Orla', is_user: false, mes, ...more })
const ada = (mes: string, more: object = {}) => ({ name: 'Ada', is_user: true, mes, ...more })

it('a chat of SillyTavern becomes an opening and turns, with swipes as alternatives', async () => {
  const counted = report()
  const { about, turns } = await collect(
    readSillyTavernChat(
      lines(
        header,
        orla('Orla waves.'),
        ada('I wave.', { send_date: 'June 1, 2024 3:04pm' }),
        orla('She turns away.', {
          swipes: ['She smiles.', 'She turns away.'],
          swipe_id: 1,
          swipe_info: [{ send_date: 1_717_254_240_000 }, {}],
        }),
        { name: 'System', is_system: true, is_user: false, mes: 'Hidden.' },
        ada('I call.'),
        ada('Twice.'),
        orla('One.'),
        orla('Two.'),
        ada('Nothing follows.'),
      ),
      counted,
    ),
  )
  expect(about).toMatchObject({
    title: 'Orla',
    user: 'Ada',
    opening: 'Orla waves.',
    note: { text: 'Fog.', depth: 3 },
    variables: { coins: 3 },
    createdAt: Date.UTC(2024, 5, 1, 15, 4, 5),
  })
  expect(turns.map(({ prompt, narrative }) => [prompt, narrative])).toEqual([
    ['I wave.', 'She turns away.'],
    ['I call.\n\nTwice.', 'One.\n\nTwo.'],
    ['Nothing follows.', ''],
  ])
  expect(turns[0]!.alternatives).toEqual([
    { narrative: 'She smiles.', createdAt: 1_717_254_240_000 },
    { narrative: 'She turns away.' },
  ])
  expect(turns[0]!.createdAt).toBe(new Date('June 1, 2024 15:04').getTime())
  expect(counted).toMatchObject({ skippedMessages: 1, turns: 3, alternatives: 1 })
  expect(counted.warnings).toEqual(['The chat uses the lorebook "River", which is a file of its own: import it, too.'])
})

it('a chat without a header is read, and HTML and controls of terminals are left out', async () => {
  const file = readForeignFile(
    bytesOf(lines(orla('Hi.'), ada('<b>\u001B[31mHello</b><script>x</script>'), orla('Yes.')).join('\r\n')),
    'a',
  )
  if (file.kind !== 'chat') throw new Error('It should be a chat.')
  const counted = report()
  const { about, turns } = await collect(file.read(counted))
  expect(about).toMatchObject({ title: 'Orla', opening: 'Hi.' })
  expect(turns).toEqual([{ prompt: '[31mHello', narrative: 'Yes.' }])
  expect(counted.cleanedTexts).toBe(1)
})

it('what is not read of the metadata of a chat is named', async () => {
  const counted = report()
  const metadata = { integrity: 'x', attachments: [1], 'quick\u001B[2J': 1 }
  await collect(readSillyTavernChat(lines({ ...header, chat_metadata: metadata }, orla('Hi.')), counted))
  expect(counted.warnings).toEqual(["Of the chat's metadata, these were not taken over: attachments, quick[2J."])
  expect(counted.cleanedTexts).toBe(0)
})

it.each([
  ['a line that is not JSON', [JSON.stringify(header), '{"mes":'], 'damaged_file', 'Line 2'],
  ['a line that is not a message', [JSON.stringify(header), '[1]'], 'invalid_chat', 'Line 2'],
  ['a message without a text', [JSON.stringify(header), '{"name":"x"}'], 'invalid_chat', 'Line 2'],
  ['nothing', [], 'invalid_chat', 'empty'],
])('a chat with %s is refused', async (_, given, code, words) => {
  await expect(collect(readSillyTavernChat(given, report()))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words) as string,
  })
})

it('a chat that is written and read again is the same', async () => {
  const about = {
    title: 'Orla',
    user: 'Ada',
    opening: 'Orla waves.',
    note: { text: 'Fog.', depth: 2 },
    createdAt: 1_717_254_240_000,
  }
  const turns: ChatTurn[] = [
    {
      prompt: 'I wave.',
      narrative: 'B',
      alternatives: [
        { narrative: 'A', createdAt: 1_717_254_250_000 },
        { narrative: 'B', createdAt: 1_717_254_260_000 },
      ],
      createdAt: 1_717_254_260_000,
    },
    { prompt: 'I go.', narrative: 'You go.', createdAt: 1_717_254_270_000 },
  ]
  const writer = new SillyTavernWriter(about)
  const text = [writer.start(about), ...turns.map((turn) => writer.turn(turn))].join('')
  expect(await collect(readSillyTavernChat(text.split('\n'), report()))).toEqual({ about, turns })
})

it('a story of KoboldAI becomes turns: of an adventure, of an instruction, of prose', async () => {
  const save = {
    gamestarted: true,
    prompt: 'You are in a mill.\n> look around\nThere is a wheel.',
    memory: 'The mill burned once.',
    authorsnote: 'Slowly.',
    actions: [
      '\n> turn the wheel\n',
      'It creaks.',
      '\n### Instruction:\nOpen the door\n### Response:\nIt opens.',
      ' The wind blows.',
    ],
    worldinfo: [{ key: 'wheel', content: 'The wheel is oak.' }],
  }
  const file = readForeignFile(bytesOf(save), 'a')
  if (file.kind !== 'chat') throw new Error('It should be a chat.')
  const { about, turns } = await collect(file.read(report()))
  expect(about).toMatchObject({
    opening: 'You are in a mill.',
    memory: 'The mill burned once.',
    note: { text: 'Slowly.' },
  })
  expect(about!.lore).toEqual({ entries: { 0: save.worldinfo[0] } })
  expect(turns).toEqual([
    { prompt: 'look around', narrative: 'There is a wheel.' },
    { prompt: 'turn the wheel', narrative: 'It creaks.' },
    { prompt: 'Open the door', narrative: 'It opens.' },
    { prompt: '', narrative: 'The wind blows.' },
  ])
})

it('a scene of Talemate becomes turns, with its characters as facts', async () => {
  const scene = {
    name: 'The Mill',
    description: 'A burned mill.',
    intro: 'Smoke hangs in the air.',
    characters: [
      { name: 'Ada', description: 'a pilot', is_player: true },
      { name: 'Orla', description: 'a lamplighter', is_player: false },
    ],
    history: [
      { message: 'The wheel stands still.', typ: 'narrator', source: 'ai' },
      { message: 'Ada: I push it.', typ: 'character', source: 'player' },
      { message: 'Orla: "Careful."', typ: 'character', source: 'ai' },
      { message: 'secret', typ: 'director', source: 'ai' },
      { message: 'hidden', typ: 'narrator', flags: 1 },
    ],
  }
  const file = readForeignFile(bytesOf(scene), 'a')
  if (file.kind !== 'chat') throw new Error('It should be a chat.')
  const counted = report()
  const { about, turns } = await collect(file.read(counted))
  expect(about).toMatchObject({
    title: 'The Mill',
    opening: 'Smoke hangs in the air.',
    memory: 'A burned mill.\n\nOrla: a lamplighter',
    persona: 'Ada: a pilot',
  })
  expect(turns).toEqual([
    { prompt: '', narrative: 'The wheel stands still.' },
    { prompt: 'I push it.', narrative: 'Orla: "Careful."' },
  ])
  expect(counted.skippedMessages).toBe(2)
})
