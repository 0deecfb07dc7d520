import type { StoryNotes } from '@narratoria/protocol'
import type {
  AssetPage,
  BranchView,
  CampaignEntry,
  ErrorBody,
  HostInfo,
  NewSession,
  ContextView,
  NotesEdit,
  PlayerViewBody,
  PremiseToAsk,
  SessionCard,
  SessionDetail,
  SettingsChange,
  StateOrigin,
  StateView,
  TurnBegun,
  TurnEdit,
  TurnPage,
} from '../../api/resources.ts'
import type { CharacterQuestion } from '../../api/character.ts'
import { language, t } from '../language/text.ts'
import { refusalOf } from './refusals.ts'
import type { FileImport } from '../../api/file-resources.ts'
import type { Found, TrashEntry } from '../../api/library-resources.ts'
import type { FoundServers, ModelList, ModelRole, NewConnection } from '../../api/model-resources.ts'
import type { Invitation, NewPerson, OwnShareView, ShareChange } from '../../api/share-resources.ts'
import type { ConfigChange, SkillDetail, SkillList } from '../../api/skill-resources.ts'
import type { TurnView } from '../../api/turn-view.ts'

/** A refusal of the server. The message is for the player. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: readonly { field: string; message: string }[]

  constructor(status: number, { code, message, issues = [] }: ErrorBody['error']) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }
}

/** The error of a request without a response. A change may have reached the server. */
const unreachable = (method: string) => ({
  code: 'unreachable',
  message:
    method === 'GET'
      ? t('The server cannot be reached; try again.')
      : t('The server cannot be reached. Check whether the change was made before you try again.'),
})

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const isFile = body instanceof Blob
  const type = isFile ? 'application/octet-stream' : 'application/json'
  const headers = { 'Accept-Language': language, ...(body !== undefined && { 'Content-Type': type }) }
  const content = body !== undefined && { body: isFile ? body : JSON.stringify(body) }
  const response = await fetch(path, { method, headers, ...content }).catch(() => undefined)
  if (!response) throw new ApiError(0, unreachable(method))
  const answer: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return answer as T
  const refusal = (answer as Partial<ErrorBody> | undefined)?.error
  const translated = language === 'en' ? undefined : refusalOf(refusal?.code ?? '')
  if (refusal && translated !== undefined) throw new ApiError(response.status, { ...refusal, message: translated })
  throw new ApiError(
    response.status,
    refusal ?? { code: 'unknown', message: t('The server answered {status}.', { status: response.status }) },
  )
}

const session = (id: string) => `/api/sessions/${encodeURIComponent(id)}`
const turn = (id: string, turnId: string) => `${session(id)}/turns/${encodeURIComponent(turnId)}`
const skill = (name: string) => `/api/skills/${encodeURIComponent(name)}`

