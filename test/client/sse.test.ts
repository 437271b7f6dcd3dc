import fc from 'fast-check';
import { createFrameReader } from '../../src/client/sse.ts';
import { cases } from '../support/properties.ts';

const STREAM =
  ': hello\n\nid: 3\nevent: run\ndata: {"a":1}\n\ndata: one\ndata: two\n\r\nid:4\r\ndata\r\n\r\nevent: lost\n\n';

const whole = createFrameReader()(STREAM);

test('server-sent events: comments are nothing, an id stays, lines of data are joined, an event without data is none', () => {
  expect(whole).toEqual([
    { id: '3', event: 'run', data: '{"a":1}' },
    { id: '3', event: 'message', data: 'one\ntwo' },
    { id: '4', event: 'message', data: '' },
  ]);
});

test('wherever a stream is cut, the events are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 8 }), (cuts) => {
      const read = createFrameReader();
      const places = [0, ...cuts.toSorted((a, b) => a - b), STREAM.length];
      const pieces = places.slice(1).map((end, index) => STREAM.slice(places[index], end));
      expect(pieces.flatMap((piece) => read(piece))).toEqual(whole);
    }),
    cases(200),
  );
});
