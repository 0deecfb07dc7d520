import type { JsonObject, ToolInvocation } from '@narratoria/protocol'

/** One tool of a scene. */
export interface SceneTool extends Omit<ToolInvocation, 'toolPath' | 'input'> {
  steps: JsonObject[]
  summary?: string
}

/** A one-pixel PNG. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

export const say = (text: string, append = false): JsonObject => ({
  event: { type: 'ui_event', event: 'narration', payload: { text, append } },
})
export const log = (message: string, level = 'info'): JsonObject => ({ event: { type: 'log', level, message } })
export const patch = (change: JsonObject): JsonObject => ({ event: { type: 'state_patch', patch: change } })
export const ui = (event: string, payload: JsonObject): JsonObject => ({ event: { type: 'ui_event', event, payload } })
export const wait = (waitMs: number): JsonObject => ({ waitMs })

const attack = (where: string) =>
  `<img src=x onerror="window.injected='${where}'"><script>window.injected='${where}'</script>`

/** A tool that works for `spadeMs` with each spade. */
const digging = (spades: number, spadeMs = 250): SceneTool => ({
  toolId: 'slow',
  steps: [
    say('You begin to dig.'),
    ...Array.from({ length: spades }, (_, index) => [
      ui('progress', { value: index + 1, max: spades, label: 'Digging' }),
      log(`Spade ${index + 1}`),
      wait(spadeMs),
    ]).flat(),
    say('The chest is here.'),
  ],
})

