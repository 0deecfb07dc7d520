import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { RuntimeError } from './errors.ts'

type Check = (value: unknown) => string | undefined

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const anObject: Check = (value) => (isObject(value) ? undefined : 'must be an object')
/** An object that has no other fields, so that a misspelt one is found. */
const anObjectOf =
  (fields: string[]): Check =>
  (value) => {
    if (!isObject(value)) return 'must be an object'
    const unknown = Object.keys(value).find((name) => !fields.includes(name))
    return unknown === undefined ? undefined : `has no field "${unknown}"; its fields are ${fields.join(', ')}`
  }
const aBoolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')
const aFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function')
const objectWith =
  (what: string, ...methods: string[]): Check =>
  (value) => {
    const missing = methods.filter((name) => !isObject(value) || typeof Reflect.get(value, name) !== 'function')
    return missing.length === 0 ? undefined : `must be ${what}, with the method ${missing.join(' and ')}`
  }
const objectWithTexts =
  (what: string, ...fields: string[]): Check =>
  (value) => {
    const missing = fields.filter((name) => !isObject(value) || typeof Reflect.get(value, name) !== 'string')
    return missing.length === 0 ? undefined : `must be ${what}, with the text ${missing.join(' and ')}`
  }
const aList =
  (what: string, isItem: (item: unknown) => boolean): Check =>
  (value) =>
    Array.isArray(value) && value.every(isItem) ? undefined : `must be a list of ${what}`

const checks: Record<string, Check> = {
  skillRoots: aList('paths', (item) => typeof item === 'string' && item !== ''),
  home: (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be the path of a folder'),
  campaigns: anObject,
  models: anObject,
  planner: objectWith('a planner', 'plan'),
  store: objectWith('a session store', 'createSession', 'close'),
  dispatch: aFunction,
  elsewhere: objectWith('the turns of other hosts', 'find', 'onStarted'),
  tools: aList('tools', isObject),
  hostSkills: aList('skills', isObject),
  skillSettings: anObject,
  logger: objectWith('a logger such as console', 'debug', 'info', 'warn', 'error'),
  trace: aFunction,
  telemetry: objectWith('a telemetry such as that of openTelemetry', 'turn', 'model'),
  executor: anObjectOf([
    'runner',
    'sandboxRunner',
    'maxConcurrency',
    'maxStateChange',
    'toolTimeoutMs',
    'planTimeoutMs',
    'shutdownTimeoutMs',
    'limits',
    'assetRoots',
    'cwd',
  ]),
  narrator: anObjectOf(['maxGenerations', 'maxExecutions', 'turnTimeoutMs', 'planningTimeoutMs']),
  modelEndpoint: objectWithTexts('an endpoint', 'baseUrl', 'token'),
  followUps: aBoolean,
  watchSkills: aBoolean,
}

/**
 * Checks the options of `createNarratoria` for callers without types.
 *
 * @throws {TypeError} that names the option
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options))
    throw new TypeError(`The options of createNarratoria must be an object, not ${show(options)}.`)
  for (const name of Object.keys(options)) {
    const check = checks[name]
    if (!check) {
      const known = Object.keys(checks).join(', ')
      throw new TypeError(`createNarratoria has no option "${name}"; the options are ${known}.`)
    }
    // Read once: an option may be a getter.
    const value: unknown = Reflect.get(options, name)
    const fault = value === undefined ? undefined : check(value)
    if (fault !== undefined)
      throw new TypeError(`The option "${name}" of createNarratoria ${fault}; it is ${show(value)}.`)
  }
}

/**
 * Checks that the folders of skills exist. The folder `skills` in the home may be created later, and so may every folder of a host that
 * watches its skills.
 *
 * @throws {RuntimeError} `unknown_skill_root`
 */
export function checkSkillRoots(roots: readonly string[], { home, watch }: { home: string; watch: boolean }): void {
  const missing = watch
    ? undefined
    : roots.find((root) => !existsSync(root) && resolve(root) !== join(resolve(home), 'skills'))
  if (missing !== undefined)
    throw new RuntimeError(
      'unknown_skill_root',
      `The skill root "${missing}" does not exist (${resolve(missing)}); create it or change the option "skillRoots".`,
    )
}

function show(value: unknown): string {
  if (typeof value === 'function' || isObject(value)) return Array.isArray(value) ? 'a list' : `of type ${typeof value}`
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
