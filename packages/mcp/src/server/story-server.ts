import { McpServer } from '@modelcontextprotocol/server'
import manifest from '../../package.json' with { type: 'json' }
import { RunningCalls } from '../running-calls.ts'
import type { StoryServerOptions } from './options.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import { Stories } from './stories/stories.ts'
import { moveTools } from './tools/move-tools.ts'
import { playTools } from './tools/play-tools.ts'
import { readTools } from './tools/read-tools.ts'
import { addStoryTool } from './tools/story-tool.ts'

const instructions =
  'Narratoria plays interactive stories. A story has a world with rules, and tools decide what happens: do not invent outcomes. Show every narration to the player unchanged, then the numbered choices. Play what the player types with play_turn, or a number with choose. Every tool takes the story as an argument; without it, the story played last is meant.'

/** Creates one MCP server for one connection or request. `calls` follows the calls of its tools. */
export function createStoryServer(options: StoryServerOptions, calls = new RunningCalls()): McpServer {
  const stories = new Stories(options)
  const about = { name: 'narratoria', title: 'Narratoria', version: options.version ?? manifest.version }
  const server = new McpServer(about, { instructions })
  for (const tool of [...playTools, ...moveTools, ...readTools]) addStoryTool(server, tool, { stories, calls })
  addResources(server, stories)
  addPrompts(server)
  return server
}
