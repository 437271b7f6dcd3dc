import { z } from 'zod';
import { invalid } from '../../../src/api/http/problem.ts';
import { InvalidPart, validatorCompiler } from '../../../src/api/http/validation.ts';

const Body = z.strictObject({
  step: z.string(),
  limits: z.strictObject({ tokens: z.number().min(1).optional() }).optional(),
  id: z.string().regex(/^x/, 'An id begins with x.').optional(),
});

/** What is said of a body where its pointers are not read. */
function said(body: unknown): string {
  const checked = validatorCompiler({ schema: Body, method: 'POST', url: '/' })(body);
  const error = Object(checked).error;
  return error instanceof InvalidPart ? invalid(error.issues).message : '';
}

test.each([
  [{}, 'One thing is wrong: /step: Missing: expected string.'],
  [{ step: 1 }, 'One thing is wrong: /step: Invalid input: expected string, received number'],
  [{ step: 'a', limits: { tokens: 0 } }, 'One thing is wrong: /limits/tokens: Too small: expected number to be >=1'],
  [{ step: 'a', id: 'a' }, 'One thing is wrong: An id begins with x.'],
  [[], 'One thing is wrong: Invalid input: expected object, received array'],
])('what is wrong names its place, also where it is read without its pointer: %j', (body, sentence) => {
  expect(said(body)).toBe(sentence);
});

test('an empty body of an answer is told which actions there are', () => {
  const schema = z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('approve') }),
    z.strictObject({ action: z.literal('skip') }),
  ]);
  const { error } = Object(validatorCompiler({ schema, method: 'POST', url: '/' })({}));
  expect(error).toBeInstanceOf(InvalidPart);
  expect(error.issues).toEqual([
    { pointer: '/action', code: 'required', detail: "Missing: expected 'approve' | 'skip'." },
  ]);
});

test('report 10: what a JSON Schema demands of an input names its place', () => {
  const issue = { pointer: '/input/commit', code: 'type', detail: 'must be string' };
  expect(invalid([issue]).message).toBe('One thing is wrong: /input/commit: must be string');
});
