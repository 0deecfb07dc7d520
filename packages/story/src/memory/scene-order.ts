import { existsSync } from 'node:fs'
import Type from 'typebox'
import { inProject, layout } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import type { Scene } from './entities.ts'

/** The scenes in the order of reading: that of `memory/order.json`, and those that it does not name after their predecessor. */
export function orderScenes(folder: string, scenes: Record<string, Scene>): Record<string, Scene> {
  const path = inProject(folder, layout.order)
  if (!existsSync(path)) return scenes
  const order = readJson(path, Type.Array(Type.String())).filter((id) => scenes[id])
  const rest = Object.keys(scenes).filter((id) => !order.includes(id))
  return Object.fromEntries([...order, ...rest].map((id) => [id, scenes[id]!]))
}
