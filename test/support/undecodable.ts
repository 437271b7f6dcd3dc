import type proto from '@temporalio/proto';

export type Payload = proto.temporal.api.common.v1.IPayload;

export const payload = (encoding: string, data: string | Buffer): Payload => ({
  metadata: { encoding: Buffer.from(encoding) },
  data: Buffer.from(data),
});
export const SECRET = 'nobody may read this';
const GOOD = payload('json/plain', '{"reason": "enough"}');

/** What comes as arguments, and what the note about it says. */
const KINDS = {
  'broken JSON': [[payload('json/plain', `{"reason": "${SECRET}`)], '"json/plain", but is no JSON'],
  'no text at all': [[payload('json/plain', '')], '"json/plain", but is no JSON'],
  'bytes that are no UTF-8': [
    [payload('json/plain', Buffer.from(`{"reason":"${SECRET}\xff"}`, 'latin1'))],
    '"json/plain", but is not UTF-8',
  ],
  encrypted: [[payload('binary/encrypted', SECRET)], '"binary/encrypted"'],
  'compressed by a codec that is not here': [[payload('binary/zlib', SECRET)], '"binary/zlib"'],
  'JSON of protobuf': [[payload('json/protobuf', '{}')], '"json/protobuf"'],
  protobuf: [[payload('binary/protobuf', SECRET)], '"binary/protobuf"'],
  'plain bytes': [[payload('binary/plain', SECRET)], '"binary/plain"'],
  'no metadata': [[{ data: Buffer.from('{}') }], 'names no encoding'],
  'an empty encoding': [[payload('', '{}')], 'names no encoding'],
  'an encoding of unprintable letters': [[payload('a\0b\u001b[31m', '{}')], '"a?b?[31m"'],
  'two arguments': [[GOOD, GOOD], 'one argument, not 2'],
  'a second argument that is encrypted': [[GOOD, payload('binary/encrypted', SECRET)], '"binary/encrypted"'],
  'a list': [[payload('json/plain', '[]')], 'not a list'],
  'an endless nesting': [
    [payload('json/plain', `{"instruction":"go","a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)],
    'deeper than 100 levels',
  ],
} as const satisfies Record<string, readonly [args: readonly Payload[], noted: string]>;
export const kinds = Object.entries(KINDS);
/** Every message of a table with arguments of every kind. */
export const messages = (table: object) =>
  Object.keys(table).flatMap((name) => kinds.map(([kind, sent]) => [name, kind, sent] as const));
