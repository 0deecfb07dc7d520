/** A model that plans well enough. */
export interface RecommendedModel {
  name: string
  /** The source for {@link ModelStore.pull}. */
  source: string
  sizeBytes: number
  /** In hexadecimal. */
  sha256: string
  parameters: string
  license: string
}

/** Recommended models of 0.5, 1.5 and 3 billion parameters. Each source names a revision, so size and hash do not change. */
export const recommendedModels: readonly RecommendedModel[] = [
  {
    name: 'qwen2.5-0.5b',
    source:
      'hf:Qwen/Qwen2.5-0.5B-Instruct-GGUF/qwen2.5-0.5b-instruct-q4_k_m.gguf@9217f5db79a29953eb74d5343926648285ec7e67',
    sizeBytes: 491_400_032,
    sha256: '74a4da8c9fdbcd15bd1f6d01d621410d31c6fc00986f5eb687824e7b93d7a9db',
    parameters: '0.5B',
    license: 'Apache-2.0',
  },
  {
    name: 'qwen2.5-1.5b',
    source:
      'hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf@91cad51170dc346986eccefdc2dd33a9da36ead9',
    sizeBytes: 1_117_320_736,
    sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
    parameters: '1.5B',
    license: 'Apache-2.0',
  },
  {
    name: 'llama-3.2-3b',
    source:
      'hf:bartowski/Llama-3.2-3B-Instruct-GGUF/Llama-3.2-3B-Instruct-Q4_K_M.gguf@5ab33fa94d1d04e903623ae72c95d1696f09f9e8',
    sizeBytes: 2_019_377_696,
    sha256: '6c1a2b41161032677be168d354123594c0e6e67d2b9227c84f296ad037c728ff',
    parameters: '3B',
    license: 'Llama 3.2 Community License',
  },
]
