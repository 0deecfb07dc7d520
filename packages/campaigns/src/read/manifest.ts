import type Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { CampaignProblem } from '../campaign.ts'
import { Manifest } from '../manifest.ts'
import { PlayerTemplate } from '../player/template.ts'
import { problem, type SourceFile } from './source-file.ts'

const manifest = { checker: Compile(Manifest), code: 'invalid_manifest', what: 'the manifest' }
const template = { checker: Compile(PlayerTemplate), code: 'invalid_template', what: 'the player template' }

/** Checks a manifest. Returns it if it can be used; problems are reported with their lines. */
export function readManifest(source: SourceFile, problems: CampaignProblem[]): Manifest | undefined {
  return readShape(source, manifest, problems)
}

/** Checks a player template. Returns it if it can be used; problems are reported with their lines. */
export function readTemplate(source: SourceFile, problems: CampaignProblem[]): PlayerTemplate | undefined {
  return readShape(source, template, problems)
}

interface Shape<T> {
  checker: {
    Check(value: unknown): value is T
    Errors(value: unknown): ReturnType<ReturnType<typeof Compile<Type.TSchema>>['Errors']>
  }
  code: string
  /** What the file is called in messages. */
  what: string
}

function readShape<T>(
  source: SourceFile,
  { checker, code, what }: Shape<T>,
  problems: CampaignProblem[],
): T | undefined {
  if (checker.Check(source.value)) return source.value
  for (const error of checker.Errors(source.value)) {
    const path = error.instancePath.split('/').slice(1)
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties
    const fault = missing
      ? `the field "${missing.join('", "')}" is missing`
      : `${path.join('.') || 'it'} ${error.message}`
    problems.push(problem(code, `In ${what}, ${fault}.`, source.at(path)))
  }
  return undefined
}
