/** Removes a `<think>…</think>` block at the start of streamed text. */
export class ThinkFilter {
  #start = ''
  #started = false

  /** Takes a piece and returns the part that is not reasoning. */
  push(text: string): string {
    if (this.#started) return text
    this.#start += text
    const trimmed = this.#start.trimStart()
    const thinks = trimmed.startsWith('<think>')
    if (thinks && !trimmed.includes('</think>')) return ''
    const rest = thinks ? trimmed.slice(trimmed.indexOf('</think>') + '</think>'.length).trimStart() : trimmed
    if (rest === '' || (!thinks && '<think>'.startsWith(rest))) return ''
    this.#started = true
    return rest
  }

  /** Returns what is left at the end. A block that was never closed is reasoning. */
  end(): string {
    const rest = this.#started ? '' : this.#start.trimStart()
    this.#started = true
    return rest.startsWith('<think>') ? '' : rest
  }
}

/** Removes reasoning from a whole text. Some templates open the block themselves, so that only its end is in the text. */
export function withoutThinking(text: string): string {
  const end = text.lastIndexOf('</think>')
  if (end !== -1) return text.slice(end + '</think>'.length).trim()
  return text.trimStart().startsWith('<think>') ? '' : text
}
