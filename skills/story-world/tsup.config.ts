import { skill } from '../../tools/build/tsup.ts'

export default skill([
  'memory-search',
  'character-generate',
  'location-generate',
  'thing-generate',
  'world-change',
  'relationship-create',
  'relationship-update',
  'relationship-query',
])
