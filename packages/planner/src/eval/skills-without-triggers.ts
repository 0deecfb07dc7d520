import type { Skill } from '@narratoria/skills'
import { sampleSkill } from '../testing/sample-skill.ts'

const withPrompt = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] }

/**
 * Skills with descriptions but no triggers. They are evaluated beside the shipped skills, so that the choice by description
 * counts as well.
 */
export const skillsWithoutTriggers: readonly Skill[] = [
  sampleSkill({
    name: 'weather-oracle',
    displayName: 'Weather Oracle',
    description: 'Tells the weather, the state of the sky and the time of day wherever the player is.',
    scripts: [
      {
        name: 'forecast',
        description: 'Forecasts rain, snow, storm, clouds and wind, and says what time of day or night it is.',
        inputSchema: withPrompt,
      },
    ],
  }),
  sampleSkill({
    name: 'herbalist',
    displayName: 'Herbalist',
    description: 'Identifies herbs, plants, flowers and mushrooms, and whether they are poisonous.',
    scripts: [
      {
        name: 'brew-remedy',
        description: 'Gathers herbs and brews potions, salves and remedies against wounds, burns and fever.',
        inputSchema: withPrompt,
      },
    ],
  }),
  sampleSkill({
    name: 'cartographer',
    displayName: 'Cartographer',
    description: 'Draws, updates and shows a map of the places that the party has visited.',
    scripts: [
      {
        name: 'draw-map',
        description: 'Marks places on the map and gives routes and directions to them.',
        inputSchema: withPrompt,
      },
    ],
  }),
  sampleSkill({
    name: 'merchant',
    displayName: 'Merchant',
    description: 'Buying, selling and trading of goods in shops and markets.',
    scripts: [
      {
        name: 'trade',
        description: 'Names prices and lets the player haggle with a merchant, buy or sell.',
        inputSchema: withPrompt,
      },
    ],
  }),
  sampleSkill({
    name: 'bard',
    displayName: 'Bard',
    description: 'Composes songs, poems and ballads.',
    scripts: [{ name: 'sing', description: 'Sings, plays and performs for an audience.', inputSchema: withPrompt }],
  }),
  sampleSkill({
    name: 'hound',
    displayName: 'Hound',
    description: 'A loyal dog that follows its master.',
    scripts: [
      {
        name: 'send-hound',
        description: 'Lets the hound track a scent, fetch things or guard a place.',
        inputSchema: withPrompt,
      },
    ],
  }),
]
