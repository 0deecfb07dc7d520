/** How a local model is loaded. */
export interface ModelOptions {
  /** A GGUF file. */
  modelPath: string
  /** Tokens that one conversation may hold; 4,096, or what the model was trained on where that is less. */
  contextSize?: number
  /**
   * Threads to compute with. Unless told, as many as the environment variable NARRATORIA_THREADS says; without it one less
   * than there are cores, but two where there are two.
   */
  threads?: number
  /** Graphics cards are used where their binaries are installed, unless this is `false`. */
  gpu?: boolean
  /** A folder to keep evaluated catalogues in, so that the next start need not evaluate them; nothing is kept unless told. */
  prefixCacheFolder?: string
}
