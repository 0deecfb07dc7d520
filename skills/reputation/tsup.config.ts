import { skill } from '../../tools/build/tsup.ts'

export default skill(['update-reputation', 'query-reputation'])
