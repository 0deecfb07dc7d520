import { describeTurnKills } from '../fixtures/turn-kills.ts'

// `npm run torture 1000` for a long run.
describeTurnKills(Number(process.env.NARRATORIA_TORTURE ?? 4))
