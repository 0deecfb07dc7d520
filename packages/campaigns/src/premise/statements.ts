import type { Topic } from '@narratoria/world'
import type { Clause } from './clauses.ts'
import { isSaid, patternOf } from './conditions.ts'
import { isOf } from './first-person.ts'
import type { Named } from './premise.ts'
import { isRecitable, isSound, plainly } from './recitable.ts'
import { retold, type Perspective } from './retell.ts'
import { isKeptFrom, openly, partIn, type Secret } from './secrets.ts'
import type { Speaker } from './speaker.ts'

/** What a person can say of what the premise says, in their own words. */
export interface Statement {
  clause: Clause
  said: string
  /** Whether it is about what they do or are. */
  isOwn: boolean
  /** Whether they have a part in it. */
  isAbout: boolean
  /** The secret that it gives away. */
  secret?: Secret
}

/** The minimum feeling with which a person admits a secret. */
const trusting = 30

/** What a person may say: what they can know, as far as it is clear whom each of its words stands for. */
export function statementsOf(
  named: Named | undefined,
  {
    clauses,
    secrets,
    perspective,
  }: { clauses: readonly Clause[]; secrets: readonly Secret[]; perspective: Perspective },
): Statement[] {
  return clauses.flatMap((clause) => {
    // "He has overheard him" says less than what was overheard.
    const seen = seenBy(clause, named, secrets)
    const recited = seen ?? clause
    const said =
      isKnownTo(clause, named, secrets) && isRecitable(recited, named)
        ? retold({ ...recited, text: plainly(recited.text) }, { ...perspective, speaker: named })
        : undefined
    if (said === undefined || !isSound(said)) return []
    const secret = secrets.find((each) => each.clause === clause && partIn(each, named) === 'keeper')
    const isAbout = named !== undefined && clause.about.includes(named)
    const isOwn = named !== undefined && (isOf(clause, named) || (secret !== undefined && isAbout))
    return [
      {
        clause,
        said: openly(said)
          .replace(patternOf('claiming'), '')
          .replace(/\b[Tt]he ((?:[\p{L}-]+ ){1,3})of (me|us)\b/u, ofSpeaker),
        isOwn,
        isAbout,
        ...(secret && { secret }),
      },
    ]
  })
}

function seenBy(clause: Clause, named: Named | undefined, secrets: readonly Secret[]): Clause | undefined {
  if (named === undefined || !isOf(clause, named) || !isSaid('witnessing', clause.text)) return undefined
  return secrets.find((secret) => secret.clause !== clause && partIn(secret, named) === 'knower')?.clause
}

function isKnownTo(clause: Clause, named: Named | undefined, secrets: readonly Secret[]): boolean {
  if (isKeptFrom(clause, named, secrets)) return false
  // That there is a secret, and who knows of it, is not said either.
  const isOfSecret = secrets.some((each) => each.clause !== clause && isAfter(clause, each))
  if (!isOfSecret) return true
  if (isSaid('silenced', clause.text) || isSaid('unknownToAll', clause.text)) return false
  return !isSaid('witnessing', clause.text) || (named !== undefined && isOf(clause, named))
}

function isAfter({ sentence, before }: Clause, { clause, keepers }: Secret): boolean {
  return sentence >= clause.sentence && keepers.some((keeper) => before.includes(keeper))
}

/** The answers to a question that some statements fit: a secret only after the player knows it, or to one who is trusted. */
export function answersOf(
  { id, say, named }: Speaker,
  statements: readonly Statement[],
  { before = [], after = [] }: { before?: readonly string[]; after?: readonly string[] } = {},
): Pick<Topic, 'answer' | 'lie' | 'lieWhen'> {
  const secret = statements.find((each) => each.secret !== undefined)
  const plain = statements.filter((each) => each.secret === undefined).map((each) => sayStatement({ say, named }, each))
  const open = [...before, ...plain, ...after]
  if (secret === undefined) return { answer: open }
  return {
    answer: [say('admit', { clause: secret.said }), ...plain],
    lie: [say('evade'), ...open.slice(0, 1), say('evade')],
    lieWhen: isHidden(secret.secret!, id),
  }
}

/** The flag of a secret that the player has disclosed. */
export function outFlag({ id }: Pick<Secret, 'id'>): string {
  return `${id}_out`
}

/** The condition under which a person conceals a secret. */
export function isHidden(secret: Secret, id: string): NonNullable<Topic['lieWhen']> {
  return { not: { any: [{ knows: [id, secret.id] }, { flag: outFlag(secret) }, { feeling: id, min: trusting }] } }
}

/** A statement in the voice of a speaker; a denial, if they are the suspect of it. */
export function sayStatement(
  { named, say }: Pick<Speaker, 'say'> & { named: Named | undefined },
  { clause, said, isAbout }: Statement,
): string {
  if (named === undefined || !isAbout) return say('know', { clause: said })
  const isSubject = isOf(clause, named)
  if (isSaid(isSubject ? 'looking' : 'accused', clause.text)) return say('deny')
  // "My sister and I own a cinema" is also said of oneself.
  const isOfSelf = isSubject || /^I\b|\band I\b/.test(said)
  return say(isOfSelf ? (isDeed(clause) ? 'own' : 'mine') : 'know', { clause: said })
}

/** Whether a clause describes an act for which a reason can be asked. */
export function isDeed({ text }: Clause): boolean {
  return ['crime', 'hidden', 'locked', 'taking', 'accusing'].some((pattern) => isSaid(pattern, text))
}

// "The silver cup of me" is "my silver cup".
function ofSpeaker(_: string, name: string, speaker: string): string {
  return `${speaker === 'us' ? 'our' : 'my'} ${name.trim()}`
}
