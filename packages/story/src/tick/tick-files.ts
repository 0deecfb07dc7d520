import type { FileChange } from '../commit/commit-record.ts'
import { entityFiles } from '../commit/commit-memory.ts'
import type { StoryMemory } from '../memory/entities.ts'
import { layout, numbered } from '../files/layout.ts'
import { jsonText } from '../files/read-json.ts'
import type { Outline } from '../outline/outline.ts'
import type { StoryState } from '../project/state.ts'
import type { SceneDraft } from '../writer/scene-writer.ts'
import type { SettledScene } from './settle-scene.ts'

/** The files that a tick changes. `state.json` is last, because it completes the tick. */
export function tickFiles(
  settled: SettledScene,
  {
    before,
    outline,
    draft,
    planFile,
    state,
  }: { before: StoryMemory; outline?: Outline | undefined; draft: SceneDraft; planFile: object; state: StoryState },
): FileChange[] {
  const { scene } = settled
  return [
    ...entityFiles(settled.memory, before),
    ...(outline ? [{ path: layout.outline, text: jsonText(outline) }] : []),
    { path: `${layout.scenes}/${scene.id}.md`, text: `# ${scene.title}\n\n${draft.prose.trim()}\n` },
    { path: `${layout.plans}/plan_${numbered(scene.tick)}.json`, text: jsonText(planFile) },
    { path: layout.state, text: jsonText(state) },
  ]
}
