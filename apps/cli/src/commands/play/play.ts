import type { Character } from '@narratoria/campaigns/player'
import type { TurnResult } from '@narratoria/protocol'
import { commandIn, type Narratoria, RuntimeError, type Session } from '@narratoria/runtime'
import { UsageError, exitCodes } from '../../exit-codes.ts'
import { confirmLocalSkills } from '../../host/confirm-local-skills.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import { type OpenHost, openHost } from '../../host/open-host.ts'
import { describeModels } from '../../host/describe-models.ts'
import { storedModels } from '../../host/open-model.ts'
import { findCalled, openStoreForPlay } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { askPremise, type PremiseAnswers } from '../../story/ask-premise.ts'
import { type AskingCampaign, askCharacter, characterFromFile, findAsking } from '../../story/character.ts'
import { openingOfPremise, writerFor } from '../../story/invent-world.ts'
import { firstCampaign, openingOf } from '../../story/opening.ts'
import { formatChoices, otherStories, showOpening, showTurn, StoryLoop } from '../../story/play-story.ts'
import { recoveryHints } from '../../story/recovery-hints.ts'
import { notify, print, printError, printJson, printStyled } from '../../terminal/print.ts'
import { describeWarning } from '../../terminal/skill-warning.ts'
import { type Terminal, count, describeTerminal, wrap } from '../../terminal/terminal.ts'
import type { PlayOptions } from './command.ts'
import { printHead } from '../sessions/navigate.ts'

/** `narratoria play`: one turn with `--prompt`, else a story until the player leaves. */
export async function play(options: PlayOptions, io: Io): Promise<number> {
  const { prompt, session: name } = options
  if (name?.trim() === '') throw new UsageError('--session needs a name, such as --session castle')
  if (options.json && prompt === undefined) throw new UsageError('--json needs --prompt: it prints one turn')
  if (options.premise === undefined)
    for (const name of ['role', 'aim', 'plot'] as const)
      if (options[name] !== undefined) throw new UsageError(`--${name} needs --premise, which it is about`)
  const store = await openStoreForPlay(io, { named: name !== undefined })
  const host = await openHost(io, options, {
    store,
    confirm: (folder) => confirmLocalSkills(io, folder),
    watchSkills: prompt === undefined,
    useServers: true,
  })
  try {
    for (const warning of host.skills.maskSecrets(host.skills.warnings)) notify(io, describeWarning(warning))
    const wish = await wishOf(io, host, options)
    if (!wish) return exitCodes.success
    const session = await openSession(io, host, wish)
    if (!session) return exitCodes.success
    if (session.lostTurn)
      notify(io, `the last turn ("${session.lostTurn.prompt}") was interrupted and is not part of the story.`)
    const terminal = describeTerminal(io, { plain: options.plain === true })
    const command = prompt === undefined ? undefined : commandIn(prompt)
    if (command === 'undo' || command === 'redo')
      return await moveOnce(io, session, { command, json: options.json === true })
    if ((command === 'restart' || command === 'load') && !options.json) {
      print(io, otherStories)
      return exitCodes.success
    }
    if (prompt === undefined) return await playStory(io, host, session, terminal)
    return await playOnce(io, host, session, { prompt, json: options.json === true, terminal })
  } finally {
    await host.close()
  }
}

/**
 * What the options say; without any, asks a player at a terminal which story to play, and which of several openings it begins with.
 * Returns `undefined` if the player leaves.
 */
async function wishOf(io: Io, host: Narratoria, options: PlayOptions): Promise<PlayOptions | undefined> {
  const { prompt, session, new: isNew, title, premise, campaign, opening, plain = false } = options
  if (prompt !== undefined || io.stdin.isTTY !== true || io.stdout.isTTY !== true) return options
  const { chooseOpening, chooseStory } = await import('./choose-story.ts')
  const isSaid = isNew === true || [session, title, premise, campaign, opening].some((given) => given !== undefined)
  let wish: PlayOptions = options
  if (!isSaid) {
    const [last] = await host.listSessions()
    const chosen = await chooseStory(io, { last, plain })
    if (chosen.kind !== 'new') return chosen.kind === 'none' ? undefined : options
    wish = { ...options, ...chosen.wish, new: true }
  }
  if (wish.campaign === undefined || wish.opening !== undefined) return wish
  const number = await chooseOpening(io, { campaign: wish.campaign, plain })
  return number === null ? undefined : { ...wish, opening: number }
}

/**
 * Opens the named session, a new one if options ask for it, or else the one played last. Returns `undefined` if the player leaves
 * while a new one is prepared.
 */
async function openSession(io: Io, host: Narratoria, options: PlayOptions): Promise<Session | undefined> {
  const { session: name, title, premise, campaign, opening: openingNumber } = options
  const isNew = options.new === true || [title, premise, campaign, openingNumber].some((given) => given !== undefined)
  if (isNew && name !== undefined && (await host.store.findSession(name)))
    throw new UsageError(`there is already a story "${name}"; choose another name, or leave out --new to continue it`)
  const known = name === undefined || isNew ? undefined : await findCalled(host.store, name, { exact: true })
  const [last] = await host.listSessions()
  const isCreated = isNew || (name === undefined ? !last || options.prompt !== undefined : !known)
  const asking = isCreated && premise === undefined ? await findAsking(campaign ?? firstCampaign, io) : undefined
  const character = asking && (await characterFor(io, asking, options))
  if (character === null) return undefined
  const answers = premise !== undefined && isCreated ? await answersFor(io, premise, options) : {}
  if (answers === undefined) return undefined
  const named = title ?? name
  const story =
    premise === undefined || !isCreated
      ? openingOf({
          title: named,
          campaign,
          ...(character && { character }),
          ...(openingNumber !== undefined && { openingNumber }),
        })
      : await openingOfPremise(io, { premise, ...answers, ...(named !== undefined && { title: named }) }, { options })
  if (name !== undefined || isNew || options.prompt !== undefined)
    return host.openSession(known?.sessionId ?? name, story)
  try {
    return await host.openSession(last?.sessionId, story)
  } catch (error) {
    if (!RuntimeError.isInstance(error) || error.code !== 'session_in_use') throw error
    notify(io, `"${last?.title}" is being played in another window; a new story begins here.`)
    return host.openSession(undefined, story)
  }
}

