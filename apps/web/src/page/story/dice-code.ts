import { codeOf } from '../loading/code-of.ts'

/** Dice. Many stories never roll any, so their code is not part of the first load. */
export const diceCode = codeOf(async () => (await import('./dice.tsx')).Dice)