/** The tools of each prompt. Any other prompt gets one sentence. */
export const scenes: Record<string, SceneTool[]> = {
  'sing a song': [
    {
      toolId: 'tale',
      steps: [
        say('The lantern gutters.'),
        wait(60),
        say(' Somewhere below, water', true),
        wait(60),
        say(' keeps its own slow time.', true),
        say('You are not alone.'),
        ui('narrative_choice', { choices: ['Go down', { text: 'Wait', hint: 'and listen', difficulty: 'easy' }] }),
      ],
    },
  ],
  'read it from right to left': [
    {
      toolId: 'scribe',
      steps: [
        say('كان البحر هادئًا، ولم يعرف أحد السبب!'),
        say('It was calm.'),
        ui('narrative_choice', { choices: ['اذهب إلى البحر!', 'Stay'] }),
      ],
    },
  ],
  // 120 pieces, one each 40 ms.
  'read it piece by piece': [
    {
      toolId: 'tale',
      steps: Array.from({ length: 15 }, (_, index) => ` Sentence ${index + 1}| goes| on| and| on| until| its| end.`)
        .flatMap((sentence) => sentence.split('|'))
        .flatMap((piece, index) => [say(piece, index > 0), wait(40)]),
    },
  ],
  'write it in Markdown': [
    {
      toolId: 'scribe',
      steps: [
        say('The **door** is *not* open.'),
        say('> A quoted line.'),
        say('- a key\n- a coin'),
        say('See [the archive](https://example.org/door) or [this](javascript:alert(1)).'),
        say('<b>bold</b><img src=x onerror="window.injected=1"> ![a map](https://example.org/map.png)'),
      ],
    },
  ],
  'light the torch': [
    {
      toolId: 'light',
      steps: [
        log('Striking a flint'),
        patch({ torch: { lit: true, left: 60 }, room: { dark: false } }),
        { file: { name: 'torch.png', base64: pixel, mediaType: 'image/png', metadata: { title: 'A lit torch' } } },
        say('The torch catches.'),
      ],
    },
  ],
  'meet a stranger': [
    {
      toolId: 'portrait',
      steps: [
        {
          file: {
            name: 'stranger.png',
            base64: pixel,
            mediaType: 'image/png',
            metadata: { title: 'A stranger', placeholder: true },
          },
        },
        say('A stranger nods.'),
      ],
    },
  ],
  'drop the torch': [
    { toolId: 'drop', steps: [patch({ torch: { lit: false }, room: null, hands: 'empty' }), say('It hisses out.')] },
  ],
  'build a hall': [
    { toolId: 'mason', steps: [patch({ hall: { lamps: { lit: 1 } } })] },
    {
      toolId: 'lighter',
      dependencies: ['mason'],
      steps: [patch({ hall: { lamps: { lit: 2 }, door: 'open' }, torch: null })],
    },
    { toolId: 'watch', dependencies: ['lighter'], steps: [say('Two lamps burn.'), wait(60_000)] },
  ],
  'sing along': [
    {
      toolId: 'bard',
      steps: [
        { file: { name: 'song.wav', silenceSeconds: 60, mediaType: 'audio/wav', metadata: { title: 'A song' } } },
        say('A song begins.'),
      ],
    },
    { toolId: 'crowd', dependencies: ['bard'], steps: [wait(3_000), say('All sing along.')] },
  ],
  'work slowly': [digging(10)],
  'work for a second': [digging(10, 100)],
  // Long enough to go to another screen on a busy machine.
  'work all day': [digging(10, 1_500)],
  // Long enough to reload the page on a busy machine.
  'work through the night': [digging(30)],
  'work for long': [
    {
      toolId: 'long',
      steps: [say('You wait for the tide.'), log('Waiting for the tide'), wait(20_000), say('It came.')],
    },
  ],
  'try twice': [
    {
      toolId: 'climb',
      steps: [log('Throwing the rope'), { failBefore: 2 }, say('The rope holds.')],
      retryPolicy: { maxRetries: 2, backoffMs: 50 },
    },
  ],
  'fail permanently': [
    {
      toolId: 'doomed',
      steps: [{ stderr: 'the rope is rotten\n' }, { failBefore: 99 }],
      retryPolicy: { maxRetries: 1, backoffMs: 10 },
    },
    { toolId: 'after', dependencies: ['doomed'], steps: [say('Never shown.')] },
  ],
  'fail whatever is planned': [
    { toolId: 'stubborn', steps: [{ failBefore: 99 }], retryPolicy: { maxRetries: 0, backoffMs: 10 } },
  ],
  'show everything': [
    {
      toolId: 'show',
      steps: [
        { file: { name: 'picture.png', base64: pixel, mediaType: 'image/png', metadata: { title: 'A picture' } } },
        { file: { name: 'sound.wav', silenceSeconds: 0.1, mediaType: 'audio/wav', metadata: { title: 'A sound' } } },
        { file: { name: 'film.webm', base64: '', mediaType: 'video/webm', metadata: { title: 'A film' } } },
        { file: { name: 'chest.glb', text: 'glTF', mediaType: 'model/gltf-binary', metadata: { title: 'A chest' } } },
        { file: { name: 'note.svg', text: svg(), mediaType: 'image/svg+xml' } },
        { file: { name: 'note.html', text: attack('asset'), mediaType: 'text/html' } },
        { file: { name: 'note.pdf', text: '%PDF-1.4', mediaType: 'application/pdf' } },
        ui('open_map', { region: 'The Fens', markers: [1, 2, 3] }),
        ui('dice_roll', { formula: '2d6+3', rolls: [4, 5], modifier: 3, total: 12 }),
        say('Everything lies before you.'),
      ],
    },
  ],
  inject: [
    {
      toolId: 'inject',
      summary: attack('summary'),
      steps: [
        say(attack('narration')),
        say(attack('streamed'), true),
        log(attack('log')),
        patch({ [attack('key')]: attack('value') }),
        ui('open_map', { text: attack('payload') }),
        ui('narrative_choice', { choices: [attack('choice')] }),
        { file: { name: 'a.png', base64: pixel, mediaType: 'image/png', metadata: { title: attack('title') } } },
      ],
    },
  ],
  'say the settings': [{ toolId: 'settings', steps: [{ config: true }] }],
  'say the secret': [
    { toolId: 'blab', steps: [{ secret: true }, say('I said nothing.')] },
    {
      toolId: 'fall',
      dependencies: ['blab'],
      steps: [{ secret: true }, { failBefore: 99 }],
      retryPolicy: { maxRetries: 1, backoffMs: 1 },
      required: false,
    },
  ],
  // As long as that.
  'work together': [
    { toolId: 'first', async: true, steps: [wait(8_000), log('first')] },
    { toolId: 'second', async: true, steps: [wait(9_000), log('second')] },
    { toolId: 'last', dependencies: ['first', 'second'], steps: [wait(500), say('Together it worked.')] },
  ],
}

function svg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>window.injected='svg'</script><circle cx="20" cy="20" r="18" fill="purple"/></svg>`
}
