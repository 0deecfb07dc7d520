import { choice, flag, negatedFlag, text, textList } from '../define-command.ts'

export const jsonFlag = flag('print JSON')

/** Options of commands that load skills. */
export const skillArgs = {
  skills: textList('dir', 'add a folder of skills; can be repeated'),
  shippedSkills: negatedFlag('leave out the shipped skills'),
}

export const modelArg = text('name', 'the local model: a name in the store, or a path')

/** Options of commands that plan. */
export const hostArgs = {
  planner: choice('name', ['auto', 'stub', 'llama'], 'the planner', 'auto'),
  model: modelArg,
  ...skillArgs,
}
