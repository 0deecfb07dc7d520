import { patternOf } from './conditions.ts'
import type { Named, Premise } from './premise.ts'

/** "My sister joined a cult, and I have come to bring her home": she is not here. */
export function bringBack(found: Pick<Premise, 'people' | 'absent' | 'player'>, text: string): void {
  const rescue = patternOf('rescue').exec(text)
  if (!rescue) return
  const isNamedBefore = ({ name }: Named) => text.slice(0, rescue.index).includes(name.replace(/^your /, ''))
  const person = found.people.filter(({ isPlural, isAnimal }) => !isPlural && !isAnimal).findLast(isNamedBefore)
  if (!person) return
  found.people = found.people.filter((each) => each !== person)
  found.absent.unshift({ ...person, isMissing: true })
}

/** "No one has seen him since Sunday": who is named last before it. */
export function loseUnseen(found: Pick<Premise, 'people' | 'absent' | 'player'>, text: string): void {
  const said = patternOf('unseenThem').exec(text)
  if (!said) return
  const at = ({ name }: Named) => text.slice(0, said.index).lastIndexOf(name.replace(/^your /, ''))
  const all = [...found.people, ...(found.player ? [found.player] : [])]
  const [person] = all.filter((each) => at(each) >= 0 && !each.isAnimal).toSorted((a, b) => at(b) - at(a))
  if (!person) return
  found.people = found.people.filter((each) => each !== person)
  if (found.player === person) delete found.player
  found.absent.unshift({ ...person, isMissing: true })
}
