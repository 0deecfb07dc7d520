import type { NewStory } from '@narratoria/runtime'
import type { NewSession } from '../../api/resources.ts'
import { WebError } from '../errors.ts'
import type { StoryBeginnings } from '../host.ts'
import type { WebApi } from '../web-api.ts'

/** Creates a session as a request asks for it. Its title defaults to its name. Returns its id. */
export async function createSession(
  { host, channels, opening, beginnings }: WebApi,
  { name: given, ...wish }: NewSession & { title?: string },
): Promise<string> {
  const name = given?.trim() || undefined
  const wanted = await begin(beginnings, wish)
  const title = wish.title ?? name
  const usual = { ...opening.story, title: title ?? opening.title ?? 'Untitled story', opening: opening.text }
  const story = wanted ? { ...wanted, ...(title !== undefined && title !== '' && { title }) } : usual
  const session = await host().openSession(name, story)
  await channels.adopt(session)
  return session.id
}

/** The beginning that a request asks for; `undefined` for the host's own. */
async function begin(
  beginnings: StoryBeginnings | undefined,
  { campaign, premise, character, openingNumber, genre, tone }: NewSession,
): Promise<NewStory | undefined> {
  const refuse = (field: string, message: string) =>
    new WebError('invalid_request', `This story cannot begin: ${message}.`, {
      status: 422,
      issues: [{ field, message }],
    })
  if (campaign !== undefined && premise !== undefined) throw refuse('premise', 'it has a campaign already')
  if (campaign !== undefined) {
    const offered = (await beginnings?.list())?.find(({ name }) => name === campaign)
    if (!beginnings || !offered) throw refuse('campaign', 'is none of those offered')
    const openings = offered.openings?.length ?? 1
    if (openingNumber !== undefined && openingNumber > openings)
      throw refuse('openingNumber', `the campaign has ${openings} ${openings === 1 ? 'opening' : 'openings'}`)
    const opening = openingNumber === undefined ? {} : { openingNumber }
    return storyOf(await beginnings.begin({ campaign, ...(character && { character }), ...opening }))
  }
  if (premise === undefined) return undefined
  if (!beginnings) throw refuse('premise', 'this host builds no worlds')
  const answers = character && { character }
  const story = storyOf(await beginnings.begin({ premise: premiseOf({ premise, genre }), ...answers }))
  return tone === undefined ? story : { ...story, notes: { ...story.notes, style: `Tone: ${tone.trim()}` } }
}

/** A premise with the genre that is wanted, in a line of its own. */
export function premiseOf({ premise, genre }: { premise: string; genre?: string | undefined }): string {
  return premise.trim() + (genre === undefined ? '' : `\nGenre: ${genre.trim().replaceAll(/\s+/g, ' ')}`)
}

function storyOf(found: Awaited<ReturnType<StoryBeginnings['begin']>>): NewStory {
  if (!('problems' in found)) return found
  throw new WebError('invalid_request', 'The character cannot be created.', {
    status: 422,
    issues: found.problems.map(({ id, message }) => ({ field: `character.${id}`, message })),
  })
}
