import type { LoreReason } from '@narratoria/interchange'

const reasons: Record<LoreReason, string> = {
  constant: 'always used',
  key: 'the key DETAIL occurs',
  recursion: 'the key DETAIL occurs in another entry',
  sticky: 'the key DETAIL occurred some messages ago',
  disabled: 'switched off, or empty',
  no_key: 'no key occurs',
  secondary_keys: 'the secondary keys DETAIL decide against it',
  excluded_key: 'the excluded key DETAIL occurs',
  condition: 'the condition DETAIL does not hold',
  too_early: 'too early: DETAIL',
  other_message: 'not in this message: DETAIL',
  other_greeting: 'the story begins with another opening: DETAIL',
  cooldown: 'the key DETAIL occurs, but it was used some messages ago',
  probability: 'its chance of DETAIL decided against it',
  group: 'another entry of the group DETAIL was drawn',
  budget: 'the token budget is spent: it needs DETAIL',
}

/** Why an entry of a lorebook is used or not, as a phrase. */
export function reasonText(reason: LoreReason, detail = ''): string {
  return reasons[reason].replace('DETAIL', () =>
    /^(?:key|recursion|sticky|cooldown|excluded_key|group)$/.test(reason) ? `"${detail}"` : detail,
  )
}
