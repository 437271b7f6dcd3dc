// Pure: tables and properties.
import * as fc from 'fast-check';
import { type OutputFormat, schemaFeedback } from '../../src/prompts/content-failure.ts';
import { decisionOf } from '../../src/prompts/decision.ts';
import { fencedBlocks, fenceFor } from '../../src/prompts/fences.ts';
import { takeOutput } from '../../src/prompts/output.ts';
import { briefly, megabyteOf } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';
import { anyCharacter } from '../support/random/any-character.ts';

const PYTHON: OutputFormat = { format: 'code', language: 'python' };
const JSON_VALUE: OutputFormat = { format: 'json' };
const code = 'def f():\n    return 1';

function taken(text: string, output?: OutputFormat): string | undefined {
  const result = takeOutput({ text, finishReason: 'stop' }, output);
  return result.ok ? result.text : undefined;
}

function failed(text: string, output?: OutputFormat): string | undefined {
  const result = takeOutput({ text, finishReason: 'stop' }, output);
  return result.ok ? undefined : result.feedback.split('\n')[0];
}

describe('How an answer ended (llm 1.1)', () => {
  const ended = (fields: object) =>
    takeOutput({ text: 'half', finishReason: 'other', rawFinishReason: 'zebra', ...fields });

  test('a word that nobody knows is told, with the setting that would take it', () => {
    expect(ended({})).toMatchObject({ ok: false, feedback: expect.stringMatching(/zebra.*profile\.endReasons/) });
    expect(ended({ endsWhole: true })).toMatchObject({ ok: true, text: 'half' });
  });

  test.each([
    [
      'tool_use_failed',
      '<function=get>',
      /no valid call of a tool \(tool_use_failed\)\. The model wrote: <function=get>\nCall only tools/,
    ],
    ['tool_use_failed', '', /It does not say what the model wrote\.\nCall only tools/],
    [
      'json_validate_failed',
      '{"a":',
      /not the JSON that was asked for \(json_validate_failed\)\. The model wrote: \{"a":\nAnswer with/,
    ],
  ])('llm 1.7: what Groq refuses by %s quotes %j, and names no setting', (rawFinishReason, text, says) => {
    const found = takeOutput({ text, finishReason: 'other', rawFinishReason });
    expect(found).toMatchObject({ ok: false, feedback: expect.stringMatching(says) });
    expect(found).toMatchObject({ feedback: expect.not.stringContaining('endReasons') });
  });

  test('a prompt that a filter refused names what it objects to', () => {
    const feedback = expect.stringMatching(/refused the prompt.*jailbreak/);
    expect(ended({ finishReason: 'prompt_filter', rawFinishReason: 'jailbreak' })).toMatchObject({
      ok: false,
      feedback,
    });
  });
});

describe('Text output (running 5)', () => {
  test('S0-P2: the artifact is the answer, untouched', () => {
    expect(takeOutput({ text: ' a\n```\nb\n``` ', finishReason: 'stop' })).toEqual({
      ok: true,
      text: ' a\n```\nb\n``` ',
      mediaType: 'text/plain; charset=utf-8',
      whole: true,
    });
  });
});

describe('Code output (running 5)', () => {
  test.each([
    ['the one block', `Here:\n\n\`\`\`python\n${code}\n\`\`\`\nEnjoy.`],
    ['the one block, whatever its mark', `\`\`\`text\n${code}\n\`\`\``],
    ['the one block without a mark', `\`\`\`\n${code}\n\`\`\``],
    ['a block in tildes', `~~~python\n${code}\n~~~`],
    ['a block in longer fences', `\`\`\`\`python\n${code}\n\`\`\`\``],
    ['a block that stands in a list', `1. So:\n   \`\`\`python\n   def f():\n       return 1\n   \`\`\``],
    ['a block that nobody closed', `Here:\n\`\`\`python\n${code}`],
    ['a block with carriage returns', `\`\`\`python\r\ndef f():\r\n    return 1\r\n\`\`\`\r\n`],
    [
      'the last block of the language',
      `\`\`\`python\nold()\n\`\`\`\n\`\`\`python\n${code}\n\`\`\`\n\`\`\`sh\npytest\n\`\`\``,
    ],
    [
      'a block of the language by another name',
      `\`\`\`sh\nls\n\`\`\`\n\`\`\`Py title="a"\n${code}\n\`\`\`\n\`\`\`sh\nls\n\`\`\``,
    ],
    [
      'the last block without a mark where none has the right one',
      `\`\`\`\nx\n\`\`\`\n\`\`\`\n${code}\n\`\`\`\n\`\`\`sh\nls\n\`\`\``,
    ],
    ['the block that is not empty', `\`\`\`python\n\`\`\`\n\`\`\`python\n${code}\n\`\`\`\n\`\`\`python\n\n\`\`\``],
    ['the whole answer when there is no block', code],
  ])('takes %s', (_title, text) => {
    expect(taken(text, PYTHON)).toBe(code);
  });

  test('without a language the last of several blocks is taken, under its own', () => {
    const text = '```sh\nls\n```\n```ts\nlet a;\n```';
    const result = takeOutput({ text, finishReason: 'stop' }, { format: 'code' });
    expect(result).toEqual({ ok: true, text: 'let a;', mediaType: 'text/x-typescript', whole: false });
  });

  test.each([
    ['python', 'text/x-python'],
    ['TS', 'text/x-typescript'],
    ['c++', 'text/x-c++'],
    ['not a language; at all', 'text/plain; charset=utf-8'],
  ])('the media type of %s is %s', (language, mediaType) => {
    expect(takeOutput({ text: 'x = 1', finishReason: 'stop' }, { format: 'code', language })).toMatchObject({
      mediaType,
    });
  });

  test('says whether the artifact is the whole answer', () => {
    expect(takeOutput({ text: code, finishReason: 'stop' }, PYTHON)).toMatchObject({ whole: true });
    expect(takeOutput({ text: `\`\`\`\n${code}\n\`\`\``, finishReason: 'stop' }, PYTHON)).toMatchObject({
      whole: false,
    });
  });

  test.each([
    ['I cannot do that.'],
    ['Sure! Here it is:\ndef f(): return 1'],
    ['Here is the implementation you asked for:\n\nclass A: pass'],
    ["I'm sorry, but I can't assist with that request"],
    ['The function `f` adds two numbers (a and b).'],
    ['i am not able to help you'],
    ['```python\n\n```'],
  ])('prose and empty blocks hold no code: %j', (text) => {
    expect(failed(text, PYTHON)).toBe('The answer holds no code.');
  });

  test.each([
    ['class A:\n    pass'],
    ['"""A stack."""\nclass A: pass'],
    ['# A stack. It grows.\nx = 1'],
    ['// A stack.\nlet x'],
    ['import os'],
    ['from node:24 import a'],
    ['SELECT a FROM b WHERE c;'],
    ['name: a thing\nkind: of list\nitems: many more'],
    ["print 'hello world this is me'"],
    ['package main\n\nimport "fmt"'],
  ])('code without a block is taken whole: %j', (text) => {
    expect(taken(text, PYTHON)).toBe(text);
  });

  test('several blocks of other languages are no answer', () => {
    const text = '```sh\nls\n```\n```js\na()\n```';
    expect(failed(text, PYTHON)).toBe('None of the 2 code blocks of the answer is marked python.');
  });

  test('any text in a fence longer than its own comes back', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('`', '~', 'a', ' ', '\t') }), { minLength: 1 });
    fc.assert(
      fc.property(lines, (content) => {
        const text = content.join('\n');
        const fence = fenceFor(text);
        expect(fencedBlocks(`before\n${fence}py\n${text}\n${fence}\nafter`)).toEqual([{ language: 'py', text }]);
      }),
      cases(),
    );
  });
});

