/** One message of a chat. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What a model is asked to write. */
export interface CompletionRequest {
  messages: readonly ChatMessage[]
  /** `planner` goes before everything else and keeps its prompt evaluated; `host` yields to it between two tokens. */
  lane: 'planner' | 'host'
  /** GBNF that the answer must follow. */
  grammar?: string
  /** Most tokens of the answer; 512. */
  maxTokens?: number
  /** 0 always takes the likeliest token. */
  temperature?: number
  seed?: number
}

/** What a model wrote. */
export interface Completion {
  text: string
  /** `length` where the limit on tokens cut it off. */
  finishReason: 'stop' | 'length'
  promptTokens: number
  /** Prompt tokens that had to be evaluated; the others were kept from before. */
  evaluatedTokens: number
  completionTokens: number
  prefillMs: number
  decodeMs: number
}

/** What is known of a loaded model. */
export interface ModelInfo {
  /** The file's name without its ending. */
  name: string
  contextSize: number
  loadMs: number
}

/** Options of one completion. */
export interface CompletionOptions {
  /** Ends the work at once; the promise rejects. */
  signal?: AbortSignal
  /** Text as it is written. */
  onText?: (text: string) => void
}

/** A language model on this machine, in this process or in one of its own. */
export interface LocalModel {
  readonly info: ModelInfo
  complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion>
  /** Evaluates a prompt's unchanging messages ahead of time; answers with how many tokens had to be evaluated. */
  warm(messages: readonly ChatMessage[], options?: CompletionOptions): Promise<number>
  countTokens(text: string): Promise<number>
  /** One vector of length 1 for each text. */
  embed(texts: readonly string[], options?: CompletionOptions): Promise<number[][]>
  close(): Promise<void>
}