/** The public HTTP API, one function for each operation that the page uses. */
export const api = {
  info: () => call<HostInfo>('GET', '/api/info'),
  changeSettings: (change: SettingsChange) => call<HostInfo>('PATCH', '/api/settings', change),
  listModels: () => call<ModelList>('GET', '/api/models'),
  discoverModels: () => call<FoundServers>('POST', '/api/models/discover'),
  connectModel: (wanted: NewConnection) => call<ModelList>('POST', '/api/models', wanted),
  testModel: (name: string) => call<ModelList>('POST', `/api/models/${encodeURIComponent(name)}/test`),
  removeModel: (name: string) => call<ModelList>('DELETE', `/api/models/${encodeURIComponent(name)}`),
  useModel: (role: ModelRole, name: string | null) => call<ModelList>('PUT', '/api/models/roles', { role, name }),
  listSessions: () => call<{ sessions: SessionCard[] }>('GET', '/api/sessions'),
  createSession: (story: NewSession = {}) => call<SessionDetail>('POST', '/api/sessions', story),
  renameSession: (id: string, name: string) => call<SessionDetail>('PATCH', session(id), { name }),
  trashSession: (id: string) => call<TrashEntry>('DELETE', session(id)),
  getNotes: (id: string) => call<StoryNotes>('GET', `${session(id)}/notes`),
  changeNotes: (id: string, change: NotesEdit) => call<StoryNotes>('PATCH', `${session(id)}/notes`, change),
  duplicateSession: (id: string) => call<SessionDetail>('POST', `${session(id)}/copies`, {}),
  tagSession: (id: string, tags: string[]) => call<SessionDetail>('PUT', `${session(id)}/tags`, { tags }),
  listTrash: () => call<{ sessions: TrashEntry[] }>('GET', '/api/trash'),
  restoreSession: (id: string) => call<SessionDetail>('POST', `/api/trash/${encodeURIComponent(id)}/restore`),
  emptyTrash: () => call<{ deleted: number }>('DELETE', '/api/trash'),
  search: (text: string) => call<Found>('GET', `/api/search?text=${encodeURIComponent(text)}`),
  findInStory: (id: string, text: string) =>
    call<Found>('GET', `/api/search?limit=200&session=${encodeURIComponent(id)}&text=${encodeURIComponent(text)}`),
  importFile: (file: Blob, name: string) =>
    call<FileImport>('POST', `/api/import?file=${encodeURIComponent(name.slice(0, 200))}`, file),
  listCampaigns: () => call<{ campaigns: CampaignEntry[] }>('GET', '/api/campaigns'),
  askAboutPremise: (premise: PremiseToAsk) =>
    call<{ questions: CharacterQuestion[] }>('POST', '/api/premises/questions', premise),
  listTurns: (id: string, offset: number, limit: number) =>
    call<TurnPage>('GET', `${session(id)}/turns?offset=${offset}&limit=${limit}`),
  getTurn: (id: string, turnId: string) => call<TurnView>('GET', turn(id, turnId)),
  getShare: (id: string) => call<OwnShareView>('GET', `${session(id)}/share`),
  changeShare: (id: string, change: ShareChange) => call<OwnShareView>('PATCH', `${session(id)}/share`, change),
  invite: (id: string, person: NewPerson) => call<Invitation>('POST', `${session(id)}/share/people`, person),
  removePerson: (id: string, person: string) =>
    call<OwnShareView>('DELETE', `${session(id)}/share/people/${encodeURIComponent(person)}`),
  vote: (id: string, prompt: string) => call<{ isOver: boolean }>('POST', `${session(id)}/share/votes`, { prompt }),
  endVote: (id: string) => call<{ isOver: boolean }>('POST', `${session(id)}/share/votes/end`),
  playTurn: (id: string, prompt: string) => call<TurnBegun>('POST', `${session(id)}/turns`, { prompt }),
  cancelTurn: (id: string) => call<void>('DELETE', `${session(id)}/turns/current`),
  continueStory: (id: string) => call<TurnBegun>('POST', `${session(id)}/continue`),
  editTurn: (id: string, turnId: string, text: TurnEdit) => call<SessionDetail>('PATCH', turn(id, turnId), text),
  swipe: (id: string, by: 1 | -1) => call<SessionDetail>('POST', `${session(id)}/swipe?by=${by}`),
  retryTurn: (id: string, turnId: string) => call<TurnBegun>('POST', `${turn(id, turnId)}/retry`),
  undo: (id: string, steps = 1) => call<SessionDetail>('POST', `${session(id)}/undo?steps=${steps}`),
  redo: (id: string, steps = 1) => call<SessionDetail>('POST', `${session(id)}/redo?steps=${steps}`),
  listBranches: (id: string) => call<{ branches: BranchView[] }>('GET', `${session(id)}/branches`),
  moveHead: (id: string, turnId: string | null) => call<SessionDetail>('PUT', `${session(id)}/head`, { turnId }),
  getState: (id: string, turnId?: string) =>
    call<StateView>('GET', `${session(id)}/state${turnId ? `?turn=${encodeURIComponent(turnId)}` : ''}`),
  getOrigin: (id: string, pointer: string) =>
    call<StateOrigin>('GET', `${session(id)}/state/origin?path=${encodeURIComponent(pointer)}`),
  getPlayerView: (id: string) => call<PlayerViewBody>('GET', `${session(id)}/view`),
  getContext: (id: string) => call<ContextView>('GET', `${session(id)}/context`),
  listAssets: (id: string, before?: number) =>
    call<AssetPage>('GET', `${session(id)}/assets${before === undefined ? '' : `?before=${before}`}`),
  listSkills: () => call<SkillList>('GET', '/api/skills'),
  getSkill: (name: string) => call<SkillDetail>('GET', skill(name)),
  switchSkill: (name: string, enabled: boolean) => call<SkillDetail>('PATCH', skill(name), { enabled }),
  configureSkill: (name: string, values: ConfigChange['values']) =>
    call<SkillDetail>('PATCH', `${skill(name)}/config`, { values }),
}

/** The address of a story as a file. */
export function exportAddress(id: string, format: string): string {
  return `${session(id)}/export?format=${format}`
}

/** The address of the world of a story as a campaign. */
export function campaignAddress(id: string): string {
  return `${session(id)}/campaign`
}

export function eventsAddress(id: string, lastEventId: string): string {
  return `${session(id)}/events${lastEventId ? `?lastEventId=${encodeURIComponent(lastEventId)}` : ''}`
}

/** Whether a request got no response. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : t('Something went wrong.')
}
