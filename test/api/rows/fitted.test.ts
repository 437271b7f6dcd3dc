import fc from 'fast-check';
import { attemptRowView } from '../../../src/api/rows/attempt-row.ts';
import { fitted, fittedList, jsonBytes, ROW_BYTES } from '../../../src/api/rows/fitted.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import type { AttemptRow } from '../../../src/ports/store/attempts.ts';
import { cases } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 400 });

test('console 3: a text fits its bytes as JSON; what fits is left alone, what does not ends in an ellipsis', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 5, max: 200 }), (text, bytes) => {
      const shown = fitted(text, bytes);
      expect(jsonBytes(shown)).toBeLessThanOrEqual(bytes);
      if (jsonBytes(text) <= bytes) expect(shown).toBe(text);
      else expect([shown.endsWith('…'), text.startsWith(shown.slice(0, -1))]).toEqual([true, true]);
      expect(shown.isWellFormed() || !text.isWellFormed()).toBe(true);
    }),
    cases(),
  );
});

test('console 3: of a list the first are shown that fit, and the others are counted', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const { shown, more } = fittedList(texts, 60);
      expect(jsonBytes(shown)).toBeLessThanOrEqual(60);
      expect(shown.length + more).toBe(texts.length);
    }),
    cases(),
  );
  expect(fittedList(['a', 'b'], 60)).toEqual({ shown: ['a', 'b'], more: 0 });
});

test('console 3: a row of an attempt is at most 600 bytes, whatever is in it', () => {
  const row = (text: string): AttemptRow => ({
    runId: 'r'.repeat(128),
    token: 't',
    step: 's'.repeat(63),
    epoch: 1_000,
    attempt: 1_000,
    n: 100_000,
    status: 'superseded',
    startedAt: Date.UTC(2026, 1, 1),
    endedAt: Date.UTC(2026, 1, 2),
    artifact: Object({ id: `art_${'a'.repeat(40)}`, source: 'generated', model: text, usage: NO_USAGE }),
    verdict: Object({ verdict: 'retry', guard: text, feedback: text }),
    faults: [],
  });
  fc.assert(
    fc.property(anyText, (text) => {
      expect(jsonBytes(attemptRowView(row(text.repeat(3))))).toBeLessThanOrEqual(ROW_BYTES);
    }),
    cases(),
  );
  expect(attemptRowView(row('first line\nsecond'))).toMatchObject({ verdict: { line: 'first line' } });
});
