#!/usr/bin/env node
// Stores the player's place and number of visits, creates a small text file, and offers choices.
import { defineTool } from '@narratoria/tool-sdk'

export default defineTool({
  name: 'waymark',
  input: {
    type: 'object',
    properties: { place: { type: 'string', minLength: 1, maxLength: 100 } },
    required: ['place'],
  },
  async run({ place }, { state, log, patch, asset, choices }) {
    const visits = typeof state.visits === 'number' ? state.visits + 1 : 1
    log('Marking the way', { place, visits })
    patch({ place, visits })
    await asset({ kind: 'document', mediaType: 'text/plain', data: `${'* '.repeat(visits)}${place}\n` })
    choices(['Go on', 'Turn back'])
    return `Marked ${place}.`
  },
})
