import {
  argument,
  type ArgValues,
  defineCommand,
  flag,
  number,
  optionalArgument,
  optionalArgumentList,
  text,
  textList,
} from '../../define-command.ts'
import { hostArgs, jsonFlag } from '../common-args.ts'

const yes = flag('confirm the server without a question')
const addArgs = {
  name: optionalArgument('the name of the server'),
  command: optionalArgumentList('the command that starts it, after "--"'),
  url: text('address', 'the address of a server that is running'),
  file: text('json', 'add the servers of a file with "mcpServers"'),
  env: textList('name=value', 'a variable for the command; ${NAME} stands for one of yours; can be repeated'),
  header: textList('name:value', 'a header of requests to the address; can be repeated'),
  triggers: text('json', 'a file with phrases for planners without a model: {"tool": ["phrase"]}'),
  timeout: number('ms', 'milliseconds without an answer or progress after which a call fails'),
  replace: flag('replace a server of the same name'),
  yes,
  json: jsonFlag,
}
const testArgs = { name: argument('the name of the server'), yes, json: jsonFlag }
const nameArgs = { name: argument('the name of the server') }
const listArgs = { json: jsonFlag }

export type ServeMcpOptions = ArgValues<typeof hostArgs>
export type AddServerOptions = ArgValues<typeof addArgs>
export type TestServerOptions = ArgValues<typeof testArgs>
export type NamedServerOptions = ArgValues<typeof nameArgs>
export type ListServersOptions = ArgValues<typeof listArgs>

export const mcpCommand = defineCommand({
  name: 'mcp',
  description: 'stories as an MCP server, and tools of MCP servers in stories',
  examples: ['mcp serve', 'mcp add weather -- weather-server --metric', 'mcp list'],
  commands: [
    defineCommand({
      name: 'serve',
      description: 'serve the stories to an MCP host, such as a desktop app, over standard input and output',
      args: hostArgs,
      examples: ['mcp serve', 'mcp serve --planner stub'],
      run: async (options, io) => (await import('./serve.ts')).serveMcp(options, io),
    }),
    defineCommand({
      name: 'add',
      description: 'use the tools of an MCP server in stories',
      args: addArgs,
      examples: [
        'mcp add weather -- weather-server --metric',
        'mcp add maps --url https://example.org/mcp --header "Authorization: Bearer ${MAPS_KEY}"',
        'mcp add --file .mcp.json',
      ],
      run: async (options, io) => (await import('./servers.ts')).addServer(options, io),
    }),
    defineCommand({
      name: 'list',
      description: 'list the MCP servers whose tools stories use',
      args: listArgs,
      examples: ['mcp list', 'mcp list --json'],
      run: async (options, io) => (await import('./servers.ts')).listServers(options, io),
    }),
    defineCommand({
      name: 'test',
      description: 'start an MCP server and list its tools',
      args: testArgs,
      examples: ['mcp test weather'],
      run: async (options, io) => (await import('./servers.ts')).testServer(options, io),
    }),
    defineCommand({
      name: 'remove',
      description: 'forget an MCP server',
      args: nameArgs,
      examples: ['mcp remove weather'],
      run: async (options, io) => (await import('./servers.ts')).removeServer(options, io),
    }),
  ],
})
