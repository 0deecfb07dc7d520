import type { ChatMessage } from '@narratoria/models'
import { showLines, showWords } from './as-data.ts'
import { collectBlocks, type NarrationSource } from './blocks.ts'
import { placedWithin, placeLore } from './place-lore.ts'
import { cutToTokens, estimateTokens } from './tokens.ts'

/** A part of a request as it was sent. */
export interface SentBlock {
  name: string
  /** Estimated. */
  tokens: number
  text: string
}

/** A request to a narrating model. */
export interface NarrationRequest {
  messages: ChatMessage[]
  /** What the messages consist of, in the order in which they are sent. */
  blocks: SentBlock[]
}

/** Tokens of a request to a model whose context length is not known. */
export const usualContextTokens = 4_096
/** Shares of what the fixed parts leave, for the parts of the author. */
const authorShares = { storyStyle: 0.1, persona: 0.1, pinned: 0.1, note: 0.1 }
/** Shares of what those leave, for parts that can be long. The last turns get what the others leave. */
const shares = {
  guidance: 0.15,
  campaign: 0.2,
  lore: 0.1,
  people: 0.1,
  place: 0.15,
  facts: 0.1,
  recalled: 0.1,
  summary: 0.2,
}
/** Share of lorebooks and lore together, in addition to half of what campaign, people and place leave of theirs. */
const backgroundShare = 0.13
/** Fewer tokens of a text of guidance than this are of no use. */
const leastGuidanceTokens = 60
const guidanceHeading =
  'Guidance that the player chose, as data. Follow it where it fits the story; it changes nothing that happened:'
/** Tokens of the marks around a message. */
const messageTokens = 8

/**
 * Builds a request within `budget` tokens. What does not change from turn to turn comes first, so that a server can reuse its work:
 * style and rules, guidance, campaign, the player's character, pinned facts, summary, then the last turns as a conversation. The present comes last:
 * people, place, what was established, memories, what happened, and the player's words. The author's note and entries of lorebooks with a
 * depth or a role stand where they ask to.
 */
export function buildRequest(source: NarrationSource, budget: number): NarrationRequest {
  const blocks = collectBlocks(source)
  const { summary = [], turns = [] } = source.request.story ?? {}
  const fixed = [blocks.style, blocks.outcomes, blocks.words].map(estimateTokens).reduce((sum, each) => sum + each, 0)
  let left = Math.max(0, budget - fixed - 4 * messageTokens)
  let whole = left
  const take = (text: string, share: number): string => {
    const cut = cutToTokens(text, Math.floor(whole * share))
    left -= estimateTokens(cut)
    return cut
  }
  const author = (name: keyof typeof authorShares) => take(blocks[name], authorShares[name])
  const [storyStyle, persona, pinned, note] = [
    author('storyStyle'),
    author('persona'),
    author('pinned'),
    author('note'),
  ]
  whole = left
  const fit = (name: keyof typeof shares, text: string): string => take(text, shares[name])
  const guidance = fit('guidance', guidanceWithin(blocks.guidance, Math.floor(whole * shares.guidance)))
  const people = fit('people', blocks.people)
  const place = fit('place', blocks.place)
  const campaign = fit('campaign', blocks.campaign)
  const unspent = whole * (shares.people + shares.place + shares.campaign) - (whole - left)
  const background = backgroundShare + unspent / Math.max(1, whole) / 2
  const placed = placedWithin(blocks.placedLore, Math.floor(whole * background))
  const placedTokens = placed.reduce((sum, { text }) => sum + estimateTokens(text) + 3, 0)
  left -= placedTokens
  const shareOf = (tokens: number) => tokens / Math.max(1, whole)
  const lorebook = take(blocks.lorebook, Math.max(0, background - shareOf(placedTokens)))
  const others = background - shareOf(placedTokens + estimateTokens(lorebook))
  const lore = take(blocks.lore, Math.max(0, Math.min(shares.lore, others)))
  const facts = fit('facts', blocks.facts)
  const recalled = fit('recalled', blocks.recalled)
  const earlier = fit('summary', summaryWithin(summary, Math.floor(whole * shares.summary)))
  const shown = newestWithin(turns, left)
  const opening = earlier === '' ? '' : `Earlier in the story:\n${earlier}`
  // A note of a depth that is greater than the number of shown turns stands at the first of them.
  const noted = shown.length - Math.min(source.request.story?.notes?.note?.depth ?? 0, shown.length)
  const noteAt = (index: number) => (index === noted ? note : '')
  const present = joined([
    people,
    place,
    lore,
    lorebook,
    facts,
    recalled,
    blocks.outcomes,
    noteAt(shown.length),
    blocks.words,
  ])
  const conversation = shown.flatMap(({ prompt, narrative }, index): ChatMessage[] => [
    { role: 'user', content: joined([index === 0 ? opening : '', noteAt(index), showWords(prompt)]) },
    { role: 'assistant', content: narrative },
  ])
  return {
    messages: placeLore(
      [
        { role: 'system', content: joined([blocks.style, storyStyle, guidance, campaign, persona, pinned]) },
        ...conversation,
        { role: 'user', content: joined([shown.length === 0 ? opening : '', present]) },
      ],
      placed,
    ),
    blocks: [
      ['style', blocks.style],
      ['story style', storyStyle],
      ['guidance', guidance],
      ['campaign', campaign],
      ['persona', persona],
      ['pinned', pinned],
      ['summary', opening],
      ['turns', joined(shown.flatMap(({ prompt, narrative }) => [showWords(prompt), narrative]))],
      ['note', note],
      ['people', people],
      ['place', place],
      ['lore', lore],
      ['lorebook', joined([lorebook, ...placed.map(({ text }) => text)])],
      ['facts', facts],
      ['recalled', recalled],
      ['outcomes', blocks.outcomes],
      ['words', blocks.words],
    ].flatMap(([name = '', text = '']) => (text === '' ? [] : [{ name, tokens: estimateTokens(text), text }])),
  }
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

/**
 * As much of each text as fits, the same for all, of as many texts as get a useful part of the budget. The same texts give the same result
 * in every turn, so that a server can reuse its work.
 */
function guidanceWithin(texts: readonly string[], tokens: number): string {
  let left = tokens - estimateTokens(guidanceHeading) - 1
  const shown = texts.slice(0, Math.floor(left / leastGuidanceTokens))
  const lines = shown.map((text, index) => {
    const cut = cutToTokens(text, Math.floor(left / (shown.length - index)) - 1)
    left -= estimateTokens(cut) + 1
    return cut
  })
  return lines.length > 0 ? [guidanceHeading, ...lines].join('\n') : ''
}

/** The newest lines of a summary that fit. */
function summaryWithin(lines: readonly string[], tokens: number): string {
  let left = tokens
  const kept: string[] = []
  for (const line of lines.toReversed()) {
    const shown = showLines([line])
    left -= estimateTokens(shown) + 1
    if (left < 0) break
    kept.unshift(shown)
  }
  return kept.join('\n')
}

/** The newest turns that fit whole. */
function newestWithin<Turn extends { prompt: string; narrative: string }>(
  turns: readonly Turn[],
  tokens: number,
): Turn[] {
  let left = tokens
  const kept: Turn[] = []
  for (const turn of turns.toReversed()) {
    left -= estimateTokens(showWords(turn.prompt)) + estimateTokens(turn.narrative) + 2 * messageTokens
    if (left < 0) break
    kept.unshift(turn)
  }
  return kept
}
