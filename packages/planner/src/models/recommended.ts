/** A model that is known to be fit for planning. */
export interface RecommendedModel {
  name: string
  /** Where it comes from, as {@link ModelStore.pull} takes it. */
  source: string
  /** About how large the file is. */
  sizeBytes: number
  parameters: string
  license: string
}

/**
 * Models by name: about half a billion, one and a half and three billion parameters. Sizes are rounded; what is downloaded
 * is checked against what its server says.
 */
export const recommendedModels: readonly RecommendedModel[] = [
  {
    name: 'qwen2.5-0.5b',
    source: 'hf:Qwen/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q4_k_m.gguf',
    sizeBytes: 490_000_000,
    parameters: '0.5B',
    license: 'Apache-2.0',
  },
  {
    name: 'qwen2.5-1.5b',
    source: 'hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf',
    sizeBytes: 1_120_000_000,
    parameters: '1.5B',
    license: 'Apache-2.0',
  },
  {
    name: 'llama-3.2-3b',
    source: 'hf:bartowski/Llama-3.2-3B-Instruct-GGUF/Llama-3.2-3B-Instruct-Q4_K_M.gguf',
    sizeBytes: 2_020_000_000,
    parameters: '3B',
    license: 'Llama 3.2 Community License',
  },
]
