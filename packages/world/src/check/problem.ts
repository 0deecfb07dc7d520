/** Something that is wrong with a world. */
export interface WorldProblem {
  /** What kind of problem, for programs. */
  code:
    | 'invalid_shape'
    | 'rule_without_act'
    | 'unknown_id'
    | 'duplicate_id'
    | 'circular_location'
    | 'unreachable_place'
    | 'unwinnable_goal'
    | 'unreachable_ending'
    | 'unreachable_thing'
    | 'missing_description'
    | 'unreachable_topic'
    | 'unreachable_variant'
    | 'missing_key'
  /** JSON Pointer to the part: `/things/lamp/at`. */
  pointer: string
  /** What is wrong and what to do, in one sentence. */
  message: string
}

/** Joins a JSON Pointer (RFC 6901) and a key. */
export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
