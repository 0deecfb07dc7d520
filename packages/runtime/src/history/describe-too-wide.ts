import { maxObjectKeys } from '@narratoria/protocol/rules'

/** Says that the object at a JSON Pointer of a state has too many keys. */
export function describeTooWide(state: string, pointer: string): string {
  const where = pointer === '' ? state : `${pointer} in ${state}`
  return `${where} has more than ${maxObjectKeys} keys; divide it into several objects`
}
