import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { digestOf, digestOfJson } from '../../src/store/digest.ts';
import { parseJson } from '../../src/text/exact-json.ts';
import { cases } from '../support/properties.ts';

test('R38: a digest is sha256 in hexadecimal, of the UTF-8 form', () => {
  expect(digestOf('abc')).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(digestOf('é')).toBe('sha256:4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
});

test('R38: the digest of a document is that of its RFC 8785 form', () => {
  expect(digestOfJson({ b: [1.0, 'é'], a: null })).toBe(digestOf('{"a":null,"b":[1,"é"]}'));
});

test('R38: the same content in YAML and in JSON, in any order of keys, has one digest', () => {
  const yaml = 'name: flow\nsteps:\n  - { id: a, rMax: 3 }\n';
  const json = '{"steps": [{"rMax": 3, "id": "a"}], "name": "flow"}';
  expect(digestOfJson(parse(yaml))).toBe(digestOfJson(JSON.parse(json)));
});

test('R38: a digest survives a round trip through YAML', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (value) => {
      expect(digestOfJson(parse(stringify(value)))).toBe(digestOfJson(value));
    }),
    cases(50),
  );
});

test('half a surrogate pair, which JSON allows, has the digest of its replacement', () => {
  expect(digestOfJson({ '\ud800': ['\udc00'] })).toBe(digestOfJson({ '\ufffd': ['\ufffd'] }));
});

test('what is not JSON has no digest', () => {
  expect(() => digestOfJson(undefined)).toThrow(TypeError);
});

test('R38, R127: numbers have the digest of their value, with all digits', () => {
  expect(digestOfJson(parseJson('{"a": 1.10, "b": 1e2}'))).toBe(digestOfJson({ b: 100, a: 1.1 }));
  expect(digestOfJson(parseJson('7300000000000000001'))).toBe(digestOf('7300000000000000001'));
  expect(digestOfJson(parseJson('7300000000000000001'))).not.toBe(digestOfJson(7_300_000_000_000_000_000));
});