describe('JSON output (running 5)', () => {
  const value = '{"a": [1, {"b": "}]\\""}]}';
  test.each([
    ['the whole answer', value],
    ['in a fence', `\`\`\`json\n${value}\n\`\`\``],
    ['in a fence within prose', `Sure [1]:\n\`\`\`\n${value}\n\`\`\`\nSee {above}.`],
    ['in prose', `The answer is ${value}, as [asked] by {name}.`],
    ['twice', `${value}\nAgain: ${value}`],
    ['beside a block that is no JSON', `\`\`\`sh\nls\n\`\`\`\n\`\`\`json\n${value}\n\`\`\``],
  ])('takes the one value: %s', (_title, text) => {
    expect(taken(text, JSON_VALUE)).toBe(value);
  });

  test.each([
    ['42', '42'],
    [' "text" ', '"text"'],
    ['null\n', 'null'],
    ['\ufeff[]', '[]'],
    ['```json\ntrue\n```', 'true'],
  ])('scalars count where nothing stands beside them: %j', (text, expected) => {
    expect(taken(text, JSON_VALUE)).toBe(expected);
  });

  test('the text is the value as written', () => {
    expect(taken('x {"b":1.0,  "a":1e2, "c":2} y', JSON_VALUE)).toBe('{"b":1.0,  "a":1e2, "c":2}');
  });

  test('the same value written twice in another order is one value', () => {
    expect(taken('{"a":1,"b":[{}]} or {"b":[{}],"a":1}', JSON_VALUE)).toBe('{"a":1,"b":[{}]}');
  });

  test.each([
    ['two values', '{"a":1} {"a":2}', /^The answer holds 2 different JSON values/],
    ['an object and the list of its entries', '{"a":1} [["a",1]]', /^The answer holds 2 different JSON values/],
    ['two fenced values', '```\n1\n```\n```\n2\n```', /^The answer holds 2 different JSON values/],
    ['no value', 'The answer is 42.', /^The answer holds no JSON value\.$/],
    [
      'a diff',
      '--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n',
      /^The answer is a diff, where one JSON value is wanted\.$/,
    ],
    ['a diff in a fence', 'So:\n```diff\n@@ -1 +1 @@\n-1\n+2\n```', /^The answer is a diff, where one JSON value/],
    ['a diff in JSON whose lines break', '{"patch": "--- a/x\n+++ b/x\n"}', /does not parse/],
    ['a trailing comma', '{"a": {"b": 1},}', /^The JSON of the answer does not parse: /],
    ['single quotes', "{'a': 1}", /does not parse/],
    ['names without quotes around a list', '{a: 1, "b": [1, 2]}', /does not parse/],
    ['a value that never ends, around one that does', 'Here: {"a": [1, 2], "b": "', /does not parse/],
    ['too deep a value', '['.repeat(65) + ']'.repeat(65), /deeper than 64 levels/],
  ])('%s: a content failure, nothing is repaired', (_title, text, feedback) => {
    expect(failed(text, JSON_VALUE)).toMatch(feedback);
  });

  test('a schema means JSON, whatever the format says', () => {
    expect(taken('So: {"a":1}', { schema: {} })).toBe('{"a":1}');
    expect(taken('So: {"a":1}', { format: 'text', schema: {} })).toBe('{"a":1}');
  });

  test.each([
    ['{"id": 7300000000000000001}', '{"id": 7300000000000000002}'],
    ['{"v": 0.1}', '{"v": 0.10000000000000000000001}'],
  ])('report 9: two blocks that differ in the last digit are two values: %s and %s', (one, other) => {
    expect(failed(`\`\`\`\n${one}\n\`\`\`\n\`\`\`\n${other}\n\`\`\``, JSON_VALUE)).toMatch(
      /holds 2 different JSON values/,
    );
  });

  test('report 9: 1.10 and 1.1 are one value, taken as it was written first', () => {
    expect(taken('```\n{"a": 1.10}\n```\nor\n```\n{"a": 1.1}\n```', JSON_VALUE)).toBe('{"a": 1.10}');
  });

  test('N14: a number that no double comes near is told with its pointer', () => {
    expect(failed('{"a": [1e400]}', JSON_VALUE)).toBe(
      'The number 1e400 at /a/0 is too large: numbers go up to 1.7e308. Write a smaller number, or a text.',
    );
  });

  test('any object or list is found in prose and in a fence', () => {
    const json = fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })),
      fc.array(fc.jsonValue({ maxDepth: 5 })),
    );
    fc.assert(
      fc.property(json, fc.constantFrom('', ' ', 2), (content, indent) => {
        const text = JSON.stringify(content, null, indent);
        expect(taken(`Here it is: ${text}. Done.`, JSON_VALUE)).toBe(text);
        expect(taken(`\`\`\`json\n${text}\n\`\`\``, JSON_VALUE)).toBe(text);
      }),
      cases(),
    );
  });
});

