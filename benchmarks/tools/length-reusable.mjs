#!/usr/bin/env node
import { defineTool } from '@narratoria/tool-sdk'

export default defineTool({
  name: 'length',
  run({ text }, { patch }) {
    patch({ length: text.length })
  },
})
