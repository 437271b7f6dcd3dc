// Pure: tables and properties.
import * as fc from 'fast-check';
import { lookupIn, namesOf, parseTemplate, renderTemplate } from '../../src/expressions/template.ts';
import { briefly, megabyteOf } from '../support/briefly.ts';
import { cases } from '../support/properties.ts';

const lookup = lookupIn({
  name: 'Ada',
  empty: '',
  input: { subject: 'a stack', count: 3, on: false, none: null, list: [{ id: 'x' }], 'with-dash_1': 'ok' },
});

function escape(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}

describe('Templates (design 3)', () => {
  test.each([
    ['a known name is replaced', 'Hello {name}!', 'Hello Ada!'],
    ['a path is followed', 'Write {input.subject}.', 'Write a stack.'],
    ['an index is a path segment', '{input.list.0.id}', 'x'],
    ['dashes and underscores belong to names', '{input.with-dash_1}', 'ok'],
    ['an empty value is a value', '[{empty}]', '[]'],
    ['numbers, booleans and null render as JSON', '{input.count} {input.on} {input.none}', '3 false null'],
    ['objects render as JSON', '{input.list}', '[{"id":"x"}]'],
    ['a value is not rendered again', '{name}{{name}}', 'Ada{name}'],
    ['doubled braces are literal braces', '{{name}} and {{}}', '{name} and {}'],
    ['three braces are a literal around a value', '{{{name}}}', '{Ada}'],
    ['a doubled closing brace alone is one brace', 'a }} b', 'a } b'],
    ['JSON stays as it is', '{"a": 1}', '{"a": 1}'],
    ['nested JSON stays as it is', '{"a": {"b": {"c": []}}}', '{"a": {"b": {"c": []}}}'],
    ['a name inside JSON is replaced', '{"a": {"b": "{name}"}}', '{"a": {"b": "Ada"}}'],
    ['escaped JSON loses its escapes', '{{"a": {{"b": 1}}}}', '{"a": {"b": 1}}'],
    ['a lone brace does not disturb what follows', ':{ {{name}} }', ':{ {name} }'],
    ['empty braces and spaces are text', '{ } {} { name }', '{ } {} { name }'],
    ['what is no name is text', '{1a} {a b} {.a} {a.} {a..b} {é}', '{1a} {a b} {.a} {a.} {a..b} {é}'],
    ['an unknown name is left as it is', '{other} {input.other}', '{other} {input.other}'],
    ['inherited properties are unknown', '{constructor} {input.__proto__}', '{constructor} {input.__proto__}'],
    ['an open end is text', 'a {name', 'a {name'],
  ])('%s', (_title, template, expected) => {
    expect(renderTemplate(template, lookup).text).toBe(expected);
  });

  test('unknown names are reported once each, in order', () => {
    expect(renderTemplate('{b.c} {name} {a} {b.c} {{d}} {"e": 1}', lookup).unknown).toEqual(['b.c', 'a']);
  });

  test('the names of a template are its paths, each once', () => {
    expect(namesOf('{artifact.g_test} {x} {{y}} {artifact.g_test}')).toEqual([['artifact', 'g_test'], ['x']]);
  });

  test('parts keep what was written', () => {
    expect(parseTemplate('a{{ {b.c}')).toEqual([
      { kind: 'text', text: 'a{ ' },
      { kind: 'name', path: ['b', 'c'], source: '{b.c}' },
    ]);
  });

  const braces = fc.string({ unit: fc.constantFrom('{', '}', 'a', '.', '"', ' ', '1'), maxLength: 60 });

  test('any text parses, into texts that are not empty and not neighbours', () => {
    fc.assert(
      fc.property(fc.oneof(braces, fc.string()), (text) => {
        const kinds = parseTemplate(text).map((part) =>
          part.kind === 'text' && part.text === '' ? 'empty' : part.kind,
        );
        expect(kinds.join(' ')).not.toMatch(/empty|text text/);
      }),
      cases(),
    );
  });

  test('a text with its braces doubled renders as itself, also between names', () => {
    fc.assert(
      fc.property(braces, braces, (before, after) => {
        const { text } = renderTemplate(`${escape(before)}{name}${escape(after)}`, lookup);
        expect(text).toBe(`${before}Ada${after}`);
      }),
      cases(),
    );
  });

  test('JSON whose texts hold no braces renders as itself, however deep', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.constant('text'), tie('object'), fc.array(tie('value'))),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'name'), tie('value')),
    }));
    fc.assert(
      fc.property(value, (json) => {
        const text = JSON.stringify(json);
        expect(renderTemplate(text, lookup).text).toBe(text);
      }),
      cases(),
    );
  });

  test.each(['{', '}', '{{', '{a', '{a.', '{a{', '{x}'])('a megabyte of %s parses in linear time', (unit) => {
    briefly(() => parseTemplate(megabyteOf(unit)));
  });
});