describe('Content failures (running 5, R32)', () => {
  test.each([
    ['length', 'half of it', 'The answer was cut off at the token limit before it was complete.'],
    ['content_filter', '', 'The content filter of the provider stopped the answer.'],
    ['refusal', 'I will not.', 'The model refused to answer: I will not.'],
    ['tool_calls', '', 'The answer calls a tool, but there are no tools here.'],
    ['stop', ' \n\t', 'The answer is empty.'],
  ] as const)('an answer that ended with %s says so and what to do', (finishReason, text, happened) => {
    const result = takeOutput({ text, finishReason }, JSON_VALUE);
    expect(result).toMatchObject({
      ok: false,
      feedback: expect.stringMatching(/Answer with one JSON value and nothing else\.$/),
    });
    expect(result).toMatchObject({ feedback: expect.stringContaining(`${happened}\n`) });
  });

  test('a refusal beside a finish reason of stop is a refusal', () => {
    const result = takeOutput({ text: '', finishReason: 'stop', refusal: 'No.\u001b[0m' });
    expect(result).toMatchObject({
      ok: false,
      feedback: expect.stringMatching(/^The model refused to answer: No\.\n/),
    });
  });

  test('R32: a whole answer that was cut off is no answer', () => {
    expect(takeOutput({ text: '{"a": 1}', finishReason: 'length' }, JSON_VALUE).ok).toBe(false);
  });

  test('R24: a failure carries its signature', () => {
    expect(takeOutput({ text: '{} []', finishReason: 'stop' }, JSON_VALUE)).toMatchObject({
      signature: 'the answer holds <n> different json values where one is wanted.',
    });
  });

  test('schema errors become the first five lines, with pointers', () => {
    const errors = Array.from({ length: 7 }, (_, index) => ({
      instancePath: index === 0 ? '' : `/${index}`,
      message: 'must be a',
    }));
    expect(schemaFeedback(errors).split('\n')).toEqual([
      'The value must be a',
      ...['/1', '/2', '/3', '/4'].map((pointer) => `${pointer} must be a`),
      'and 2 more',
      'Answer again with one JSON value that fits the output schema.',
    ]);
  });
});

