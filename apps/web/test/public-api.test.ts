import { expect, expectTypeOf, it } from 'vitest'
import * as web from '../src/server/index.ts'

it('the public names are pinned', () => {
  expect(Object.keys(web).toSorted()).toEqual(['WebError', 'openWebServer'])
})

it('the error codes are pinned', () => {
  expectTypeOf<web.WebErrorCode>().toEqualTypeOf<
    | 'address_in_use'
    | 'asset_missing'
    | 'forbidden_host'
    | 'forbidden_origin'
    | 'invalid_json'
    | 'invalid_request'
    | 'name_taken'
    | 'nothing_to_cancel'
    | 'not_allowed'
    | 'not_shared'
    | 'not_your_turn'
    | 'page_missing'
    | 'request_too_large'
    | 'server_closing'
    | 'session_busy'
    | 'settings_fixed'
    | 'token_required'
    | 'too_many_requests'
    | 'too_many_streams'
    | 'turn_failed'
    | 'unknown_address'
    | 'unknown_asset'
    | 'unknown_campaign'
    | 'unknown_lorebook'
    | 'unknown_person'
    | 'unknown_session'
    | 'unknown_skill'
    | 'unknown_turn'
    | 'unsupported_media_type'
  >()
})
