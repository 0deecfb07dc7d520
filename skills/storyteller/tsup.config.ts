import { skill } from '../../tools/build/tsup.ts'

export default skill(['narrate'], { splitting: true })
