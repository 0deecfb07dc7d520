// The same as a tool author writes it.
import { defineTool } from '@narratoria/tool-sdk'

export default defineTool({
  name: 'length',
  description: 'Tells how long a text is.',
  run({ text }, { patch }) {
    patch({ length: text.length })
  },
})
