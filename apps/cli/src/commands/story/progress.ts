import type { CallProgress, Story } from '@narratoria/story'
import type { Io } from '../../io.ts'
import { notify } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'

export interface RunProgress {
  /** A scene begins; `done` scenes are written. */
  next: (done: number) => void
  report: (progress: CallProgress) => void
}

/** Says what a run can cost before it starts, and reports each call while it runs. Without a model it says nothing. */
export async function startProgress(io: Io, story: Story, scenes: number): Promise<RunProgress> {
  const limits = await story.estimate(scenes)
  const startedAt = performance.now()
  let done = 0
  let last = ''
  let before = { calls: 0, tokens: 0 }
  let current = { calls: 0, tokens: 0 }
  if (limits)
    notify(
      io,
      `${count(scenes, 'scene')}: usually 3 or 4 calls each; at most ${limits.calls} calls and ${format(limits.tokens)} tokens in all`,
    )
  return {
    next: (scenesDone) => {
      done = scenesDone
      before = { calls: before.calls + current.calls, tokens: before.tokens + current.tokens }
      current = { calls: 0, tokens: 0 }
      last = ''
    },
    report: ({ step, calls, tokens }) => {
      current = { calls, tokens }
      const now = `${step} ${calls}`
      // One line for each call; the tokens of an answer that is being written change it no further.
      if (!limits || now === last) return
      last = now
      const all = before.calls + calls
      const left = timeLeft(performance.now() - startedAt, done / scenes)
      notify(
        io,
        `scene ${done + 1} of ${scenes}, ${step}: call ${all} of at most ${limits.calls}, ${format(before.tokens + tokens)} tokens${left}`,
      )
    },
  }
}

/** The estimated time for the remaining scenes at the current speed; empty before the first scene is done. */
function timeLeft(passedMs: number, share: number): string {
  if (share <= 0) return ''
  const seconds = Math.round((passedMs * (1 - share)) / share / 1000)
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`
}

function format(number: number): string {
  return number.toLocaleString('en')
}
