import type { SecretMask } from './secret-mask.ts'

/**
 * Blots secrets out of a text that comes in pieces, also where a secret lies across several: an end that may be the
 * beginning of a secret is held back until more is known.
 */
export class TextMask {
  readonly #mask: SecretMask
  #open = ''

  constructor(mask: SecretMask) {
    this.#mask = mask
  }

  /** Takes the next piece; gives what may be shown by now. */
  push(text: string): string {
    const { masked, open } = this.#mask.maskStart(this.#open + text)
    this.#open = open
    return masked
  }

  /** Ends the text; gives what was held back, and is ready for another one. */
  end(): string {
    const rest = this.#mask.mask(this.#open)
    this.#open = ''
    return rest
  }
}
