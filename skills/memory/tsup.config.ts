import { skill } from '../../tools/build/tsup.ts'

export default skill(['store-memory', 'recall-memory', 'maintain-memory'])
