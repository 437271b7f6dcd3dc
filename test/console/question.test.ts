// Pure: the question in words, what its template has put into it, and what speaks for and against, as they stand on its page (console 2.1).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { askedIn } from '../../src/console/pages/question/asked.ts';
import { Evidence } from '../../src/console/pages/question/evidence.ts';
import { question as questionScreen } from '../../src/console/pages/question/question.ts';
import { whyAsked } from '../../src/console/pages/question/why-asked.ts';
import { unifiedDiff } from '../../src/text/diff.ts';

const ATTEMPT = {
  step: 'draft',
  epoch: 1,
  status: 'rejected',
  artifactId: 'art_1',
  verdict: null,
  startedAt: '2026-11-26T10:00:00.000Z',
  usage: {},
};

test('console 2.1: under why it is asked, what was wrong is told of the attempt that it was wrong with', () => {
  const attempts = [
    { ...ATTEMPT, attempt: 1, n: 1, feedback: 'The date is missing.' },
    { ...ATTEMPT, attempt: 2, n: 3, epoch: 2, feedback: 'No.' },
    { ...ATTEMPT, step: 'plan', attempt: 1, n: 1, feedback: '' },
  ];
  const evidence = { summary: 'As follows.', attempts, injected: [], spend: {} };
  const facts = {
    kind: 'approval',
    status: 'open',
    question: 'Is it right?',
    step: 'draft',
    runId: 'run_1',
    feedback: '',
    options: [],
    evidence,
  };
  const question = Object.assign(Object.create(null), facts);
  const budget = Object.assign(Object.create(null), { bound: { remaining: 2 }, remaining: {} });
  const html = renderToString(h(Evidence, { question, budget, given: [], now: Date.parse(ATTEMPT.startedAt) }));
  const lines = html.match(/<li>.*?<small>/g)?.map((line) => line.replaceAll(/<[^>]+>/g, ''));
  expect(lines).toEqual([
    '✕ Rejected Attempt 1: The date is missing.',
    '✕ Rejected Attempt 2 of epoch 2: No.',
    '✕ Rejected Attempt 1 of plan',
  ]);
  const words = html.slice(html.indexOf('Why asked')).replaceAll(/<[^>]+>/g, ' ');
  const [first, summary] = [words.indexOf('draft goes on only when'), words.indexOf('As follows.')];
  expect([first > 0, summary > first]).toEqual([true, true]);
});

const rejectedBy = (guard: string) => ({ ...ATTEMPT, verdict: { guard } });

test.each([
  [
    {
      kind: 'attempts_exhausted',
      step: 'draft',
      attempt: 2,
      attempts: [rejectedBy('a'), rejectedBy('b'), rejectedBy('a')],
    },
    'draft has used up its limit of attempts: 2 attempts in a row. In all: 3 attempts of draft, 3 rejected (a 2 times, b once).',
  ],
  [
    {
      kind: 'or_exhausted',
      step: 'draft',
      attempt: 1,
      attempts: [{ ...ATTEMPT, status: 'accepted' }],
      facts: { swapsUsedUp: true },
    },
    'No choice is left in the group of draft. Another choice is left upstream, but the run has made all its swaps (maxSwaps). In all: 1 attempt of draft, none rejected.',
  ],
  [{ kind: 'budget', attempts: [] }, 'A limit of the run is used up.'],
])('console 2.1: why it is asked begins with a sentence for a person: %j', ({ attempts, ...facts }, expected) => {
  const question = Object.assign(Object.create(null), { ...facts, evidence: { attempts } });
  expect(whyAsked(question)).toBe(expected);
});

/** The page of a question about a text, as a reader sees it. */
function pageAbout(text: string, { action = 'approve', attempts = [] as readonly object[] } = {}): string {
  const facts = {
    question: 'How is it to go on?',
    workflow: 'w',
    status: 'open',
    kind: 'infrastructure',
    step: 'draft',
    runId: 'run_1',
    id: 'esc_1',
    attempt: 1,
    artifact: { id: 'art_1', text, bytes: text.length, cut: false },
    openedAt: ATTEMPT.startedAt,
    feedback: '',
    options: [{ action, label: 'So', consequence: '', fields: [], primary: true }],
    evidence: { summary: '', attempts, injected: [], spend: {} },
  };
  const question = Object.assign(Object.create(null), facts);
  const budget = Object.assign(Object.create(null), { bound: { remaining: 2 }, remaining: {} });
  const now = Date.parse(ATTEMPT.startedAt);
  const { content } = questionScreen({ question, budget, changes: [], given: [], feed: '0', now });
  return renderToString(h('main', null, content));
}

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, '');

test.each([
  ['approve', 'Text to be approved · attempt 1'],
  ['retry', 'Text · attempt 1'],
])('console 2.1: a text is to be approved where that is an answer: %s', (action, caption) => {
  expect(wordsOf(pageAbout('As it is.', { action }))).toContain(caption);
});

