import type { PlayerViewBody } from '../../api/resources.ts'
import { portrayedIn } from '../../api/portrayed-in.ts'
import { assetUrl } from '../turns/wire-turn-event.ts'
import type { WebApi } from '../web-api.ts'

/** What the player knows of the world of a session, with the pictures of people that were shown last. */
export async function readPlayerView({ host, channels }: WebApi, called: string): Promise<PlayerViewBody> {
  const { sessionId, head } = await channels.record(called)
  const view = await (await channels.session(sessionId)).view()
  if (!view) return { world: null }
  const portraits = await portraitsOf(host().store, sessionId, head)
  const { place, exits, people, ending = null, ...rest } = view
  return host().skills.maskSecrets({
    world: {
      ...rest,
      place: { name: place.name, description: place.description ?? null, isDark: place.isDark },
      exits: exits.map(({ direction, to = null, isClosed }) => ({ direction, to, isClosed })),
      people: people.map(({ id, name, isHere, isDead, feeling, doing = null }) => ({
        name,
        isHere,
        isDead,
        feeling,
        doing,
        portraitUrl: portraits.get(id) ?? null,
      })),
      ending,
    },
  })
}

/** The newest picture of each person on the played line, by the id of the person. */
async function portraitsOf(
  store: ReturnType<WebApi['host']>['store'],
  sessionId: string,
  head: string | null,
): Promise<Map<string, string>> {
  const portraits = new Map<string, string>()
  const places = new Map<string, number>()
  for (const { turnId, mediaType, metadata } of await store.assets(sessionId, head)) {
    const index = places.get(turnId) ?? 0
    places.set(turnId, index + 1)
    const person = portrayedIn({ mediaType, metadata })
    if (person !== undefined) portraits.set(person, assetUrl(sessionId, turnId, index))
  }
  return portraits
}
