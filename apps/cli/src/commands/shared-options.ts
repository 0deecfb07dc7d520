import { Option } from 'commander'
import { collect } from '../option-values.ts'

/** `--planner`. */
export const plannerOption = () =>
  new Option('--planner <name>', 'who plans').choices(['auto', 'stub', 'llama']).default('auto')
/** `--model`. */
export const modelOption = () => new Option('--model <name>', 'a local model, by its name in the store or its path')
/** `--skills`. */
export const skillsOption = () =>
  new Option('--skills <dir>', 'a folder of skills, as often as needed').argParser(collect).default([], 'none')
/** `--no-shipped-skills`. */
export const noShippedOption = () => new Option('--no-shipped-skills', 'leave the shipped skills out')
