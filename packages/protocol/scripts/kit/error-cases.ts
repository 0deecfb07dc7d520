import { accepted, refused, v } from './event-case.ts'
import { invocation, type InvocationCase } from './kit-case.ts'
import { done, error, log, patch } from './lines.ts'

/** 001 §4.5: error. */
export const errorCases: InvocationCase[] = [
  invocation(['error-then-failed', '001 §4.5', 'An error event and done with ok false'], [error(), done(false)], {
    events: 'error done',
    errorCode: 'tool_failed',
  }),
  invocation(
    ['error-alone-fails-nothing', '001 §4.5, reading', 'An error event alone fails nothing'],
    [error(), done()],
    { events: 'error done', warnings: 'ok_after_error@2' },
  ),
  invocation(['error-goes-on', '001 §4.5', 'Events after an error count'], [error(), patch({ a: 1 }), log(), done()], {
    events: 'error state_patch log done',
    output: { a: 1 },
    warnings: 'ok_after_error@4',
  }),
  invocation(['error-without-done', '001 §4.5, §4.6', 'An error event is no done'], [error()], {
    events: 'error',
    errorCode: 'no_done',
    problems: 'no_done',
  }),
  accepted('error-details', '001 §4.5', 'Details hold any data', error({ details: { a: [1], retryable: false } }), {
    warnings: 'ok_after_error@2',
  }),
  accepted('error-empty-message', '001 §4.5', 'An error message may be empty', error({ errorMessage: '' }), {
    warnings: 'ok_after_error@2',
  }),
  refused('error-code-missing', '001 §4.5', 'An error has a code', { ...v, type: 'error', errorMessage: 'm' }),
  refused('error-code-empty', '001 §4.5', 'A code is not empty', {
    ...v,
    type: 'error',
    errorCode: '',
    errorMessage: 'm',
  }),
  refused('error-code-number', '001 §4.5', 'A code is a text', {
    ...v,
    type: 'error',
    errorCode: 404,
    errorMessage: 'm',
  }),
  refused('error-message-missing', '001 §4.5', 'An error has a message', { ...v, type: 'error', errorCode: 'E' }),
  refused('error-short-names', '001 §4.5', 'The fields are errorCode and errorMessage', {
    ...v,
    type: 'error',
    code: 'E',
    message: 'm',
  }),
  refused('error-details-text', '001 §4.5, reading', 'Details are an object', {
    ...v,
    type: 'error',
    errorCode: 'E',
    errorMessage: 'm',
    details: 'd',
  }),
]
