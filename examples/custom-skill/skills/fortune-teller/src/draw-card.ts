#!/usr/bin/env node
import { defineTool, ToolError } from '@narratoria/tool-sdk'

defineTool({
  name: 'draw-card',
  run(input, { config, patch, narrate, choices }) {
    const { deck = ['The Lantern'] } = config
    if (!Array.isArray(deck) || deck.length === 0)
      throw new ToolError('empty_deck', 'The deck of fortune-teller is empty; fill it in the skill’s settings.')
    const card = String(deck[Math.floor(Math.random() * deck.length)])
    patch({ fortune: { card, question: input.question ?? null } })
    narrate(`The card turns over: ${card}.`)
    choices(['Draw another card', 'Put the cards away'])
    return card
  },
})
