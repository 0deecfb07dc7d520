import { skill } from '../../tools/build/tsup.ts'

export default skill(['query-perception'])
