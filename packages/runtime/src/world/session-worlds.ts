import { randomUUID } from 'node:crypto'
import { expandMacros, hasMacros, type LorebookDocument } from '@narratoria/interchange'
import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '@narratoria/protocol'
import type { PlanWorld } from '@narratoria/planner'
import type { World, WorldState } from '@narratoria/world'
import { RuntimeError } from '../errors.ts'
import type { NewSession } from '../store/session-store.ts'
import type { Campaigns, PlayableCampaign } from './campaigns.ts'
import { CompiledWorlds, digestOf } from './compiled-worlds.ts'
import { FoundCampaigns } from './found-campaigns.ts'
import { openingOf } from './opening.ts'

/** The world of a session that is created. */
export interface NewWorld {
  /** Name of a campaign, or the path of its folder. */
  campaign?: string
  /** Which of the openings of the campaign the story begins with, from 1. Defaults to 1. */
  openingNumber?: number
  /** A world that belongs to the session alone. It is stored in the session's state. */
  world?: World
}

/** The world that a turn is played in. */
export interface SessionWorld extends PlanWorld {
  name: string
  /** The compiled file. */
  path: string
  /** The campaign's folder. A world of the session alone has none. */
  folder?: string
  lorebooks?: readonly LorebookDocument[]
  /** The openings to choose from, if there are several. */
  openings?: readonly string[]
  /** The name of the player's character. */
  player?: string
}

/** A session's world, and what the player should know about it. */
export interface ResolvedWorld {
  world?: SessionWorld
  /** A warning with the same `key` is shown once. */
  warning?: { code: 'campaign_changed' | 'campaign_invalid' | 'campaign_missing'; message: string; key: string }
}

/** Finds the worlds of sessions: in the state itself, or by the campaign that the state names. */
export class SessionWorlds {
  readonly #campaigns: Campaigns | undefined
  readonly #compiled: CompiledWorlds
  readonly #found: FoundCampaigns

  constructor({ campaigns, home }: { campaigns: Campaigns | undefined; home: string }) {
    this.#campaigns = campaigns
    this.#compiled = new CompiledWorlds(home)
    this.#found = new FoundCampaigns(campaigns)
  }

  /**
   * The properties of a session that begins in a world, in the state `given`. Returns `{}` without one.
   *
   * @throws {RuntimeError} `unknown_campaign`
   * @throws {RangeError} if the campaign has fewer openings
   */
  async begin(
    { campaign: name, world: own, openingNumber }: NewWorld,
    given?: JsonValue,
  ): Promise<Partial<NewSession>> {
    const campaign = name === undefined ? undefined : await this.#campaigns?.find(name)
    if (name !== undefined && !campaign)
      throw new RuntimeError(
        'unknown_campaign',
        `There is no campaign "${name}". Check the name, or the path of its folder.`,
      )
    if (campaign) await this.#found.keep(campaign)
    const world = campaign?.world ?? own
    if (!world) return {}
    const source: JsonObject = campaign
      ? { campaign: { name: campaign.name, version: campaign.version, digest: campaign.digest } }
      : { model: world as unknown as JsonObject }
    const opening = openingTextOf({ world, campaign, given }, openingNumber)
    return { title: world.title, opening, initialState: { world: { ...startOf(world, given), ...source } } }
  }

  /** The world of a session whose state is `state`. */
  async resolve(state: JsonObject): Promise<ResolvedWorld> {
    if (!isJsonObject(state.world)) return {}
    const worldState = state.world as unknown as WorldState
    const { model, campaign } = worldState
    if (model !== undefined) {
      const world = model as unknown as World
      const path = await this.#compiled.write(digestOf(model), { world })
      return { world: { world, state: worldState, name: world.title, path } }
    }
    return campaign === undefined ? {} : this.#resolveCampaign(campaign, worldState)
  }

  /** Removes temporary files. */
  close(): Promise<void> {
    return this.#compiled.close()
  }

  async #resolveCampaign(
    { name, version, digest }: NonNullable<WorldState['campaign']>,
    state: WorldState,
  ): Promise<ResolvedWorld> {
    const { campaign: found, fault } = await this.#found.current(name)
    if (found) {
      const path = await this.#compiled.write(found.digest, found)
      const { lorebooks, openings, player, path: folder } = found
      const more = {
        ...(lorebooks && { lorebooks }),
        ...(openings && { openings }),
        ...(player !== undefined && { player }),
      }
      const world = { world: found.world, state, name, path, folder, ...more }
      if (fault !== undefined) {
        const message = `${fault} The story goes on with the campaign as it was before.`
        return { world, warning: { code: 'campaign_invalid', message, key: message } }
      }
      if (found.digest === digest) return { world }
      const message = `The campaign "${name}" has changed since this story began (${version}, now ${found.version}). The story goes on with the changed one.`
      return { world, warning: { code: 'campaign_changed', message, key: found.digest } }
    }
    const kept = await this.#compiled.read(digest)
    if (kept) return { world: { world: kept.world, state, name, path: kept.file } }
    const message = `The campaign "${name}" ${version} of this story was not found. Install it again to go on in its world.`
    return { warning: { code: 'campaign_missing', message, key: name } }
  }
}

/** The chosen opening, with its macros replaced, and what the player sees at the first place. */
function openingTextOf(
  { world, campaign, given }: { world: World; campaign: PlayableCampaign | undefined; given: JsonValue | undefined },
  number = 1,
): string {
  const openings = campaign?.openings ?? [world.opening]
  const chosen = openings[number - 1]
  if (chosen === undefined)
    throw new RangeError(`"${world.title}" has ${openings.length} openings; there is no opening ${number}.`)
  const user = campaign?.player ?? 'you'
  const values = { char: world.people.companion?.name ?? world.title, user, seed: randomUUID() }
  const opening = hasMacros(chosen) ? expandMacros(chosen, values).text : chosen
  return openingOf({ world: { ...world, opening }, state: startOf(world, given) })
}

/** The state that a story begins with: that of its world, changed by `given`. */
function startOf({ state = {} }: World, given: JsonValue | undefined): JsonObject {
  return mergePatch(state as JsonObject, isJsonObject(given) ? given : {}) as JsonObject
}
