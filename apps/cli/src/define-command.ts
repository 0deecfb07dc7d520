import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Io } from './io.ts'

/**
 * An option or a positional argument with a value of type `T`. Its key in `args` is its name: `planTimeout` declares
 * `--plan-timeout`.
 */
export interface Arg<T> {
  readonly build: (key: string) => Option | Argument
  /** Exists only in types. */
  readonly type?: () => T
}

type Args = Readonly<Record<string, Arg<unknown>>>

/** The values of declared options and arguments, by key. */
export type ArgValues<A extends Args> = { [Key in keyof A]: A[Key] extends Arg<infer T> ? T : never }

/** A command of the program. It has `run`, `commands`, or both. */
export interface CommandDefinition<A extends Args = Args> {
  name: string
  description: string
  args?: A
  /** Command lines for the help, without the name of the program. */
  examples: readonly string[]
  /** True for the command that runs when none is named. */
  isDefault?: boolean
  commands?: readonly CommandDefinition[]
  /** Imports its implementation when called. Returns the exit code; defaults to 0. */
  run?: (values: ArgValues<A>, io: Io, program: Command) => Promise<number | void>
}

/** Declares a command, and infers the type of its values. */
export function defineCommand<const A extends Args>(definition: CommandDefinition<A>): CommandDefinition {
  return definition as unknown as CommandDefinition
}

export function addCommand(
  parent: Command,
  { name, description, args = {}, examples, isDefault, commands = [], run }: CommandDefinition,
  execute: (run: (io: Io, program: Command) => Promise<number | void>) => Promise<void>,
): void {
  const command = parent
    .command(name, { isDefault })
    .description(description)
    .addHelpText('after', exampleText(examples))
  const positionals: string[] = []
  for (const [key, arg] of Object.entries(args)) {
    const built = arg.build(key)
    if (built instanceof Option) command.addOption(built)
    else {
      command.addArgument(built)
      positionals.push(key)
    }
  }
  for (const child of commands) addCommand(command, child, execute)
  if (!run) return
  command.action(() => {
    const given = positionals.map((key, index) => [key, command.processedArgs[index] as unknown])
    const values = { ...command.opts(), ...Object.fromEntries(given) }
    return execute((io, program) => run(values, io, program))
  })
}

/** The end of a help text. */
export function exampleText(lines: readonly string[]): string {
  return `\n${['Examples:', ...lines.map((line) => `  narratoria ${line}`)].join('\n')}`
}

/** A required argument. */
export function argument(description: string): Arg<string> {
  return { build: (key) => new Argument(`<${key}>`, description) }
}

/** An argument that may be left out. */
export function optionalArgument(description: string): Arg<string | undefined> {
  return { build: (key) => new Argument(`[${key}]`, description) }
}

/** One or more arguments. */
export function argumentList(description: string): Arg<string[]> {
  return { build: (key) => new Argument(`<${key}...>`, description) }
}

/** Zero or more arguments. */
export function optionalArgumentList(description: string): Arg<string[]> {
  return { build: (key) => new Argument(`[${key}...]`, description).default([], 'none') }
}

/** A required argument that is one of `choices`. */
export function choiceArgument<const T extends string>(choices: readonly T[], description: string): Arg<T> {
  return { build: (key) => new Argument(`<${key}>`, description).choices(choices) }
}

/** An option without a value. It cannot be used together with the option `conflicts`. */
export function flag(description: string, conflicts: string[] = []): Arg<true | undefined> {
  return { build: (key) => new Option(`--${kebab(key)}`, description).conflicts(conflicts) }
}

/** An option `--no-…` that turns off what is on by default. */
export function negatedFlag(description: string): Arg<boolean> {
  return { build: (key) => new Option(`--no-${kebab(key)}`, description) }
}

/** An option with a text as value. `value` names it in the help. It cannot be used together with the option `conflicts`. */
export function text(value: string, description: string, conflicts: string[] = []): Arg<string | undefined> {
  return { build: (key) => valueOption(key, value, description).conflicts(conflicts) }
}

/** An option that can be given several times. */
export function textList(value: string, description: string): Arg<string[]> {
  const collect = (item: string, previous: string[]) => [...previous, item]
  return { build: (key) => valueOption(key, value, description).argParser(collect).default([], 'none') }
}

/** An option that is one of `choices`. */
export function choice<const T extends string, D extends T | undefined = undefined>(
  value: string,
  choices: readonly T[],
  description: string,
  defaultChoice?: D,
): Arg<T | D> {
  return { build: (key) => valueOption(key, value, description).choices(choices).default(defaultChoice) }
}

/** An option with a number as value. */
export function number<D extends number | undefined = undefined>(
  value: string,
  description: string,
  { parse = positiveInteger, default: defaultNumber }: { parse?: (text: string) => number; default?: D } = {},
): Arg<number | D> {
  return { build: (key) => valueOption(key, value, description).argParser(parse).default(defaultNumber) }
}

function valueOption(key: string, value: string, description: string): Option {
  return new Option(`--${kebab(key)} <${value}>`, description)
}

/** Parses a number of turns back, from 0. */
export function turnsBefore(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 100 || text.trim() === '')
    throw new InvalidArgumentError('It must be a number from 0 to 100.')
  return value
}

function positiveInteger(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a positive integer.')
  return value
}

/** Parses a port number; 0 lets the system choose one. */
export function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be an integer from 0 to 65535.')
  return port
}

function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
