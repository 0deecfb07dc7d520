import type { Io } from '../io.ts'
import { print } from '../terminal/print.ts'
import { openPrompt } from '../terminal/prompt.ts'
import { describeTerminal } from '../terminal/terminal.ts'
import { askOne } from './character.ts'

/** What the player has said about a premise. */
export interface PremiseAnswers {
  /** Who the player is. */
  player?: string
  /** What the player wants. */
  aim?: string
  /** What is added to the premise. */
  plot?: string
}

/**
 * Asks what a premise leaves open and the player has not said: who they are, what they want, and how much is added. An empty answer is the default. Returns `undefined` if the player leaves.
 */
export async function askPremise(
  io: Io,
  { premise, ...given }: PremiseAnswers & { premise: string },
  { plain, isForModel }: { plain: boolean; isForModel: boolean },
): Promise<PremiseAnswers | undefined> {
  // A model may add any details.
  const ids = isForModel ? (['player', 'aim'] as const) : (['player', 'aim', 'plot'] as const)
  const { premiseQuestions } = await import('@narratoria/campaigns/premise')
  const terminal = describeTerminal(io, { plain })
  const answers: PremiseAnswers = { ...given }
  const prompt = openPrompt(io, { plain })
  try {
    let questions = premiseQuestions(premise, answers)
    for (const id of ids) {
      const question = questions.find((each) => each.id === id)
      if (!question || answers[id] !== undefined) continue
      const names = question.options!.map(({ name }) => name)
      let answer = await askOne(question, { io, prompt, terminal })
      while (typeof answer === 'string' && answer !== '' && !question.isOpen && !names.includes(answer)) {
        print(io, `Choose a number from 1 to ${names.length}.`)
        answer = await askOne(question, { io, prompt, terminal })
      }
      if (typeof answer !== 'string') return undefined
      answers[id] = answer === '' ? question.default! : answer
      // What one can want depends on who one is.
      if (id === 'player') questions = premiseQuestions(premise, answers)
    }
    return answers
  } finally {
    prompt.close()
  }
}
