import { Compile } from 'typebox/compile'
import type { CampaignProblem } from '../campaign.ts'
import { Manifest } from '../manifest.ts'
import { problem, type SourceFile } from './source-file.ts'

const checker = Compile(Manifest)

/** Checks a manifest. Returns it if it can be used; problems are reported with their lines. */
export function readManifest(source: SourceFile, problems: CampaignProblem[]): Manifest | undefined {
  if (checker.Check(source.value)) return source.value
  for (const error of checker.Errors(source.value)) {
    const path = error.instancePath.split('/').slice(1)
    const missing = (error.params as { requiredProperties?: string[] }).requiredProperties
    const what = missing
      ? `the field "${missing.join('", "')}" is missing`
      : `${path.join('.') || 'it'} ${error.message}`
    problems.push(problem('invalid_manifest', `In the manifest, ${what}.`, source.at(path)))
  }
  return undefined
}
