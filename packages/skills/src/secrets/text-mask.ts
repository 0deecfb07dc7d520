import type { SecretMask } from './secret-mask.ts'

/**
 * Redacts secrets in a text that arrives in pieces, including secrets that span pieces: the end of a piece that may be the start of
 * a secret is held back until the next piece.
 */
export class TextMask {
  readonly #mask: SecretMask
  #open = ''

  constructor(mask: SecretMask) {
    this.#mask = mask
  }

  /** Adds the next piece. Returns the text that can be shown. */
  push(text: string): string {
    const { masked, open } = this.#mask.maskStart(this.#open + text)
    this.#open = open
    return masked
  }

  /** Ends the text. Returns the text that was held back. The mask can then be used for another text. */
  end(): string {
    const rest = this.#mask.mask(this.#open)
    this.#open = ''
    return rest
  }
}
