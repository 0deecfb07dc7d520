import { recommendedModels } from '@narratoria/planner/models'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ListOptions } from '../models.ts'
import { formatSize, withModels } from './store.ts'

/** `narratoria models list`. */
export function listModels({ json }: ListOptions, io: Io): Promise<void> {
  return withModels(io, async (store) => {
    const models = await store.list()
    if (json) return printJson(io, { models, recommended: recommendedModels })
    if (models.length === 0) print(io, 'No local model is stored; the stub planner plays.')
    for (const { name, sizeBytes, selected } of models)
      print(io, `${selected ? '*' : ' '} ${name}  ${formatSize(sizeBytes)}`)
    const others = recommendedModels.filter(({ name }) => models.every((model) => model.name !== name))
    if (others.length > 0) print(io, 'Recommended; download one with "narratoria models pull NAME":')
    for (const { name, parameters, sizeBytes, license } of others)
      print(io, `  ${name}  ${parameters}, about ${formatSize(sizeBytes)}, ${license}`)
  })
}
