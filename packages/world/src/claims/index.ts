export { acceptWords, type AcceptedWords } from './accept-words.ts'
export { type AppliedClaims, applyClaims, isGrounded } from './apply-claims.ts'
export { type Contradiction, findContradictions, type NarrationWords } from './find-contradictions.ts'
export { type Claims, claimsSchema } from './claims.ts'
