// Pure: what two attempts were asked and made, and what was said of them, side by side (console 2.3).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Figures } from '../../src/console/pages/compare/figures.ts';
import { Prompts } from '../../src/console/pages/compare/prompts.ts';
import { Verdicts } from '../../src/console/pages/compare/verdicts.ts';
import { BothSides } from '../../src/console/parts/diffs.ts';

type Prompt = Parameters<typeof Prompts>[0]['prompt'];
type Section = Prompt['sections'][number];

const section = (of: Partial<Section>): Section => ({
  role: 'user',
  heading: 'Rejections',
  in: 'both',
  equal: false,
  parts: [{ mark: 'same', text: 'one\ntwo\n' }],
  cut: false,
  unit: 'word',
  ...of,
});

test.each<readonly [what: string, of: Partial<Section>, opened: boolean, told: string]>([
  ['differs', { parts: [{ mark: 'added', text: 'three' }] }, true, 'differs'],
  ['is equal', { equal: true }, false, '2 lines'],
  ['only the first has', { in: 'a' }, true, '− only in Attempt 1, 2 lines'],
  ['only the second has', { in: 'b' }, true, '+ only in Attempt 4, 2 lines'],
])('console 2.3: of the prompt, what %s', (_, of, isOpen, told) => {
  const prompt = { equal: false, sections: [section(of)], leftOut: 0 };
  const html = renderToString(h(Prompts, { prompt, names: ['Attempt 1', 'Attempt 4'] }));
  expect(/<details open/.test(html)).toBe(isOpen);
  expect(html).toContain(`<small> ${told}</small>`);
});

test('console 2.3: sections that are equal are one folded line, after all that differ', () => {
  const equal = ['Task', 'Rules'].map((heading) => section({ heading, equal: true }));
  const prompt = { equal: false, sections: [...equal, section({})], leftOut: 0 };
  const html = renderToString(h(Prompts, { prompt, names: ['Attempt 1', 'Attempt 4'] }));
  const summaries = [...html.matchAll(/<details( open)?><summary>(.*?)<\/summary>/g)].map(([, open, words = '']) => [
    words.replaceAll(/<[^>]+>/g, ''),
    open !== undefined,
  ]);
  expect(summaries).toEqual([
    ['Rejections differs', true],
    ['2 sections are equal', false],
    ['Task 2 lines', false],
    ['Rules 2 lines', false],
  ]);
});

const LINE = `${'word '.repeat(15)}\n`;

test('console 2.3: what is the same between two changes is folded but for a line on either side, and printed once', () => {
  const parts: Section['parts'] = [
    { mark: 'same', text: 'It costs ' },
    { mark: 'removed', text: '181.50' },
    { mark: 'added', text: '168.00' },
    { mark: 'same', text: ` EUR.\n${LINE.repeat(10)}by ` },
    { mark: 'removed', text: 'Friday' },
  ];
  const html = renderToString(h(BothSides, { parts, names: ['Attempt 1', 'Attempt 4'], of: 'Text' }));
  expect(html.match(/… \d+ words the same …/g)).toEqual(['… 120 words the same …', '… 120 words the same …']);
  expect(html.match(/<details class="same"><summary[^>]*>…/g)).toHaveLength(1);
  const [before = '', after = ''] = html.split('</figure>').map((side) => (side.match(/word /g) ?? []).length);
  expect([before, after]).toEqual([150, 30]);
});

test.each([
  [
    'both were rejected alike',
    { verdict: 'retry' as const, feedback: 'It is too long.' },
    'length',
    '1 guard said the same',
  ],
  ['both passed', { verdict: 'pass' as const, feedback: '' }, '', '2 guards'],
])('console 2.3: of guards that said the same, %s', (_, said, open, folded) => {
  const leaf = { path: '/0', guard: 'length', nature: 'deterministic' as const, a: said, b: said, differs: false };
  const passed = { verdict: 'pass' as const, feedback: '' };
  const leaves = [leaf, { ...leaf, path: '/1', guard: 'not-empty', a: passed, b: passed }];
  const html = renderToString(h(Verdicts, { leaves, names: ['Attempt 1', 'Attempt 4'], silent: ['', ''] }));
  const [shown = '', rest = ''] = html.split('<details');
  expect([...shown.matchAll(/<strong><bdi>(.*?)</g)].map(([, guard]) => guard).join()).toBe(open);
  expect(rest).toContain(folded);
  expect(shown.match(/It is too long/g) ?? []).toHaveLength(open === '' ? 0 : 1);
});

describe('console 2.3: of what two attempts took', () => {
  const usage = { inputTokens: 30, cachedTokens: 0, outputTokens: 816, costUsd: null, llmCalls: 1 };
  const side = {
    step: 'report',
    epoch: 1,
    attempt: 1,
    n: 1,
    status: 'rejected' as const,
    artifactId: 'art_1',
    source: 'generated',
    model: 'm',
    finishReason: 'stop',
    usage,
    startedAt: '2026-11-26T19:47:13.939Z',
    endedAt: '2026-11-26T19:47:14.186Z',
    runId: 'run_1',
    judging: null,
    durationMs: 247,
  };
  const passed = { verdict: 'pass' as const, feedback: '' };
  const signed = { path: '', guard: 'signature', nature: 'human' as const, a: null, b: passed, differs: true };
  const rowsOf = (b: Partial<typeof side>) => {
    const comparison = { leaves: [signed], figures: { a: side, b: { ...side, ...b } } };
    const html = renderToString(h(Figures, { comparison, names: ['Attempt 1', 'Attempt 2'] }));
    return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row.replaceAll(/<\/t[hd]>/g, '|').replaceAll(/<[^>]+>/g, ''),
    );
  };

  test('the larger is told in words, and the wait for a person beside the time', () => {
    const rows = rowsOf({ usage: { ...usage, inputTokens: 935 }, durationMs: 223_443 });
    expect(rows).toContain('Tokens|30 in, 816 out|935 in, 816 out more|');
    expect(rows).toContain('Time|247 ms|3 min 43 s, with the wait for a person longer|');
  });

  test.each([
    [null, 'no price known'],
    [0, 'nothing'],
    [0.5, '$0.500 more'],
  ])('a cost of %s is %s', (costUsd, told) => {
    const b = Object.assign(Object.create(null), { ...usage, costUsd });
    const rows = rowsOf({ usage: b });
    expect(rows.find((row) => row.startsWith('Cost|'))).toBe(
      `Cost|no price known|${costUsd === 0.5 ? '$0.500' : told}|`,
    );
  });
});
