import { premises } from '../../../campaigns/test/premise/premises.ts'
import { describeNovels } from './novel-bars.ts'

// One about a thing, one about a place.
describeNovels([premises[0]!, premises[3]!])