describe('Hostile answers', () => {
  const formats: readonly OutputFormat[] = [{}, JSON_VALUE, PYTHON];

  test('any answer is taken or refused in words', () => {
    const pieces = fc.string({
      unit: fc.constantFrom('`', '~', '\n', '{', '}', '[', ']', '"', '\\', 'a', ',', ':', ' '),
    });
    fc.assert(
      fc.property(fc.oneof(pieces, fc.string({ unit: anyCharacter })), fc.constantFrom(...formats), (text, output) => {
        const result = takeOutput({ text, finishReason: 'stop' }, output);
        expect(
          result.ok ? text.replaceAll('\r\n', '\n').includes(result.text.split(/\r?\n/)[0] ?? '') : result.feedback,
        ).toBeTruthy();
      }),
      cases(),
    );
  });

  test.each([
    '[',
    ']',
    '[]',
    '[-]',
    '{"a":',
    '"',
    '\\',
    '```\n',
    '~~~\n',
    '```\n1\n```\n',
    '`',
    'A, ',
    ': ',
    '{ ',
    '\n',
  ])('a megabyte of %j neither overflows nor takes long', (unit) => {
    const text = `x${megabyteOf(unit)}`;
    for (const output of formats) {
      briefly(() => takeOutput({ text, finishReason: 'stop' }, output));
    }
  });

  test('brackets that close half a megabyte later are too deep', () => {
    const text = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(failed(text, JSON_VALUE)).toMatch(/deeper than 64 levels/);
    expect(failed(`So: ${text}`, JSON_VALUE)).toMatch(/deeper than 64 levels/);
  });
});

describe('R97: a member named twice is a content failure', () => {
  const twice = '{"ok": false, "ok": true}';

  test.each([
    ['alone', twice],
    ['in a fence', `So:\n\`\`\`json\n${twice}\n\`\`\``],
    ['in prose', `I answer ${twice} now.`],
    ['beside the same value written once', `\`\`\`json\n{"ok": true}\n\`\`\`\n\`\`\`json\n${twice}\n\`\`\``],
  ])('%s', (_, text) => {
    expect(failed(text, JSON_VALUE)).toMatch(/^The JSON of the answer names a member twice\. \/ok: /);
  });

  test('nothing is decided by it', () => {
    expect(decisionOf('{"decision": "no", "decision": "yes"}', { yes: 'a', no: 'b' })).toBeUndefined();
  });
});
