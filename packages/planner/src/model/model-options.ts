/** Options of a local model. */
export interface ModelOptions {
  /** Path of a GGUF file. */
  modelPath: string
  /** Most tokens of a prompt and its completion. Defaults to 4,096, or to the model's training context if that is smaller. */
  contextSize?: number
  /**
   * Number of threads. Defaults to the environment variable NARRATORIA_THREADS, else to the number of cores minus one, but
   * two on a machine with two cores.
   */
  threads?: number
  /** Whether to use a GPU if its binaries are installed. Defaults to `true`. */
  gpu?: boolean
  /** A folder for evaluated catalogues, which later starts load instead of evaluating them. Defaults to no cache. */
  prefixCacheFolder?: string
}
