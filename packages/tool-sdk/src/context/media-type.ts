// The protocol package's own, written out again: its index would bring the schemas, and with them a validator. A test
// holds the two to one grammar.

// RFC 6838 §4.2 names, with parameters as RFC 9110 §5.6.6 writes them.
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/i

/** Tells whether a host takes `text` for a media type (spec 001 §4.3). */
export function isMediaType(text: string): boolean {
  return text.length <= 1024 && mediaTypePattern.test(text)
}
