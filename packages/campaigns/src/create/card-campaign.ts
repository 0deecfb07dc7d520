import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cardPhrases, fillSentence } from '@narratoria/content'
import { type CharacterCard, cleanedFrom, expandMacros, hasMacros, isCleaned, plainText } from '@narratoria/interchange'
import { stringify } from 'yaml'
import type { Manifest } from '../manifest.ts'
import { jsonText, writeFolder } from './write-files.ts'
import { cardFiles } from '../read/card-files.ts'

/** A campaign that was made of a file of another program. */
export interface ImportedCampaign {
  /** The folder's name. */
  name: string
  path: string
  title: string
  /** What was taken over, and what was left out and why: a phrase or a sentence each. */
  taken: string[]
  leftOut: string[]
}

const maxDescription = 600

/**
 * Writes a character card as a campaign in `root`: a place with the person of the card, its greetings as openings, and the card itself as
 * `card.json`, with every field that it has. Writes all files or none.
 *
 * @param options `user`: the name of the player's character; defaults to "you"
 */
export async function writeCardCampaign(
  root: string,
  card: CharacterCard,
  { user = 'you' }: { user?: string } = {},
): Promise<ImportedCampaign> {
  const title = plainText(card.fields.name).slice(0, 200) || 'Character'
  const name = freeName(root, title)
  const draft = new CardDraft(card, title, user)
  const path = join(root, name)
  await writeFolder(path, draft.files())
  return { name, path, title, taken: draft.taken(), leftOut: draft.leftOut() }
}

/** The name of a folder that does not exist yet. */
export function freeName(root: string, title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  const name = words.slice(0, 60) || 'character'
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(root, candidate))) return candidate
  }
}

class CardDraft {
  readonly #card: CharacterCard
  readonly #title: string
  readonly #char: string
  readonly #user: string
  readonly #unknown = new Set<string>()
  readonly #cleaned = new Set<string>()
  readonly #openings: string[]

