import type { Scene } from './scene.ts'

/** The names by which a person is called, in lower case. */
export function namesToCall(scene: Scene, person: string): string[] {
  const { name, aliases = [] } = scene.people[person]!
  return [name, ...aliases, ...name.split(' ')].map((each) => each.toLowerCase())
}

/** The person who is or hears here, and whose name stands between marks in words: "Good evening, Hester. Whose coats are those?" */
export function calledPerson(scene: Scene, text: string): string | undefined {
  const parts = text.split(/[,.!?;:“”"]/).map((part) => part.trim())
  // "Thank you, Mr Rudd"
  const untitled = parts.slice(1).map((part) => part.replace(/^\p{Lu}\p{L}*\s+(?=\p{Lu})/u, ''))
  const called = [...parts, ...untitled].map((part) => part.toLowerCase())
  return scene.hearersAt(scene.here).find((person) => {
    const names = namesToCall(scene, person)
    return called.some((part) => names.includes(part))
  })
}
