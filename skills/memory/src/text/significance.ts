const weighty =
  /\b(?:kill|slay|slew|murder|die|died|dead|death|betray|befriend|marry|married|swear|swore|oath|promise|vow|steal|stole|rob|rescue|save[sd]?|free[sd]?|curse|bless|find|found|discover|reveal|secret|treasure|crown|king|queen|dragon|war|defeat|win|won|lose|lost|forgive|forgave|join|swore|attack|burn|destroy|break|broke)\w*/i

/** The signs of an event's significance. */
export interface EventSigns {
  changed: boolean
  named: boolean
  asked: boolean
  rolled: boolean
  /** Defaults to false. */
  question?: boolean
}

/** Computes the significance of an event, 0 to 1. */
export function weigh(text: string, { changed, named, asked, rolled, question = false }: EventSigns): number {
  const weight =
    (question ? 0.05 : changed || named || asked || rolled ? 0.3 : 0.2) +
    (changed ? 0.15 : 0) +
    (named ? 0.1 : 0) +
    (rolled ? 0.1 : 0) +
    (weighty.test(text) ? 0.25 : 0) +
    (asked ? 0.3 : 0)
  return Math.min(1, Math.round(weight * 100) / 100)
}
