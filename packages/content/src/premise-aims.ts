/** A way to say what is wanted, wrong or strange, with the goal that follows from it. The first in the list that fits comes first. */
export interface Aim {
  /**
   * A regular expression. Its group `own` must name the player, and `other` another person; `{np}`, `{clause}`, `{who}` and `{number}`
   * stand for patterns.
   */
  pattern: string
  /**
   * An infinitive with groups in braces: `{verb!}` is the infinitive of a verb, `{verb+}` its gerund, `{number#}` the ordinal of a number. A
   * group that is only a pronoun stands for the name.
   */
  task?: string
  /** What is to be found out, if that is the goal: `who {clause}`. */
  question?: string
  /** What must be true: `hero`, the player plays a person; `beast`, the other is not a person with a name; `place`, it is not a person either; `person`, it is one; `oneLess`, a number less by one is named. */
  if?: string
  /** Whether the class of the verb says what it takes. */
  isKnown?: boolean
  /** Whether another plot that the premise speaks for comes before it. */
  isYielding?: boolean
}

/** How premises say what is wanted, wrong or strange. */
export interface Aims {
  /** What stands for the places in the patterns. */
  parts: Record<string, string>
  aims: Aim[]
  numbers: string[]
  ordinals: string[]
}

/** A way to try a task, or an answer to a question, with what speaks for and against it. */
export interface Way {
  key: string
  /** How it is offered, and what the player may say instead; `choiceWith` has the task, if that is short. */
  choice: string
  choiceWith?: string
  verbs: string[]
  /** What the player thinks of it, by whether it is the right one. */
  for: string[]
  against: string[]
  /** What a person says of it; `{the person}` is who speaks. */
  saidFor: string[]
  saidAgainst: string[]
  /** How it is tried or said, and how it fails. Of answers, what is said by default is in the phrases. */
  tries?: string[]
  fails?: string[]
  /** Of an answer: what is so, if it is the right one. */
  end?: string
}
