import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Problems } from './problems.ts'
import { Manifest } from '../manifest.ts'
import { PlayerTemplate } from '../player/template.ts'
import { type SourceFile } from './source-file.ts'

const manifest = { schema: Manifest, code: 'invalid_manifest', what: 'the manifest' }
const template = { schema: PlayerTemplate, code: 'invalid_template', what: 'the player template' }
// Compiled when the first campaign is read, which takes longer than reading it.
const checkers = new Map<TSchema, Validator>()

/** Checks a manifest. Returns it if it can be used; problems are reported with their lines. */
export function readManifest(source: SourceFile, problems: Problems): Manifest | undefined {
  return readShape(source, manifest, problems)
}

/** Checks a player template. Returns it if it can be used; problems are reported with their lines. */
export function readTemplate(source: SourceFile, problems: Problems): PlayerTemplate | undefined {
  return readShape(source, template, problems)
}

interface Shape<Schema extends TSchema> {
  schema: Schema
  code: string
  /** What the file is called in messages. */
  what: string
}

function readShape<Schema extends TSchema>(
  source: SourceFile,
  { schema, code, what }: Shape<Schema>,
  problems: Problems,
): Static<Schema> | undefined {
  const checker = checkers.get(schema) ?? Compile(schema as TSchema)
  checkers.set(schema, checker)
  if (checker.Check(source.value)) return source.value as Static<Schema>
  for (const error of checker.Errors(source.value)) {
    const path = error.instancePath.split('/').slice(1)
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties
    const fault = missing
      ? `the field "${missing.join('", "')}" is missing`
      : `${path.join('.') || 'it'} ${error.message}`
    problems.error(code, `In ${what}, ${fault}.`, source.at(path))
  }
  return undefined
}
