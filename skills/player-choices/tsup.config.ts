import { skill } from '../../tools/build/tsup.ts'

export default skill(['offer-choices'])
