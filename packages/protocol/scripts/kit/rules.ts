/** What the cases prove, clause by clause: the rule in a sentence, and its cases; `*` stands for the rest of an id. */
export const rules: [clause: string, rule: string, cases: string][] = [
  ['001 §2.1', 'A tool is given one JSON request.', 'request-*'],
  [
    '001 §2.2',
    'Standard output holds one JSON object per line.',
    'json-* stray-* two-objects-on-a-line shell-echo html-* inner-whitespace line-separator lone-cr',
  ],
  ['001 §2.2', 'An object does not go over several lines.', 'pretty-printed truncated open-brackets'],
  [
    '001 §2.2',
    'JSON is JSON, not a relative of it.',
    'trailing-comma single-quotes json-comment nan python-literal raw-control-character duplicate-keys',
  ],
  [
    '001 §2.3',
    'Standard output is UTF-8.',
    'multibyte escaped-characters lone-surrogate-escape utf8-* byte-order-mark-utf16',
  ],
  ['reading', 'CRLF is tolerated.', 'crlf crlf-last-line mixed-line-ends'],
  ['reading', 'Blank lines are tolerated, and counted.', 'blank-lines whitespace-lines line-number-after-blanks'],
  ['reading', 'A last line without line feed counts.', 'no-final-newline'],
  ['reading', 'A byte order mark is skipped at the very start only.', 'byte-order-mark*'],
  [
    'reading',
    'A line longer than the limit is refused; the limit counts bytes.',
    'line-at-* line-over-* line-limit-* line-8-mib line-1-mib',
  ],
  ['reading', 'More than 512 levels of nesting are refused.', 'nesting-* open-brackets'],
  ['reading', 'An attempt has a bounded number of events.', 'many-events too-many-events most-events*'],
  ['001 §3', 'Every event states the version "0".', 'version-* empty-object'],
  ['001 §11', 'No other version is accepted.', 'version-other version-document'],
  ['001 §3', 'Every event states a type.', 'type-missing type-null type-list'],
  ['001 §5.2', 'An unknown type is an error and ends the invocation.', 'type-* bad-line-then-idle'],
  ['001 §3', 'An envelope may have a requestId and a timestamp.', 'envelope-*'],
  ['001 §3', 'Unknown fields are ignored.', 'unknown-field* field-of-another-type'],
  [
    '001 §8',
    'Names that a language knows are names.',
    'type-proto type-constructor unknown-field-hostile patch-hostile-key ui-hostile-name',
  ],
  ['001 §4', 'There are six types.', 'every-type'],
  [
    '001 §4.1',
    'A log has a level and a message.',
    'log-debug log-info log-warn log-error log-empty-message log-level-* log-message-*',
  ],
  ['001 §4.1', 'A log may have fields.', 'log-fields*'],
  ['001 §4.1', 'A log is no error.', 'log-error-fails-nothing'],
  ['001 §4.2', 'A patch is an object.', 'patch-empty patch-missing patch-list patch-null patch-text'],
  ['001 §4.2', 'Patches merge deeply, replace lists and remove by null.', 'patch-* rfc7396-*'],
  [
    'reading',
    'Only a successful attempt changes the state.',
    'patch-of-failed-attempt patch-before-bad-line timed-out',
  ],
  [
    '001 §4.3',
    'An asset has an id, a kind, a media type and a path.',
    'asset asset-relative-dir asset-unknown-* asset-assetid-* asset-kind-* asset-mediatype-* asset-path-* asset-id-empty',
  ],
  ['001 §4.3', 'An assetId is unique in its invocation.', 'asset-several asset-duplicate-id asset-same-file-twice'],
  ['001 §4.3', 'A media type is a valid one.', 'asset-bad-media-type asset-empty-media-type'],
  ['001 §4.3', 'An asset may have metadata.', 'asset-metadata*'],
  [
    '001 §7',
    'A file is there and readable, else it is not registered, which fails nothing.',
    'asset-missing* asset-directory asset-unreadable',
  ],
  ['reading', 'Only a successful attempt registers assets.', 'asset-of-failed-attempt'],
  ['001 §4.4', 'A ui_event has a name, and any payload.', 'ui-no-payload ui-payload-* ui-event-*'],
  ['001 §4.4', 'narrative_choice offers choices.', 'ui-choices*'],
  [
    '001 §8',
    'A ui_event that is not known, or whose payload cannot be used, fails nothing.',
    'ui-unknown ui-*-wrong ui-choices-missing',
  ],
  ['reading', 'narration, dice_roll and progress have known payloads.', 'ui-narration* ui-dice* ui-progress*'],
  [
    '001 §4.5',
    'An error has a code and a message, and may have details.',
    'error-code-* error-message-* error-details* error-empty-message error-short-names',
  ],
  [
    '001 §4.5',
    'An error alone ends nothing and fails nothing.',
    'error-then-failed error-alone-fails-nothing error-goes-on error-without-done',
  ],
  [
    '001 §4.6',
    'done says whether the tool succeeded, and may have a summary.',
    'done-ok* done-failed done-empty-summary done-summary-null',
  ],
  ['001 §4.6', 'An invocation without done fails, whatever its exit code.', 'no-output no-done*'],
  ['001 §4.6', 'The first done counts.', 'second-done*'],
  ['001 §4.6', 'What follows done is ignored, whatever it is.', '*-after-done'],
  ['reading', 'What still runs two seconds after done is ended, and fails nothing.', 'outstayed-*'],
  ['reading', 'An attempt that takes too long fails.', 'timed-out*'],
  ['001 §5.1', 'Events come in any order.', 'any-order'],
  [
    '001 §5.3',
    'An exit code other than 0 fails, whatever done says.',
    'done-exit-* no-done-exit-1 done-failed-exit-1 outstayed-children-exit-1',
  ],
  ['reading', 'A signal fails, also after done.', 'killed killed-after-done crash-half-line'],
  [
    'reading',
    'A bad line, the time limit, ok false, a signal, the exit code, a missing done: the first that holds is the reason.',
    'bad-line-then-idle timed-out-half-line done-failed-exit-1 outstayed-done-failed crash-half-line',
  ],
  [
    '001 §5.4',
    'Lines are handled as they come, whatever is cut where.',
    'many-events utf8-events-before type-unknown-first line-over-limit-later',
  ],
  ['001 §6', 'Fields of a request that a tool does not know do not matter.', 'request-future'],
  ['001 §8', 'Nothing but done is required.', 'minimal'],
  ['001 §9', 'The smallest tool that does something.', 'minimum-viable-tool'],
]

/** The ids that a rule's cases stand for, in the order of `ids`. */
export function casesOf(patterns: string, ids: readonly string[]): string[] {
  const tests = patterns.split(' ').map((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`))
  const lost = tests.filter((test) => !ids.some((id) => test.test(id)))
  if (lost.length > 0) throw new Error(`No case of the kit is named ${lost.map(({ source }) => source).join(', ')}.`)
  return ids.filter((id) => tests.some((test) => test.test(id)))
}
