import { stringify } from 'yaml'
import { jsonText, writeNewFolder } from './write-files.ts'

/** What a new campaign is about. */
export interface NewCampaign {
  title: string
  /** Where the story begins: "an empty ferry landing". */
  place: string
  /** What the player looks for: "a brass key". */
  goal: string
}

/**
 * Writes a small campaign that can be played, checked and tested: two places, a person, and the thing that is looked for.
 * The folder must not exist.
 *
 * @throws if the folder exists or cannot be written
 */
export async function writeCampaign(folder: string, about: NewCampaign): Promise<string[]> {
  return await writeNewFolder(folder, new Map(Object.entries(filesOf(about))))
}

function filesOf({ title, place, goal }: NewCampaign): Record<string, string> {
  const here = withoutArticle(place)
  const thing = withoutArticle(goal)
  const world = {
    start: 'start',
    places: {
      start: {
        name: here,
        description: `You are at ${place}. Somebody has been here before you, and not long ago.`,
        exits: { in: 'room' },
        people: {
          stranger: {
            name: 'stranger',
            pronoun: 'they',
            description: 'Somebody in a grey coat, with the patience of a person who is paid by the hour.',
            doing: 'stands by the door, waiting for you to ask',
            greeting: '“You are late,” says the stranger. “It does not matter. Nothing has happened.”',
            unknown: '“That I do not know,” says the stranger.',
            topics: {
              goal: {
                keywords: [thing],
                answer: `“${capital(goal)}? In there, behind the door. Nobody has dared to touch it.”`,
                choice: `Ask the stranger about the ${thing}`,
              },
            },
          },
        },
      },
      room: {
        name: 'back room',
        description: 'A small room with a table and one window. Dust lies on everything but one thing.',
        exits: { out: 'start' },
        things: {
          table: {
            name: 'table',
            supporter: true,
            description: 'A plain table.',
            things: {
              goal: {
                name: thing,
                description: `It is what you came for: ${goal}.`,
                appearance: `On the table lies ${goal}.`,
              },
            },
          },
        },
      },
    },
    goals: {
      find: {
        text: `Find ${goal}, and bring it out.`,
        done: [{ at: ['goal', 'player'] }, { at: ['player', 'start'] }],
      },
    },
  }
  return {
    'manifest.json': jsonText({ title, version: '1.0.0', description: `A story at ${place}.` }),
    'world/setting.md': `# ${capital(here)}\n\nWrite here what kind of world this is: its time, its tone, what everybody in it knows.\n`,
    'plot/premise.md': `You have come to ${place}. Somewhere here is ${goal}.\n`,
    'world/map.yaml': stringify(world, { lineWidth: 110 }),
    'plot/endings/found.md': `---\ntitle: Found\nkind: won\nwhen: [{ at: [goal, player] }, { at: [player, start] }]\n---\nYou have what you came for. The stranger steps aside and lets you pass.\n`,
    'tests/found.story': [
      '# The way to the ending.',
      '> talk to the stranger',
      '+ You are late',
      `> ask the stranger about the ${thing}`,
      '+ Nobody has dared',
      '> in',
      `> take the ${thing}`,
      '@ /world/at/goal = "player"',
      '> out',
      '+ You have what you came for',
      '@ /world/ended = "found"',
      '',
    ].join('\n'),
  }
}

function withoutArticle(text: string): string {
  return text.replace(/^(?:an?|the|some)\s+/i, '')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
