import { type Range, cutSecrets, replaceRanges } from './cut-edges.ts'

/** The text that replaces a secret. */
export const SECRET_MASK = '••••••'

/** Shorter secrets are masked only in forms, because they could be part of ordinary words. */
const shortestSecret = 4

/** Redacts secrets in texts. Secrets are never removed, because replaced ones may be in old logs. */
export class SecretMask {
  readonly #secrets = new Set<string>()
  #forms: string[] | undefined
  #pattern: RegExp | undefined

  /** Adds secrets; ignores those that are too short. */
  add(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      const text = secret.trim()
      if (text.length < shortestSecret || this.#secrets.has(text)) continue
      this.#secrets.add(text)
      this.#forms = undefined
      this.#pattern = undefined
    }
  }

  /** Every secret that was added. */
  list(): string[] {
    return [...this.#secrets]
  }

  /** Copies a JSON value with every secret in its strings and keys redacted. Returns other values unchanged. */
  mask<T>(value: T): T {
    if (this.#secrets.size === 0) return value
    return this.#maskAny(value) as T
  }

  /**
   * Splits the next part of a text that continues: `masked`, up to where a secret may start, and the unmasked rest, `open`.
   */
  maskStart(text: string): { masked: string; open: string } {
    const at = this.#secrets.size === 0 ? text.length : this.#openFrom(text)
    return { masked: this.mask(text.slice(0, at)), open: text.slice(at) }
  }

  /** The offset of the first possible secret that the text does not contain completely. */
  #openFrom(text: string): number {
    const forms = this.#listForms()
    const from = Math.max(0, text.length - (forms[0]?.length ?? 0) + 1)
    const whole = this.#wholeIn(text)
    for (let at = from; at < text.length; at += 1) {
      if (whole.some(([start, end]) => start < at && at < end)) continue
      const rest = text.slice(at)
      if (forms.some((form) => form.length > rest.length && form.startsWith(rest))) return at
    }
    return text.length
  }

  #maskAny(value: unknown): unknown {
    if (typeof value === 'string') return this.#maskText(value)
    if (Array.isArray(value)) return value.map((item) => this.#maskAny(item))
    if (!isPlainObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.#maskAny(key) as string, this.#maskAny(item)]),
    )
  }

  #maskText(text: string): string {
    const cut = cutSecrets(text, this.#listForms())
    if (cut.length === 0) return text.replace(this.#compile(), SECRET_MASK)
    return replaceRanges(text, [...cut, ...this.#wholeIn(text)], SECRET_MASK)
  }

  #wholeIn(text: string): Range[] {
    return [...text.matchAll(this.#compile())].map(({ index, 0: found }) => [index, index + found.length])
  }

  // Longest first, so that a secret that contains another one is masked completely.
  #listForms(): string[] {
    return (this.#forms ??= [...new Set([...this.#secrets].flatMap(formsOf))].sort((a, b) => b.length - a.length))
  }

  #compile(): RegExp {
    return (this.#pattern ??= new RegExp(
      this.#listForms()
        .map((form) => form.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&'))
        .join('|'),
      'gu',
    ))
  }
}

// An Error, a Date or a Map is not JSON, and a copy of it would be empty.
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The forms of a secret: plain, in JSON, in JSON inside JSON, and URL-encoded. Each line of a multi-line secret counts too. */
function formsOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.length >= 8)
  return [text, ...lines].flatMap(encodingsOf)
}

function encodingsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return [secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(Buffer.from(secret).toString())]
}
