// Pure: the context budget (design 3), counted as three characters a token.
import * as fc from 'fast-check';
import type { PromptContext, PromptRejection } from '../../src/prompts/context.ts';
import { assemblePrompt, type Prompt, type PromptOverflow } from '../../src/prompts/prompt.ts';
import { cases } from '../support/properties.ts';
import { anyCharacter } from '../support/random/any-character.ts';

function aRejection(attempt: number, changes: Partial<PromptRejection> = {}): PromptRejection {
  const text = `answer ${attempt} `.repeat(200);
  const feedback = `KeyError: case ${'abcdefgh'[attempt]}\n${`detail ${attempt} `.repeat(100)}`;
  const names = { artifactId: `art_${attempt}`, token: `t${attempt}` };
  return { ...names, text, digest: `sha256:${attempt}`, feedback, signature: `s${attempt}`, ...changes };
}

const history = [1, 2, 3, 4].map((attempt) => aRejection(attempt));

function assemble(changes: Partial<PromptContext>): Prompt | PromptOverflow {
  return assemblePrompt({
    task: 'Write it.',
    specification: '',
    constraints: '',
    dependencies: [],
    injected: [],
    history,
    values: {},
    count: (text) => text.length / 3,
    digestOf: (text) => `sha256:${text}`,
    ...changes,
  });
}

function sent(result: Prompt | PromptOverflow): string {
  return result.overflow ? '' : result.rendered.map(({ content }) => content).join('\n');
}

const length = sent(assemble({})).length;
/** The forms of the prompt from verbatim to shortest. */
const forms = [0, 1, 2, 3].map((compacted) => sent(assemble({ compacted })));

function notCounted(): never {
  throw new Error('counted');
}

function tooMany(): number {
  return Number.POSITIVE_INFINITY;
}

/** The largest limit that a form does not fit. */
function justUnder(form: number): number {
  return ((forms[form]?.length ?? 0) - 1) / 3;
}

describe('The context budget (design 3)', () => {
  test('within the limit everything is verbatim and nothing dropped', () => {
    const result = assemble({ limit: length / 3 });
    for (const { text } of history) expect(sent(result)).toContain(text);
    for (const { feedback } of history) expect(sent(result)).toContain(feedback);
    expect(result.dropped).toEqual([]);
  });

  test('R36: older rejected artifacts are shortened first, all feedback stays', () => {
    const result = assemble({ limit: (length - 1) / 3 });
    for (const { feedback } of history) expect(sent(result)).toContain(feedback);
    expect(history.map(({ text }) => sent(result).includes(text))).toEqual([false, false, false, true]);
    expect(result.dropped.map(({ kind, ref }) => [kind, ref])).toEqual([1, 2, 3].map((n) => ['artifact', `art_${n}`]));
  });

  test('R36: then the newest one', () => {
    const result = assemble({ limit: justUnder(1) });
    for (const { feedback } of history) expect(sent(result)).toContain(feedback);
    expect(sent(result)).not.toContain(history[3]?.text);
    expect(sent(result)).toContain('answer 4 answer 4');
  });

  test('then older rejections become a line each, the newest feedback stays verbatim', () => {
    const result = assemble({ limit: justUnder(2) });
    expect(sent(result)).toContain(history[3]?.feedback);
    expect(sent(result)).toContain('1: KeyError: case b\n2: KeyError: case c\n3: KeyError: case d\n');
    expect(sent(result)).not.toMatch(/detail [123]/);
    const feedback = result.dropped.filter(({ kind }) => kind === 'feedback');
    expect(feedback.map(({ ref }) => ref)).toEqual(['t1', 't2', 't3']);
  });

  test('feedback of one signature becomes one line, and none where the newest repeats it', () => {
    const alike = [['s'], ['r'], ['s'], ['u'], ['r']].map(([signature = ''], index) =>
      aRejection(index + 1, { signature }),
    );
    const result = assemble({ history: alike, compacted: 3 });
    expect(sent(result)).toContain('```\n1, 3: KeyError: case d\n4: KeyError: case e\n```');
    const repeated = result.dropped.filter(({ reason }) => reason === 'a newer rejection has the same signature');
    expect(repeated.map(({ ref }) => ref)).toEqual(['t1', 't2']);
  });

  test('injected summaries of one source become one', () => {
    const injected = [
      { from: 'a', text: 'Avoid x.\nAvoid y.' },
      { from: 'b', text: 'Other.' },
      { from: 'a', text: 'Avoid y.\nAvoid z.' },
    ];
    const result = assemble({ injected, compacted: 3 });
    expect(sent(result)).toContain('## From a\n\n```\nAvoid x.\nAvoid y.\nAvoid z.\n```\n\n## From b');
    expect(sent(result).split('## From a')).toHaveLength(2);
    expect(result.dropped.at(-1)).toMatchObject({ kind: 'injected', ref: 'a' });
  });

  test('R65: what does not fit at its shortest is an overflow that says how much and what was dropped', () => {
    const tokens = (forms[3]?.length ?? 0) / 3;
    expect(assemble({ limit: tokens }).overflow).toBe(false);
    const result = assemble({ limit: justUnder(3) });
    expect(result).toMatchObject({ overflow: true, tokens, limit: justUnder(3) });
    expect(result.dropped.length).toBeGreaterThan(0);
  });

  test('R65: Ψ, Ω and the task are never shortened', () => {
    const result = assemble({ history: [], specification: 'x'.repeat(900), limit: 100 });
    expect(result).toMatchObject({ overflow: true, dropped: [] });
  });
});

describe('Compaction that the endpoint asks for (R65)', () => {
  test('each level makes the prompt shorter, until there is nothing left to give', () => {
    const lengths = forms.map((form) => form.length);
    expect(lengths).toEqual([...new Set(lengths)].toSorted((a, b) => b - a));
    expect(assemble({ compacted: 4 })).toMatchObject({ overflow: true });
  });

  test('a level counts from the first form that fits', () => {
    expect(sent(assemble({ limit: (length - 1) / 3, compacted: 1 }))).toBe(forms[2]);
  });

  test('a prompt with nothing to compact overflows at once', () => {
    expect(assemble({ history: [], compacted: 1 })).toEqual({
      overflow: true,
      tokens: '# Task\n\nWrite it.'.length / 3,
      dropped: [],
    });
  });
});

describe('Counting', () => {
  test('nothing is counted without a limit, or where bytes / 3 fit', () => {
    expect(assemble({ count: notCounted }).overflow).toBe(false);
    expect(assemble({ count: notCounted, limit: Math.ceil(length / 3) }).overflow).toBe(false);
    expect(() => assemble({ count: notCounted, limit: Math.ceil(length / 3) - 1 })).toThrow('counted');
  });

  test('bytes are those of UTF-8', () => {
    const text = fc.string({ unit: anyCharacter }).map((task) => `Write ${task.toWellFormed()}`);
    fc.assert(
      fc.property(text, (task) => {
        const limit = Buffer.byteLength(sent(assemble({ history: [], task }))) / 3;
        expect(assemble({ history: [], task, count: tooMany, limit }).overflow).toBe(false);
        expect(assemble({ history: [], task, count: tooMany, limit: limit - 0.1 }).overflow).toBe(true);
      }),
      cases(),
    );
  });

  test('whatever is sent is within the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: length }), fc.constantFrom(0, 1, 2), (limit, compacted) => {
        const result = assemble({ limit, compacted });
        expect(sent(result).length / 3).toBeLessThanOrEqual(limit);
      }),
      cases(50),
    );
  });
});
