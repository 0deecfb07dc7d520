// RFC 6838 §4.2 names, with parameters as RFC 9110 §5.6.6 writes them.
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/i

/** Tells whether `text` is a well-formed media type such as `image/png` (spec 001 §4.3); it need not be a known one. */
export function isMediaType(text: string): boolean {
  return text.length <= 1024 && mediaTypePattern.test(text)
}
