import { type ArgValues, defineCommand } from '../define-command.ts'
import { hostArgs } from './shared-args.ts'

export type ServeMcpOptions = ArgValues<typeof hostArgs>

export const mcpCommand = defineCommand({
  name: 'mcp',
  description: 'stories as an MCP server, and tools of MCP servers in stories',
  examples: ['mcp serve'],
  commands: [
    defineCommand({
      name: 'serve',
      description: 'serve the stories to an MCP host, such as a desktop app, over standard input and output',
      args: hostArgs,
      examples: ['mcp serve', 'mcp serve --planner stub'],
      run: async (options, io) => (await import('./mcp/serve.ts')).serveMcp(options, io),
    }),
  ],
})
