#!/usr/bin/env node
import { defineTool, ToolError } from '@narratoria/tool-sdk'

defineTool({
  name: 'draw-card',
  run(input, { config, patch, narrate, choices }) {
    const deck = Array.isArray(config.deck) ? config.deck.filter((card) => typeof card === 'string') : ['The Lantern']
    const card = deck[Math.floor(Math.random() * deck.length)]
    if (card === undefined)
      throw new ToolError('empty_deck', 'The deck of fortune-teller is empty; fill it in the skill’s settings.')
    patch({ fortune: { card, question: input.question ?? null } })
    narrate(`The card turns over: ${card}.`)
    choices(['Draw another card', 'Put the cards away'])
    return card
  },
})
