const things =
  /^(?:attack|climb|drop|examine|get|grab|inspect|light|lock|open|close|shut|push|pull|put|read|search|take|throw|unlock|use|wear|wield)$/
const relations = /^(?:with|on|onto|in|into|over|under|behind|against)$/
/** What needs no article, or stands for more than a thing: "take cover", "open up", "search everything". */
const bare = new Set(
  `a an the my your his her its our their this that these those some any all both every each another no more it them him me us
   everything everybody everyone anything nothing something one two three four five six seven eight nine ten half
   up down out off away back forward through past ahead around about aloud wide again here there at by for from to of
   and or then aim care charge control cover flight heart note notes part pity place refuge revenge root shape shelter sides stock
   turns time magic force fire dressed ready drunk lost help going rid inside outside married sleep food water started camp`.split(
    /\s+/,
  ),
)

/** Puts the articles into a command that was typed without: "unlock door with key" becomes "unlock the door with the key". */
export function withArticles(command: string): string {
  if (!/^[\p{Ll}\s,-]+$/u.test(command.replace(/[.!\s]+$/, ''))) return command
  return command
    .split(/(,?\s+(?:and|then)\s+(?:then\s+)?|,\s+)/)
    .map((part, at) => (at % 2 === 1 ? part : withArticlesInPart(part)))
    .join('')
}

function withArticlesInPart(part: string): string {
  const words = part.split(' ')
  if (words.length > 6 || !things.test(words[0]!)) return part
  return words
    .flatMap((word, at) => {
      const [before = ''] = words.slice(at - 1, at)
      const begins = at === 1 || (at > 2 && relations.test(before))
      return begins && !bare.has(word.replace(/[.!]+$/, '')) && !relations.test(word) ? ['the', word] : [word]
    })
    .join(' ')
}
