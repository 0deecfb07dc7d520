// A copy of the protocol package's function, whose index loads a validator. A test checks that both accept the same grammar.

// Names of RFC 6838 §4.2 with parameters of RFC 9110 §5.6.6.
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/i

/** Whether hosts accept `text` as a media type. */
export function isMediaType(text: string): boolean {
  return text.length <= 1024 && mediaTypePattern.test(text)
}
