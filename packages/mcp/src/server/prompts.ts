import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'

const rules =
  'Show each narration to me unchanged, then the numbered choices. Send what I type to play_turn in my own words, or my number to choose. Do not invent what happens: the tools decide it.'

/** Registers the prompts that a person can pick in a host. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'continue-story',
    {
      title: 'Continue my story',
      description: 'Opens a story where it stands, and plays on.',
      argsSchema: textArguments({ story: 'Name, title or id of the story. Defaults to the one played last.' }),
    },
    ({ story }) => message(`Open my ${story ? `story "${story}"` : 'last story'} with open_story. ${rules}`),
  )
  server.registerPrompt(
    'start-story',
    {
      title: 'Start a story',
      description: 'Begins a new story in a campaign, or from a premise.',
      argsSchema: textArguments({ beginning: 'The name of a campaign, or a premise in a sentence or two.' }),
    },
    ({ beginning }) =>
      message(
        beginning
          ? `Look with list_campaigns whether "${beginning}" is a campaign, and start a story in it with start_story; else it is the premise. ${rules}`
          : `List the campaigns with list_campaigns and ask me which one to play, or for a premise. Then use start_story. ${rules}`,
      ),
  )
}

function textArguments<Name extends string>(descriptions: Record<Name, string>) {
  const properties = Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { type: 'string', description }]),
  )
  return fromJsonSchema<Partial<Record<Name, string>>>({ type: 'object', properties } as never)
}

function message(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
