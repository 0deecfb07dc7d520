import { accepted, refused, v } from './event-case.ts'
import { type InvocationCase } from './kit-case.ts'
import { log } from './lines.ts'

/** 001 §4.1: log. */
export const logCases: InvocationCase[] = [
  ...(['debug', 'info', 'warn', 'error'] as const).map((level) =>
    accepted(`log-${level}`, '001 §4.1', `The level ${level}`, log('m', { level })),
  ),
  accepted('log-error-fails-nothing', '001 §4.1', 'A log of level error is no error', log('m', { level: 'error' })),
  accepted('log-empty-message', '001 §4.1', 'A message may be empty', log('')),
  accepted('log-fields', '001 §4.1', 'Fields hold any data', log('m', { fields: { a: 1, b: [null], c: { d: 'e' } } })),
  refused('log-level-missing', '001 §4.1', 'A log has a level', { ...v, type: 'log', message: 'm' }),
  refused('log-level-unknown', '001 §4.1', 'There are four levels', {
    ...v,
    type: 'log',
    level: 'fatal',
    message: 'm',
  }),
  refused('log-level-warning', '001 §4.1', 'The level is called warn', {
    ...v,
    type: 'log',
    level: 'warning',
    message: 'm',
  }),
  refused('log-level-case', '001 §4.1', 'Levels are lower case', { ...v, type: 'log', level: 'INFO', message: 'm' }),
  refused('log-level-number', '001 §4.1', 'A level is a text', { ...v, type: 'log', level: 3, message: 'm' }),
  refused('log-message-missing', '001 §4.1', 'A log has a message', { ...v, type: 'log', level: 'info' }),
  refused('log-message-number', '001 §4.1', 'A message is a text', { ...v, type: 'log', level: 'info', message: 7 }),
  refused('log-fields-list', '001 §4.1, reading', 'Fields are an object', {
    ...v,
    type: 'log',
    level: 'info',
    message: 'm',
    fields: [],
  }),
  refused('log-fields-null', '001 §4.1, reading', 'Absent fields are left out, not null', {
    ...v,
    type: 'log',
    level: 'info',
    message: 'm',
    fields: null,
  }),
]
