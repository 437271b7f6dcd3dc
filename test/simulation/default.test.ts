/** Pure: no server. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { defaultReply } from '../../src/simulation/default.ts';
import { aRequest } from './sim-request.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);

const textOf = (fields: Parameters<typeof aRequest>[0]) => {
  const reply = defaultReply(aRequest(fields));
  return reply.kind === 'answer' ? reply.text : reply.kind;
};

describe('running 4: sim:default answers from the output schema', () => {
  test.each([
    [{ type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'integer' } } }],
    [{ type: 'object', properties: { a: { type: 'string' } } }],
    [{ type: 'array', minItems: 2, items: { type: 'boolean' } }],
    [{ type: 'array', prefixItems: [{ type: 'null' }, { const: 7 }], minItems: 2 }],
    [{ enum: ['red', 'green'] }],
    [{ const: { deep: [1] } }],
    [{ type: 'integer', minimum: 3, maximum: 9 }],
    [{ type: 'integer', exclusiveMinimum: 3 }],
    [{ type: 'integer', maximum: -4 }],
    [{ type: 'number', exclusiveMaximum: 0 }],
    [{ type: 'integer', minimum: 5, multipleOf: 4 }],
    [{ type: 'string', minLength: 4 }],
    [{ type: 'string', format: 'date-time' }],
    [{ type: 'string', format: 'uuid' }],
    [{ type: ['null', 'string'], minLength: 1 }],
    [{ anyOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] }],
    [{ oneOf: [{ required: ['kind'], properties: { kind: { const: 'x' } } }, { type: 'number' }] }],
    [
      {
        allOf: [
          { required: ['a'], properties: { a: { type: 'integer' } } },
          { required: ['b'], properties: { b: { enum: [1] } } },
        ],
      },
    ],
    [
      {
        $ref: '#/$defs/tree',
        $defs: {
          tree: {
            type: 'object',
            required: ['leaf'],
            properties: { leaf: { $ref: '#/$defs/leaf' }, left: { $ref: '#/$defs/tree' } },
          },
          leaf: { type: 'string', minLength: 1 },
        },
      },
    ],
    [{ properties: { kind: { type: 'string', default: 'x' } }, required: ['kind'] }],
    [{}],
    [true],
  ])('a valid instance of %j', (schema) => {
    const instance: unknown = JSON.parse(textOf({ schema }));
    expect({ instance, valid: ajv.validate(schema, instance) }).toEqual({ instance, valid: true });
  });

  test('a schema that needs itself without end still ends', () => {
    const schema = { $ref: '#/$defs/a', $defs: { a: { required: ['a'], properties: { a: { $ref: '#/$defs/a' } } } } };
    expect(JSON.parse(textOf({ schema }))).toEqual({ a: null });
  });

  test('json_object asks for an object', () => {
    expect(textOf({ schema: { type: 'object' } })).toBe('{}');
  });
});

describe('running 4: without a schema sim:default repeats the task', () => {
  test.each([
    ['Say hello.', 'Say hello.'],
    ['# Specification\n\nBe brief.\n\n# Task\n\nSay hello.', 'Say hello.'],
    ['# Rejected attempts\n\nAnswer:\n\n```\n# Task\n\nnot this\n```\n\n# Task\n\nSay\n\n# more', 'Say\n\n# more'],
  ])('%j', (user, text) => {
    expect(textOf({ user })).toBe(text);
  });
});