/** A text of an attempt before, and the one that came of it, which is asked about. */
function pageSince(before: string, after: string, rejected: object = {}): string {
  const unified = unifiedDiff(before, after, { from: 'a', to: 'b' });
  const attempts = [
    { ...ATTEMPT, artifactId: 'art_0', attempt: 1, n: 1, feedback: '', digest: before, ...rejected },
    { ...ATTEMPT, attempt: 2, n: 2, feedback: '', digest: after, changes: { unified, cut: false } },
  ];
  return pageAbout(after, { attempts }).split('aria-label="Evidence"')[0] ?? '';
}

const PARAGRAPH = `${'All of this is as it was before and stays so. '.repeat(14)}\n`;
const REPORT = (day: string) =>
  Array.from({ length: 5 }, (_, at) => `${PARAGRAPH}Part ${at} is sent on ${day}. ${PARAGRAPH}\n`).join('');

describe('console 2.1: what changed since the attempt before', () => {
  test('of a long text stands open above it, word by word, with little around each change', () => {
    const html = pageSince(REPORT('Monday'), REPORT('Tuesday'));
    const [since = ''] = html.split('class="judged"');
    expect(since).toContain('<details open class="since"><summary>Changes since attempt 1</summary>');
    expect(since.match(/<(?:ins|del)>[^<]*/g)).toEqual([
      ...Array.from({ length: 5 }, () => '<del>−Monday'),
      ...Array.from({ length: 5 }, () => '<ins>+Tuesday'),
    ]);
    const told = Array.from(since.matchAll(/<summary class="soft">… (\d+) words the same/g), ([, words]) =>
      Number(words),
    );
    const shownWords = wordsOf(since.split('</figure>')[0] ?? '').replaceAll(/… \d+ words the same …/g, '');
    expect(told).toHaveLength(6);
    expect(shownWords.split(/\s+/).length).toBeGreaterThan(REPORT('Monday').split(/\s+/).length);
    const seen = wordsOf(since.replaceAll(/(<summary class="soft">[^<]*<\/summary>)[^<]*/g, '$1'));
    expect(seen.split(/\s+/).length).toBeLessThan(600);
    expect(pageSince(REPORT('Monday'), REPORT('Monday').replace('Monday', 'Tuesday'))).toContain(
      '<del>−Part 0 is sent',
    );
  });

  test('of a short text follows it where it is too much to be seen at a glance', () => {
    const lines = (word: string) => Array.from({ length: 9 }, (_, at) => `The ${word} is number ${at}.\n`).join('');
    const html = pageSince(lines('lamp'), lines('chair'));
    expect(html.indexOf('class="since"')).toBeGreaterThan(html.indexOf('class="judged"'));
    expect(html).toContain('<details open class="since">');
  });

  test('is folded where the two have little in common', () => {
    expect(pageSince('one\n'.repeat(40), 'another\n'.repeat(40))).toContain('<details class="since">');
  });

  test('stands with the words of whoever rejected that one', () => {
    const verdict = { verdict: 'retry', guard: 'signature', nature: 'human' };
    const html = pageSince('Dear Ms Meyer\n', 'Dear Mr Olsen\n', {
      rejectedBy: 'berta',
      feedback: 'Address Mr Olsen.',
      verdict,
    });
    expect(wordsOf(html)).toContain('Changes since attempt 1berta rejected attempt 1: “Address Mr Olsen.”');
  });
});

test.each([
  ['a person', { rejectedBy: 'berta' }, 'The same text as attempt 1, which berta rejected: “Address Mr Olsen.”'],
  ['a guard', {}, 'The same text as attempt 1, which signature rejected: “Address Mr Olsen.”'],
])('console 2.1: a text that comes back as %s has rejected it says so above', (_, who, told) => {
  const verdict = { verdict: 'retry', guard: 'signature', nature: 'human' };
  const html = pageSince('Dear Ms Meyer\n', 'Dear Ms Meyer\n', { ...who, feedback: 'Address Mr Olsen.', verdict });
  expect(wordsOf(html.split('class="judged"')[0] ?? '')).toContain(told);
});

const ORDER = '{"id":7,"lines":[{"sku":"a","count":2}]}';

test.each([
  ['Is this to be sent?', 'Is this to be sent?', []],
  [`Is this to be sent? ${ORDER}`, 'Is this to be sent?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [`Is ${ORDER} to be sent?`, 'Is … to be sent?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [`Is it ${ORDER}?`, 'Is it …?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [ORDER, 'What do you say to this?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  ['Is {"a":"}{"} like {"b":1}?', 'Is … like …?', ['{\n  "a": "}{"\n}', '{\n  "b": 1\n}']],
  ['Is [1, 2] or {} or {this} or [a "b" { right?', 'Is [1, 2] or {} or {this} or [a "b" { right?', []],
])('console 2.1: a question is words, and structured values stand apart: %s', (question, words, values) => {
  expect(askedIn(question)).toEqual({ words, values });
});

test('a value that would not be the same in lines stays as it is written', () => {
  const value = '{"id":12345678901234567890}';
  expect(askedIn(`Is it right? ${value}`).values).toEqual([value]);
});

test('brackets without end are read in good time', () => {
  const question = '{['.repeat(200_000);
  expect(askedIn(question)).toEqual({ words: question, values: [] });
});
