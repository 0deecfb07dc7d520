#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { defineTool, refuse, ToolError, type ToolContext } from '@narratoria/tool-sdk'
import { type Act, perform, type World, type WorldState, type Roll } from '@narratoria/world'
import { emitAssets } from './emit-assets.ts'
import { isJsonObject } from '@narratoria/protocol/light'
import { createHash } from 'node:crypto'
import type { Random } from '@narratoria/world/model'

/** A compiled campaign, as the host writes it. */
interface Compiled {
  world: World
  /** The campaign's folder; absent for a world that belongs to the session alone. */
  path?: string
}

export default defineTool({
  name: 'act',
  async run(input: JsonObject, context: ToolContext) {
    const { world, path } = readCampaign(context)
    const { endTurn = false, ...act } = input
    const { turn, sessionName, sessionId, position = 0 } = context.request
    const seq = turn?.seq ?? 0
    const performed = perform(world, (context.state.world ?? {}) as WorldState, act as unknown as Act, {
      seq,
      phrases,
      roll: rollOf(context.dependencies),
      random: seededRandom([sessionName ?? sessionId ?? '', seq, position]),
      endTurn: endTurn === true,
    })
    context.patch({ world: performed.patch })
    // For the skill `reputation`, which keeps the standings.
    if (Object.keys(performed.reputation).length > 0)
      context.patch({ world: { report: { reputation: performed.reputation } } })
    await emitAssets(performed.assets, path, context)
    // Words that no act covers are not a memory either.
    const isRefused = performed.status === 'refused' || act.act === 'unknown'
    return isRefused ? refuse(performed.summary) : performed.summary
  },
})

function readCampaign({ request }: ToolContext): Compiled {
  if (!request.campaign)
    throw new ToolError('no_world', 'This story has no world. Begin a story in a campaign to act in one.', {
      retryable: false,
    })
  return JSON.parse(readFileSync(request.campaign.path, 'utf8')) as Compiled
}

/** The roll of the skill `dice-roller` among the dependencies, if there is one. To 6 is a failure, from 10 a success. */
function rollOf(dependencies: ToolContext['dependencies']): Roll | undefined {
  for (const output of Object.values(dependencies)) {
    const dice = output?.dice
    const last = isJsonObject(dice) ? dice.last : undefined
    if (!isJsonObject(last) || typeof last.total !== 'number') continue
    const { total } = last
    return { total, outcome: total >= 10 ? 'success' : total >= 7 ? 'partial' : 'failure' }
  }
  return undefined
}

/** A source of chance (xorshift32) that is the same for the same seed, so that a story played again is the same. */
function seededRandom(seed: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(JSON.stringify(seed)).digest().readUInt32LE() || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
