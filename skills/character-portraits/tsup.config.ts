import { skill } from '../../tools/build/tsup.ts'

export default skill(['show-portraits', 'query-portrait', 'make-portraits'])
