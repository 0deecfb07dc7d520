import type { TurnResult } from '@narratoria/protocol'
import { type Narratoria, RuntimeError, type Session } from '@narratoria/runtime'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { agreeToSkills } from '../host/agree.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { type HostOptions, type OpenHost, openHost } from '../host/open-host.ts'
import { storedModels } from '../host/open-model.ts'
import { openStoreForPlay } from '../host/open-store.ts'
import { openingOf } from '../story/opening.ts'
import { formatChoices, showTurn, StoryLoop } from '../story/play-story.ts'
import { waysOn } from '../story/ways-on.ts'
import { openPrompt } from '../terminal/prompt.ts'
import { describeWarning } from '../terminal/skill-warning.ts'
import { type Terminal, count, describeTerminal, wrap } from '../terminal/terminal.ts'

interface PlayOptions extends HostOptions {
  prompt?: string
  session?: string
  new?: boolean
  title?: string
  premise?: string
  json?: boolean
  plain?: boolean
}

/** `narratoria play`: one turn with `--prompt`, else a story until the player leaves. */
export async function play(options: PlayOptions): Promise<void> {
  const { prompt, json } = options
  if (options.session?.trim() === '') throw new UsageError('--session needs a name, such as --session castle')
  if (json && prompt === undefined) throw new UsageError('--json needs --prompt: it prints one turn')
  const store = await openStoreForPlay({ named: options.session !== undefined })
  const host = await openHost(options, {
    store,
    agreed: (folder) => agreeToSkills(folder, askOnce),
    watchSkills: prompt === undefined,
  })
  try {
    for (const warning of host.skills.maskSecrets(host.skills.warnings))
      process.stderr.write(`narratoria: ${describeWarning(warning)}\n`)
    const session = await openSession(host, options)
    if (session.lostTurn)
      process.stderr.write(
        `narratoria: the last turn ("${session.lostTurn.prompt}") was not finished when the story was left; it is not part of it.\n`,
      )
    const terminal = describeTerminal(options)
    if (prompt !== undefined) await playOnce(host, session, { prompt, json, terminal })
    else await playStory(host, session, terminal)
  } finally {
    await host.close()
  }
}

/** The session that was named, a new one where that was asked, or the one played last where a player sits. */
async function openSession(host: Narratoria, options: PlayOptions): Promise<Session> {
  const { session: name, title, premise } = options
  const asNew = options.new === true || title !== undefined || premise !== undefined
  if (asNew && name !== undefined && (await host.store.findSession(name)))
    throw new UsageError(`there is a story "${name}" already; choose another name, or leave --new out to go on with it`)
  const { text, ...opening } = openingOf({ title, premise })
  const story = { title: title ?? name ?? opening.title, opening: text, initialState: opening.initialState }
  if (name !== undefined || asNew || options.prompt !== undefined) return host.openSession(name, story)
  const [last] = await host.listSessions()
  try {
    return await host.openSession(last?.sessionId, story)
  } catch (error) {
    // Somebody else goes on with it in another window.
    if (!RuntimeError.isInstance(error) || error.code !== 'session_in_use') throw error
    process.stderr.write(`narratoria: "${last?.title}" is being played in another window; a new story begins here.\n`)
    return host.openSession(undefined, story)
  }
}

async function playOnce(
  host: OpenHost,
  session: Session,
  { prompt, json, terminal }: { prompt: string; json?: boolean; terminal: Terminal },
): Promise<void> {
  const interrupt = abortOnInterrupt(() => host.close())
  const cuts: string[] = []
  host.cuts.tell = (message) => void cuts.push(message)
  try {
    const turn = session.play(prompt, { signal: interrupt.signal })
    const result = json ? await turn.result : await showTurn(turn, terminal, interrupt.signal)
    if (json) process.stdout.write(`${JSON.stringify(asDocument(result))}\n`)
    else process.stdout.write(formatChoices(result.choices, terminal))
    for (const message of cuts) process.stderr.write(`narratoria: ${message}.\n`)
    const { aborted } = interrupt.signal
    const isStored = result.status === 'stored'
    if (aborted && isStored) process.stderr.write('narratoria: The turn was done already and is part of the story.\n')
    if (!isStored) process.exitCode = 130
    // What failed is told in the story; after Ctrl-C, that was not shown.
    if (isStored && result.fallback && aborted && !json) terminal.aside(`${wrap(result.narrative, terminal.columns)}\n`)
    if (isStored && result.fallback) process.stderr.write(`${waysOn(host, result, session.id)}\n`)
  } finally {
    interrupt.release()
  }
}

function asDocument(result: TurnResult) {
  const { sessionId, turnId, status, narrative, choices, plan, execution, state, attempts, fallback } = result
  return { sessionId, turnId, status, narrative, choices, plan, result: execution, state, attempts, fallback }
}

async function playStory(host: OpenHost, session: Session, terminal: Terminal): Promise<void> {
  const skillCount = host.skills.available().length
  const turns = (await host.store.findSession(session.id))?.turns ?? 0
  const going = turns === 0 ? '' : `"${session.title}", ${count(turns, 'turn')} so far; --new begins another. `
  const model =
    host.modelName === undefined
      ? `no language model (narratoria models ${await wayToModel()})`
      : `planned by ${host.modelName}`
  const line = `${going}${count(skillCount, 'skill')}, ${model}. /help helps.`
  terminal.aside(`${terminal.dim(wrap(line, terminal.columns))}\n\n`)
  await new StoryLoop(host, session, terminal).run()
  process.exitCode = exitCodes.success
}

/** Chooses one of the models that are here; where there is none, fetches the one that comes fastest. */
async function wayToModel(): Promise<string> {
  const stored = await storedModels()
  // One that is in use and not at work cannot be used, or was not wanted: nothing is left to choose.
  if (stored.length > 0 && !stored.some(({ selected }) => selected)) return 'use NAME'
  const { recommendedModels } = await import('@narratoria/planner/models')
  return `pull ${recommendedModels.reduce((one, next) => (next.sizeBytes < one.sizeBytes ? next : one)).name}`
}

/** Asks one question on the terminal. */
export async function askOnce(question: string): Promise<string | undefined> {
  const prompt = openPrompt({ plain: true })
  try {
    return await prompt.ask(question)
  } finally {
    prompt.close()
  }
}
