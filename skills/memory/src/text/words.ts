import { stemmer } from 'stemmer'

const stopWords = new Set(
  `a an the this that these those i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs
   am is are was were be been being do does did done have has had having will would shall should can could may might must
   and or but nor so yet if then than because as of at by for with about against between into through during before after above below
   to from up down in out on off over under again further once here there when where why how what which who whom whose
   all any both each few more most other some such no not only own same too very just now also please let lets
   s t d ll m o re ve y don didn doesn isn wasn aren weren won wouldn couldn shouldn haven hasn hadn`.split(/\s+/),
)

// Words of questions about the past, which fit every memory.
const recallWords = new Set(
  'happen happened happens happening remember remind recall tell know last time earlier ago past story far'.split(' '),
)

// Words of so many turns that they do not identify one.
const weakWords = new Set(
  'roll rolls rolled rolling dice die try tries tried trying want wants wanted advantage disadvantage'.split(' '),
)

const baseForms = new Map(
  `ate eat,began begin,bent bend,bit bite,bled bleed,blew blow,bought buy,bound bind,broke break,broken break,brought bring,built build,came come,
   caught catch,chose choose,crept creep,dealt deal,drank drink,drew draw,drove drive,dug dig,fed feed,fell fall,felt feel,fled flee,
   flew fly,forgave forgive,forgot forget,fought fight,found find,froze freeze,gave give,given give,got get,grew grow,heard hear,held hold,
   hid hide,hidden hide,kept keep,knelt kneel,knew know,led lead,leapt leap,left leave,lent lend,lit light,lost lose,made make,met meet,paid pay,
   ran run,rang ring,rode ride,rose rise,said say,sang sing,sank sink,sat sit,saw see,seen see,sent send,shook shake,shot shoot,slain slay,
   slept sleep,slew slay,sold sell,sought seek,spoke speak,spent spend,sprang spring,stole steal,stolen steal,stood stand,struck strike,
   swam swim,swore swear,swung swing,taken take,took take,taught teach,thought think,threw throw,told tell,tore tear,went go,woke wake,
   won win,wore wear,wrote write,written write,men man,women woman,thieves thief,wolves wolf,knives knife,children child`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/) as [string, string]),
)

/** A meaningful word and its stem. */
export interface Word {
  word: string
  stem: string
}

/** The meaningful words of a text: in lower case, without diacritics and stop words. */
export function readWords(text: string): Word[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
  const found = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return found
    .filter((word) => !stopWords.has(word))
    .map((word) => ({ word, stem: stemmer(baseForms.get(word) ?? word) }))
}

/** The words for the subject of a question, without those that only refer to the past. */
export function readQuestion(text: string): Word[] {
  const words = readWords(text).filter(({ word }) => !recallWords.has(word))
  const specific = words.filter(({ word }) => !weakWords.has(word) && !/^\d*d\d+$/.test(word))
  return specific.length > 0 ? specific : words
}

/** True if a prompt asks about the past without a subject, such as "What happened last time?" */
export function asksForAll(text: string): boolean {
  return readQuestion(text).length === 0 && readWords(text).some(({ word }) => recallWords.has(word))
}