  constructor(card: CharacterCard, title: string, user: string) {
    this.#card = card
    this.#title = title
    this.#char = plainText(card.fields.nickname ?? card.fields.name) || title
    this.#user = user
    if (isCleaned(card.fields.name)) this.#cleaned.add(card.fields.name)
    const { greeting, alternateGreetings } = card.fields
    this.#openings = [greeting, ...alternateGreetings]
      .map((text) => this.#text(text, { drawsLater: true }))
      .filter((text) => text !== '')
  }

  files(): Map<string, string | Uint8Array> {
    const { document, files, picture } = this.#card
    const [, ...others] = this.#openings
    const art = picture && pictureName(picture)
    const player =
      this.#user === 'you' ? [] : [['characters/player/template.json', jsonText({ name: this.#user })] as const]
    return new Map<string, string | Uint8Array>([
      ['manifest.json', jsonText(this.#manifest(art))],
      ['world/setting.md', `# ${this.#title}\n\n${this.#setting()}\n`],
      ['plot/premise.md', `${this.#premise()}\n`],
      ['world/map.yaml', stringify(this.#map(art), { lineWidth: 110 })],
      ...others.map((text, index) => [`plot/openings/${String(index + 2).padStart(3, '0')}.md`, `${text}\n`] as const),
      ...player,
      ['card.json', jsonText(document)],
      ...(picture && art !== undefined ? [[art, picture] as const] : []),
      ...Array.from(files, ([path, content]) => [`${cardFiles}/${path}`, content] as const),
    ])
  }

  taken(): string[] {
    const { book, files, picture, fields, version } = this.#card
    const entries = Array.isArray(book?.entries) ? book.entries.length : 0
    const parts = (['description', 'personality', 'scenario', 'examples'] as const).filter(
      (key) => fields[key].trim() !== '',
    )
    return [
      `the person "${this.#title}" of a card of ${version.toUpperCase()}`,
      ...(parts.length > 0 ? [`${parts.join(', ')}: the setting, for the narrating model`] : []),
      ...(this.#openings.length > 0 ? [count(this.#openings.length, 'greeting', 'as openings to choose from')] : []),
      ...(entries > 0 ? [count(entries, 'lorebook entry', '', 'lorebook entries')] : []),
      ...(picture ? ['the picture'] : []),
      ...(files.size > 0 ? [count(files.size, 'file', 'of the archive')] : []),
    ]
  }

  leftOut(): string[] {
    const { fields, assets, warnings } = this.#card
    const orders = [fields.systemPrompt, fields.postHistory].some((text) => text.trim() !== '')
    const remote = assets.filter(({ uri, content }) => !content && /^https?:/i.test(uri)).length
    return [
      ...warnings,
      ...cleanedFrom(this.#cleaned.size),
      ...(orders
        ? ['system_prompt and post_history_instructions: orders of a stranger to a model. They stay in card.json.']
        : []),
      ...(fields.groupGreetings.length > 0
        ? ['group_only_greetings: there are no group chats. They stay in card.json.']
        : []),
      ...(remote > 0 ? [`${count(remote, 'asset')} on the internet: no address is opened.`] : []),
      ...(this.#unknown.size > 0
        ? [`Macros that are not known were left as they are: ${[...this.#unknown].slice(0, 10).join(' ')}.`]
        : []),
    ]
  }

  #manifest(art: string | undefined): Manifest {
    const { creator, creatorNotes, characterVersion, tags } = this.#card.fields
    const version = /^\d+\.\d+\.\d+/.exec(characterVersion)?.[0] ?? '1.0.0'
    const description = plainText(creatorNotes).split('\n')[0]!.slice(0, 500)
    return {
      title: this.#title,
      version,
      ...(creator.trim() !== '' && { author: plainText(creator).slice(0, 200) }),
      ...(description !== '' && { description }),
      ...(tags.length > 0 && { tags: tags.map(plainText).filter((tag) => tag !== '') }),
      ...(art !== undefined && { cover: art }),
    }
  }

  #setting(): string {
    const { description, personality, scenario, examples } = this.#card.fields
    return (
      [
        this.#text(description),
        this.#phrase('setting.personality', personality),
        this.#phrase('setting.scenario', scenario),
        this.#phrase('setting.examples', examples.replaceAll(/<start>/gi, '')),
      ]
        .filter((part) => part !== '')
        .join('\n\n') || this.#sentence('place.description')
    )
  }

  #premise(): string {
    return this.#text(this.#card.fields.scenario) || this.#openings[0] || this.#sentence('place.description')
  }

  #map(art: string | undefined) {
    const { scenario, description, tags } = this.#card.fields
    const pronoun = pronounIn(`${description} ${tags.join(' ')}`)
    const id = 'companion'
    return {
      start: 'here',
      opening: this.#openings[0] ?? this.#premise(),
      places: {
        here: {
          name: this.#sentence('place'),
          description: firstSentences(this.#text(scenario)) || this.#sentence('place.description'),
        },
      },
      people: {
        [id]: {
          name: this.#char,
          ...(this.#char !== this.#title && { aliases: [this.#title] }),
          at: 'here',
          doing: this.#sentence('doing'),
          ...(description.trim() !== '' && { description: firstSentences(this.#text(description)) }),
          ...(pronoun && { pronoun }),
          ...(art !== undefined && { portrait: art }),
        },
      },
    }
  }

  #phrase(key: string, text: string): string {
    const plain = this.#text(text)
    return plain === '' ? '' : fillSentence(cardPhrases[key]![0]!, { name: this.#char, text: plain })
  }

  #sentence(key: string): string {
    return fillSentence(cardPhrases[key]![0]!, { name: this.#char })
  }

  #text(text: string, { drawsLater = false }: { drawsLater?: boolean } = {}): string {
    const seed = createHash('sha256').update(text).digest('hex')
    const expanded = hasMacros(text)
      ? expandMacros(text, { char: this.#char, user: this.#user, seed, drawsLater })
      : { text, unknown: [] }
    for (const macro of expanded.unknown) this.#unknown.add(macro)
    if (isCleaned(expanded.text)) this.#cleaned.add(text)
    return plainText(expanded.text)
  }
}

/** A few sentences: what a look at someone shows. */
function firstSentences(text: string): string {
  const [paragraph = ''] = text.split(/\n{2,}/)
  const line = paragraph.replaceAll(/\s+/g, ' ')
  if (line.length <= maxDescription) return line
  const end = line.lastIndexOf('. ', maxDescription)
  return end > maxDescription / 4 ? line.slice(0, end + 1) : `${line.slice(0, maxDescription).toWellFormed()}…`
}

/** The pronoun that a text uses most, if it clearly uses one. */
function pronounIn(text: string): 'she' | 'he' | undefined {
  const hits = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const [she, he] = [hits(/\b(?:she|her|hers|female|woman|girl)\b/gi), hits(/\b(?:he|him|his|male|man|boy)\b/gi)]
  if (she > 2 * he) return 'she'
  return he > 2 * she ? 'he' : undefined
}

function pictureName(picture: Uint8Array): string | undefined {
  const head = Buffer.from(picture.subarray(0, 12)).toString('latin1')
  const ending = head.startsWith('\u0089PNG')
    ? 'png'
    : head.startsWith('\u00FF\u00D8')
      ? 'jpg'
      : /^RIFF....WEBP$/s.test(head)
        ? 'webp'
        : undefined
  return ending && `art/portrait.${ending}`
}

function count(number: number, noun: string, more = '', plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}${more && ` ${more}`}`
}
