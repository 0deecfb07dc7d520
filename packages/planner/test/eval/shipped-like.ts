import { sampleSkill } from '../../src/testing/index.ts'

/** Skills like the shipped ones, with triggers as an author writes them who has not seen the evaluation set. */
export const shippedLike = [
  sampleSkill({
    name: 'dice-roller',
    scripts: [
      {
        name: 'roll-dice',
        inputSchema: { type: 'object', properties: { formula: { type: 'string', default: '1d20' } } },
        triggers: [{ pattern: String.raw`\b(?<formula>\d*d\d+(?:\s*[+-]\s*\d+)?)` }, 'roll', 'roll dice'],
      },
    ],
  }),
  sampleSkill({
    name: 'memory',
    scripts: [
      {
        name: 'store-memory',
        stage: 'record',
        optional: true,
        triggers: ['remember that', 'keep in mind', 'make a note'],
      },
      {
        name: 'recall-memory',
        stage: 'recall',
        optional: true,
        triggers: ['remember', 'recall', 'what happened', 'remind me'],
      },
    ],
  }),
  sampleSkill({
    name: 'reputation',
    scripts: [
      {
        name: 'update-reputation',
        triggers: [
          'steal',
          'rob',
          'attack',
          'betray',
          'kill',
          'insult',
          'threaten',
          'help',
          'save',
          'rescue',
          'donate',
          'befriend',
          'give gold',
        ],
      },
      {
        name: 'query-reputation',
        stage: 'recall',
        triggers: ['reputation', 'standing with', 'think of me', 'trust me', 'feel about me'],
      },
    ],
  }),
  sampleSkill({ name: 'storyteller', scripts: [{ name: 'narrate', stage: 'narrate', triggers: [{ always: true }] }] }),
  sampleSkill({
    name: 'torch-lighter',
    scripts: [{ name: 'torch-lighter', triggers: ['light torch', 'light lantern'] }],
  }),
  sampleSkill({
    name: 'door-examiner',
    scripts: [{ name: 'door-examiner', triggers: ['examine door', 'read inscription'] }],
  }),
]
