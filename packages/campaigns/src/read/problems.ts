import type { CampaignProblem } from '../campaign.ts'

/** The problems of a campaign folder, in the order in which they were found. */
export class Problems {
  readonly found: CampaignProblem[] = []

  error(code: string, message: string, at: string): undefined {
    this.found.push({ level: 'error', code, message, at })
  }

  warn(code: string, message: string, at: string): undefined {
    this.found.push({ level: 'warning', code, message, at })
  }
}
