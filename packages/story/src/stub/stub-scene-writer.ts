import type { SceneDraft, SceneWriter, WriteRequest } from '../writer/scene-writer.ts'
import { writeBeat } from './write-beat.ts'
import { writeFreely } from './write-freely.ts'
import { planBeat } from './stub-story-planner.ts'
import { readPosition } from './story-position.ts'

/** Writes without a model: its own plans from scene templates, other or edited plans from their texts. */
export class StubSceneWriter implements SceneWriter {
  readonly name = 'stub'

  async write(request: WriteRequest): Promise<SceneDraft> {
    const { state, config, before, memory, plan } = request
    const own = planBeat(readPosition(state, config, before), before, state)
    const position = readPosition(state, config, memory)
    // The tools have changed no scenes or loops, so this is the same beat, with the characters that they created.
    const isOwn =
      plan.scene_intention === own.scene_intention && (plan.pov_character ?? own.pov_character) === own.pov_character
    return (isOwn ? writeBeat(position, request) : undefined) ?? writeFreely(position, request)
  }
}
