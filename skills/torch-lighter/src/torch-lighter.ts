#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'
import { encodePng } from './png.ts'
import { paintingSize, paintLitTorch } from './torch-painting.ts'

export default defineTool({
  name: 'torch-lighter',
  input: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['light_torch'], description: 'What to do with the torch.' },
      prompt: { type: 'string', description: "The player's words." },
    },
  },
  async run(_input, { state, log, patch, asset }) {
    const burning = isBurning(state)
    log(burning ? 'The torch burns already; trimming it...' : 'Lighting torch...')
    // A burning torch does not change, so there is no patch.
    if (!burning) patch({ inventory: { torch: { lit: true } } })
    const { width, height } = paintingSize
    await asset({
      assetId: 'lit-torch',
      kind: 'image',
      mediaType: 'image/png',
      data: encodePng(width, height, paintLitTorch()),
      metadata: { width, height, alt: 'A burning torch in an iron bracket on a stone wall.' },
    })
    return burning ? 'The torch was lit already.' : 'Torch lit.'
  },
})

function isBurning(state: { inventory?: unknown }): boolean {
  const { inventory } = state as { inventory?: { torch?: { lit?: unknown } } | null }
  return inventory?.torch?.lit === true
}
