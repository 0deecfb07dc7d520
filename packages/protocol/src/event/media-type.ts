// Names of RFC 6838 §4.2, parameters of RFC 9110 §5.6.6.
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:\s*;\s*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/i

/** Whether `text` is a well-formed media type such as `image/png`, registered or not. */
export function isMediaType(text: string): boolean {
  return text.length <= 1024 && mediaTypePattern.test(text)
}
