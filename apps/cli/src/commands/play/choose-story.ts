import { printable } from '@narratoria/protocol/printable'
import type { SessionRecord } from '@narratoria/runtime'
import { findAllPlayable, findPlayable } from '../../host/campaign-library.ts'
import type { Io } from '../../io.ts'
import type { StoryWish } from '../../story/opening.ts'
import { print, printStyled } from '../../terminal/print.ts'
import { openPrompt } from '../../terminal/prompt.ts'
import { count, describeTerminal, wrap } from '../../terminal/terminal.ts'

/** What the player wants to play: the last story, a new one, or nothing. */
export type ChosenStory =
  | { kind: 'last' }
  | { kind: 'new'; wish: Pick<StoryWish, 'campaign'> & { premise?: string } }
  | { kind: 'none' }

interface Option {
  label: string
  story: ChosenStory | 'premise'
}

/**
 * Asks at a terminal which story to play: the last one, one of the campaigns, or one that is built from a premise. A line that is no
 * number is a premise.
 */
export async function chooseStory(
  io: Io,
  { last, plain }: { last: SessionRecord | undefined; plain: boolean },
): Promise<ChosenStory> {
  const options = [
    ...continueLast(last),
    ...(await campaignsOf(io)),
    { label: 'Write a premise of your own', story: 'premise' as const },
  ]
  const terminal = describeTerminal(io, { plain })
  printStyled(io, `${terminal.bold('Narratoria')}\n\n`)
  const indent = ' '.repeat(5)
  for (const [index, { label }] of options.entries()) {
    const lines = wrap(label, terminal.columns - indent.length).split('\n')
    print(io, `  ${index + 1}. ${lines.join(`\n${indent}`)}`)
  }
  print(io, '')
  const prompt = openPrompt(io, { plain })
  try {
    for (;;) {
      const answer = (await prompt.ask('Which story (1)? '))?.trim()
      if (answer === undefined || answer === '/quit') return { kind: 'none' }
      const chosen = options[answer === '' ? 0 : Number(answer) - 1]?.story
      if (/^\d*$/.test(answer) && chosen === undefined) {
        print(
          io,
          `Type a number from 1 to ${options.length}, or a premise: a sentence about a person, a thing or a place.`,
        )
      } else if (chosen !== undefined && chosen !== 'premise') return chosen
      else {
        const premise =
          chosen === 'premise' ? (await prompt.ask('A sentence about a person, a thing or a place: '))?.trim() : answer
        if (premise === undefined) return { kind: 'none' }
        if (premise !== '') return { kind: 'new', wish: { premise } }
      }
    }
  } finally {
    prompt.close()
  }
}

function continueLast(last: SessionRecord | undefined): Option[] {
  if (!last || last.turns === 0) return []
  return [{ label: `Continue “${last.title}”, ${count(last.turns, 'turn')} so far`, story: { kind: 'last' } }]
}

async function campaignsOf(io: Io): Promise<Option[]> {
  const campaigns = await findAllPlayable(io)
  return campaigns.map(({ name, manifest: { title, description } }): Option => {
    const label = description === undefined ? title : `${title}. ${description}`
    return { label, story: { kind: 'new', wish: { campaign: name } } }
  })
}

/**
 * Asks at a terminal which of several openings of a campaign the story begins with. Resolves to `undefined` if it has only one, and to `null`
 * if the player leaves.
 */
export async function chooseOpening(
  io: Io,
  { campaign: name, plain }: { campaign: string; plain: boolean },
): Promise<number | undefined | null> {
  const campaign = await findPlayable(name, io)
  const openings = campaign?.openings ?? []
  if (openings.length < 2) return undefined
  const terminal = describeTerminal(io, { plain })
  for (const [index, opening] of openings.entries()) {
    const first = printable(opening.split('\n')[0] ?? '')
    print(
      io,
      wrap(
        `  ${index + 1}. ${first.length > 200 ? `${first.slice(0, 200).toWellFormed()}…` : first}`,
        terminal.columns,
      ),
    )
  }
  const prompt = openPrompt(io, { plain })
  try {
    for (;;) {
      const answer = (await prompt.ask('Which opening (1)? '))?.trim()
      if (answer === undefined || answer === '/quit') return null
      if (answer === '') return 1
      if (/^\d+$/.test(answer) && Number(answer) >= 1 && Number(answer) <= openings.length) return Number(answer)
      print(io, `Type a number from 1 to ${openings.length}.`)
    }
  } finally {
    prompt.close()
  }
}
