import { printableJson } from '@narratoria/protocol/printable'
import type { ChatAbout, ChatTurn } from './chat.ts'

/** Writes a chat as SillyTavern reads it: one line for what it says about itself, and one for each message. */
export class SillyTavernWriter {
  readonly #character: string
  readonly #user: string

  constructor({ title, user = 'You' }: Pick<ChatAbout, 'title' | 'user'>) {
    this.#character = title
    this.#user = user
  }

  /** Returns the line about the chat and, if there is one, the line of the opening. Each ends with a line feed. */
  start({ opening, note, variables, createdAt = 0 }: Omit<ChatAbout, 'title' | 'user'>): string {
    const header = {
      user_name: this.#user,
      character_name: this.#character,
      create_date: isoTime(createdAt),
      chat_metadata: {
        ...(variables && { variables }),
        ...(note && { note_prompt: note.text, note_depth: note.depth }),
      },
    }
    const greeting = opening === '' ? '' : this.#message({ isUser: false, text: opening, time: createdAt })
    return `${printableJson(header)}\n${greeting}`
  }

  /** Returns the lines of one turn: the player's words, unless they are blank, and the narrative with its alternatives. */
  turn({ prompt, narrative, alternatives, createdAt = 0 }: ChatTurn): string {
    const words = prompt.trim() === '' ? '' : this.#message({ isUser: true, text: prompt, time: createdAt })
    const swipes = alternatives?.map((each) => each.narrative)
    const reply = {
      isUser: false,
      text: narrative,
      time: createdAt,
      ...(swipes &&
        swipes.length > 1 && {
          swipes,
          swipe_id: Math.max(0, swipes.indexOf(narrative)),
          swipe_info: alternatives!.map((each) => ({ send_date: isoTime(each.createdAt ?? createdAt), extra: {} })),
        }),
    }
    return words + this.#message(reply)
  }

  #message({ isUser, text, time, ...more }: { isUser: boolean; text: string; time: number }): string {
    const message = {
      name: isUser ? this.#user : this.#character,
      is_user: isUser,
      is_system: false,
      send_date: isoTime(time),
      mes: text,
      extra: {},
      ...more,
    }
    return `${printableJson(message)}\n`
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
