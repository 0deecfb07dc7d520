import type { Scene } from './scene.ts'

/** The names by which a person is called, in lower case. */
export function namesToCall(scene: Scene, person: string): string[] {
  const { name, aliases = [] } = scene.people[person]!
  return [name, ...aliases, ...name.split(' ')].map((each) => each.toLowerCase())
}

/** The person here whose name stands between marks in words: "Good evening, Hester. Whose coats are those?" */
export function calledPerson(scene: Scene, text: string): string | undefined {
  const parts = text.toLowerCase().split(/[,.!?;:“”"]/)
  return scene.peopleAt(scene.here).find((person) => {
    const names = namesToCall(scene, person)
    return parts.some((part) => names.includes(part.trim()))
  })
}
