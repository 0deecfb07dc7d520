import { answer } from '../beats/answer.ts'
import { bargain } from '../beats/bargain.ts'
import { confrontation } from '../beats/confrontation.ts'
import { discovery } from '../beats/discovery.ts'
import { search } from '../beats/search.ts'
import { cases } from '../lexicon/cases.ts'
import type { ArcKind } from './arc-kind.ts'

/** A find leads to somebody of whom a lie is told. `{W}` is that person. */
export const silence: ArcKind = {
  cases,
  templates: { discovery, bargain, search, confrontation, answer },
  texts: {
    discovery: {
      rationale: 'A new question is due. {P} should come upon it by chance, and want to know more.',
      intention: '{P} finds {aThing} that bears a forgotten name, and keeps it.',
      outcomes: ['The question of whose name it is is raised', '{P} tells a first lie about the find'],
      summary: [
        'At {place} {P} finds {aThing}, and on it the name of {W}.',
        'It is commonly told that {told}.',
        '{P} keeps {thing} and tells nobody.',
      ],
      raised: 'What became of {W}, and why was {thing} hidden?',
      feeling: 'curious',
      goals: ['find out what became of {W}'],
    },
    bargain: {
      rationale: '{P} needs somebody who knew {W}, and knowledge should have a price.',
      intention: '{P} learns from {aHrole} where to look, and promises something in return.',
      outcomes: ['{W} becomes a person instead of a rumour', '{P} owes a promise'],
      summary: ['{H}, the {Hrole} at {place}, knew {W} and sends {P} to {search}.', 'In return {P} promises to {ask}.'],
      raised: '{P} has promised {H} to {ask}.',
      feeling: 'hopeful, and bound by a promise',
    },
    search: {
      rationale: '{P} should find what contradicts the common story, and be seen finding it.',
      intention: '{P} searches {search}, finds a proof, and is seen by {aRrole} with something to lose.',
      outcomes: ['A proof is found', '{^aRrole} knows about {thing}'],
      summary: [
        'At {place} {P} finds {proof}.',
        'It contradicts the story that {told}.',
        '{R}, the {Rrole}, has seen it and wants {thing}.',
      ],
      raised: '{R} knows that {P} has {thing}, and wants the matter of {W} left alone.',
      feeling: 'frightened',
      goals: ['find out what became of {W}', 'keep what was found from {R}'],
    },
    confrontation: {
      rationale: 'The threat should come to the door, and {P} should pay for somebody else’s sake.',
      intention: '{P} keeps the promise, and has to give up {thing} to {R}.',
      outcomes: ['The promise is kept', '{^thing} changes hands'],
      summary: [
        '{P} has kept the promise to {H}.',
        'At {place} {R} demands {thing}, and {P} gives it up for the sake of {H}.',
        '{R} has not got the proof.',
      ],
      feeling: 'ashamed, and no longer alone',
    },
    answer: {
      rationale: 'Everything is on the table; the question of {W} can be answered, and it should cost something.',
      intention: '{P} works out what happened to {W}, and says it where others can hear.',
      outcomes: ['The truth about {W} is known', 'One silence fewer'],
      summary: ['{^truth}.', '{P} says so where others can hear it, at {place}; {R} has no more hold over anyone.'],
      resolution: '{^truth}.',
      feeling: 'relieved, not content',
      goals: ['find out what is behind it'],
    },
  },
}
