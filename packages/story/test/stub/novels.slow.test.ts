import { premises } from '../../../campaigns/test/premise/premises.ts'
import { describeNovels } from './novel-bars.ts'

// These premises were written for the builder of played stories; the sentences of novels know none of them.
describeNovels(premises.slice(0, 10))
