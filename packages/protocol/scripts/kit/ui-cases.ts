import { accepted, refused, v } from './event-case.ts'
import { type InvocationCase } from './kit-case.ts'
import { line, ui } from './lines.ts'

/** 001 §4.4: ui_event. */
export const uiCases: InvocationCase[] = [
  accepted(
    'ui-choices',
    '001 §4.4',
    'narrative_choice with texts',
    ui('narrative_choice', { choices: ['Open', 'Leave'] }),
  ),
  accepted(
    'ui-choices-objects',
    'reading',
    'narrative_choice with objects',
    ui('narrative_choice', { choices: [{ text: 'Open', hint: 'loud', difficulty: 12 }, 'Leave'] }),
  ),
  accepted(
    'ui-choices-missing',
    '001 §4.4',
    'narrative_choice without choices offers none',
    ui('narrative_choice', {}),
    { warnings: 'invalid_payload@1' },
  ),
  accepted(
    'ui-choices-wrong',
    '001 §4.4',
    'Choices that are neither text nor object are left out',
    ui('narrative_choice', { choices: ['Open', 7, { label: 'x' }] }),
    { warnings: 'invalid_payload@1' },
  ),
  accepted('ui-no-payload', '001 §4.4', 'A payload may be left out', line({ type: 'ui_event', event: 'fireworks' })),
  accepted(
    'ui-unknown',
    '001 §4.4, §8',
    'An unknown name degrades to a placeholder',
    ui('fireworks', { colour: 'red' }),
  ),
  ...[null, 7, 'text', [1], true].map((payload, index) =>
    accepted(
      `ui-payload-${['null', 'number', 'text', 'list', 'true'][index]}`,
      '001 §4.4',
      'A payload is any JSON value',
      ui('mine', payload),
    ),
  ),
  accepted('ui-hostile-name', '001 §8', 'A name that a language knows is a name', ui('__proto__', {})),
  accepted('ui-narration', 'reading', 'narration', ui('narration', { text: 'Once', append: true })),
  accepted('ui-narration-wrong', 'reading', 'narration without text', ui('narration', { prose: 'Once' }), {
    warnings: 'invalid_payload@1',
  }),
  accepted(
    'ui-dice',
    'reading',
    'dice_roll',
    ui('dice_roll', { formula: '2d6+3', rolls: [2, 5], modifier: 3, total: 10 }),
  ),
  accepted('ui-dice-wrong', 'reading', 'dice_roll without rolls', ui('dice_roll', { formula: '2d6', total: 7 }), {
    warnings: 'invalid_payload@1',
  }),
  accepted('ui-progress', 'reading', 'progress', ui('progress', { value: 1, max: 3, label: 'Painting' })),
  accepted('ui-progress-wrong', 'reading', 'progress with a text for a number', ui('progress', { value: '1' }), {
    warnings: 'invalid_payload@1',
  }),
  refused('ui-event-missing', '001 §4.4', 'A ui_event has a name', { ...v, type: 'ui_event', payload: {} }),
  refused('ui-event-empty', '001 §4.4', 'A name is not empty', { ...v, type: 'ui_event', event: '' }),
  refused('ui-event-object', '001 §4.4', 'A name is a text', { ...v, type: 'ui_event', event: { name: 'x' } }),
]