/** The player's character: from a file, or by questions at a terminal. `null` if the player leaves; elsewhere nothing is asked. */
async function characterFor(
  io: Io,
  asking: AskingCampaign,
  { character, prompt, plain }: PlayOptions,
): Promise<Character | null | undefined> {
  if (character !== undefined) return characterFromFile(character, asking, io)
  if (prompt !== undefined || io.stdin.isTTY !== true || io.stdout.isTTY !== true) return undefined
  return (await askCharacter(io, asking, { plain: plain === true })) ?? null
}

/**
 * What a premise leaves to the player: from the options, or by questions at a terminal or in plain text. `undefined` if the player leaves;
 * with `--prompt` nothing is asked.
 */
async function answersFor(
  io: Io,
  premise: string,
  { role, aim, plot, prompt, plain, ...options }: PlayOptions,
): Promise<PremiseAnswers | undefined> {
  const given = {
    ...(role !== undefined && { player: role }),
    ...(aim !== undefined && { aim }),
    ...(plot !== undefined && { plot }),
  }
  const isTerminal = io.stdin.isTTY === true && io.stdout.isTTY === true
  const isPlain = plain === true
  if (prompt !== undefined || !(isTerminal || isPlain)) return given
  // A connection that cannot be read is reported when the world is built.
  const writer = await writerFor(io, options).catch(() => undefined)
  return askPremise(io, { premise, ...given }, { plain: isPlain, isForModel: writer !== undefined })
}

/** Undoes or redoes a turn, as `--prompt undo` says, and shows where the story is. */
async function moveOnce(
  io: Io,
  session: Session,
  { command, json }: { command: 'undo' | 'redo'; json: boolean },
): Promise<number> {
  await session[command](1)
  await printHead(session, json, io)
  return exitCodes.success
}

async function playOnce(
  io: Io,
  host: OpenHost,
  session: Session,
  { prompt, json, terminal }: { prompt: string; json: boolean; terminal: Terminal },
): Promise<number> {
  const interrupt = abortOnInterrupt(io, () => host.close())
  const messages: string[] = []
  host.truncation.report = (message) => void messages.push(message)
  try {
    const { signal } = interrupt
    const isFirst = !json && (await session.lastTurn()) === undefined
    if (isFirst) showOpening(io, session, terminal)
    if (isFirst) print(io, '')
    const turn = commandIn(prompt) === 'retry' ? session.retry({ signal }) : session.play(prompt, { signal })
    const result = json ? await turn.result : await showTurn(turn, terminal, interrupt.signal)
    if (json) printJson(io, toDocument(result))
    else printStyled(io, formatChoices(result.choices, terminal))
    for (const message of messages) notify(io, `${message}.`)
    const { aborted } = interrupt.signal
    if (result.status !== 'stored') return exitCodes.interrupted
    if (aborted) notify(io, 'the turn was already complete and is part of the story.')
    // After Ctrl-C, the story that says what failed was not shown.
    if (result.fallback && aborted && !json) terminal.aside(`${wrap(result.narrative, terminal.columns)}\n`)
    if (result.fallback) printError(io, recoveryHints(host, result, session.id))
    return exitCodes.success
  } finally {
    interrupt.release()
  }
}

function toDocument(result: TurnResult) {
  const { sessionId, turnId, status, narrative, choices, plan, execution, state, attempts, fallback } = result
  return { sessionId, turnId, status, narrative, choices, plan, result: execution, state, attempts, fallback }
}

async function playStory(io: Io, host: OpenHost, session: Session, terminal: Terminal): Promise<number> {
  const turns = (await host.store.findSession(session.id))?.turns ?? 0
  const continued = turns === 0 ? '' : `"${session.title}", ${count(turns, 'turn')} so far; --new begins another. `
  const { planner, narrator } = host.playing
  const hint = planner === undefined && narrator === undefined ? ` (narratoria models ${await modelHint(io)})` : ''
  const skills = count(host.skills.available().length, 'skill')
  const line = `${continued}${skills}, ${describeModels(host.playing)}${hint}. /help helps.`
  terminal.aside(`${terminal.dim(wrap(line, terminal.columns))}\n\n`)
  await new StoryLoop(io, host, session, terminal).run()
  return exitCodes.success
}

/** The `models` commands that connect to a server and select a stored model, or else download the smallest recommended one. */
async function modelHint(io: Io): Promise<string> {
  const stored = await storedModels(io)
  // A selected model that does not run either failed or was not wanted.
  if (stored.length > 0 && !stored.some(({ selected }) => selected)) return 'connect, or models use NAME'
  const { recommendedModels } = await import('@narratoria/planner/models')
  return `connect, or models pull ${recommendedModels.reduce((one, next) => (next.sizeBytes < one.sizeBytes ? next : one)).name}`
}
