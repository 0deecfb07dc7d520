export type { ChatAbout, ChatPart, ChatReport, ChatText, ChatTurn } from './chat.ts'
export { isSillyTavernChat, readSillyTavernChat } from './silly-tavern.ts'
export { SillyTavernWriter } from './write-silly-tavern.ts'
