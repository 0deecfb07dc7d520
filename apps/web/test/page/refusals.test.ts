import { expect, test } from 'vitest'
import { refusalOf } from '../../src/page/api/refusals.ts'
import { answerError, storeTroubles } from '../../src/server/answer-error.ts'
import type { WebErrorCode } from '../../src/server/index.ts'

/** Codes of errors that stop the server from starting, so that no page receives them. */
type StartCode = 'address_in_use' | 'page_missing'

// The compiler requires each code.
const codes: Record<Exclude<WebErrorCode, StartCode>, true> = {
  asset_missing: true,
  forbidden_host: true,
  forbidden_origin: true,
  invalid_json: true,
  invalid_request: true,
  name_taken: true,
  nothing_to_cancel: true,
  not_allowed: true,
  not_shared: true,
  not_your_turn: true,
  request_too_large: true,
  server_closing: true,
  session_busy: true,
  settings_fixed: true,
  token_required: true,
  too_many_requests: true,
  too_many_streams: true,
  turn_failed: true,
  unknown_address: true,
  unknown_asset: true,
  unknown_campaign: true,
  unknown_lorebook: true,
  unknown_person: true,
  unknown_session: true,
  unknown_skill: true,
  unknown_turn: true,
  unsupported_media_type: true,
}

test.each([...Object.keys(codes), ...Object.keys(storeTroubles), answerError(new Error('x')).body.error.code])(
  'the page says in its own words what %s means',
  (code) => expect(refusalOf(code)).toMatch(/^[A-Z].+\.$/),
)

test('the message of the server is kept for a code that the page does not know', () => {
  expect(refusalOf('a_new_code')).toBeUndefined()
  expect(refusalOf('toString')).toBeUndefined()
})
