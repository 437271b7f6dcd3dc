// Pure: what publishing says of `allow`, and what becomes of it in the plan (R129).
import type { StepPlan } from '../../../src/model/plan.ts';
import { accepted, aDefinition, aStep, check, type Fields, found } from '../makers.ts';

const guard = (allow?: unknown, more: Fields = {}): Fields => ({
  use: 'human',
  ...more,
  with: { question: 'Paid?', ...(allow !== undefined && { allow }) },
});
const person = (allow?: unknown): Fields => ({
  kind: 'human',
  question: 'What?',
  ...(allow !== undefined && { allow }),
});
const one = (fields: Fields, more: Fields = {}): Fields => aDefinition({ steps: [aStep('sign', fields)], ...more });
const machine = (step: Fields): Fields => ({
  name: 'machine',
  model: 'small',
  workflow: {
    state_machine: {
      states: ['a', 'end'],
      initial_state: 'a',
      final_states: ['end'],
      transitions: [{ from: 'a', to: 'end' }],
    },
    steps: [{ name: 'sign', type: 'llm', in_state: 'a', prompt: 'x', transition_to: 'end', ...step }],
  },
});
const detailOf = (document: Fields): string => {
  const checked = check(document);
  return (checked.ok ? checked.warnings : checked.issues).map(({ detail }) => detail).join(' ');
};

test.each<[string, Fields, readonly string[], string]>([
  [
    'an unknown answer of a guard',
    one({ guard: guard(['aprove', 'reject']) }),
    ['/steps/0/guard/with/allow/0 invalid_option'],
    '"aprove" is not one of approve, reject, amend, retry, redo, skip, abort. Did you mean "approve"?',
  ],
  [
    'of a guard in a sequence',
    one({ guard: { sequence: [{ use: 'not-empty' }, guard(['approve', 'rejects'])] } }),
    ['/steps/0/guard/sequence/1/with/allow/1 invalid_option'],
    'Did you mean "reject"?',
  ],
  [
    'of a person who makes the artifact',
    one({ generator: person(['ammend']) }),
    ['/steps/0/generator/allow/0 invalid_value'],
    'Did you mean "amend"?',
  ],
  [
    'of a step that asks first',
    one({ approval: true, allow: ['approve', 'Skip'] }),
    ['/steps/0/allow/1 invalid_value'],
    'Did you mean "skip"?',
  ],
  [
    'of a machine',
    machine({ guard: guard(['ok']) }),
    ['/workflow/steps/0/guard/with/allow/0 invalid_option'],
    '"ok" is not one of',
  ],
  [
    'of a step of a machine',
    machine({ approval: true, allow: ['retyr'] }),
    ['/workflow/steps/0/allow/0 invalid_value'],
    'Did you mean "retry"?',
  ],
  [
    'the answer to another question',
    one({ guard: guard(['approve', 'raise']) }),
    ['/steps/0/guard/with/allow/1 invalid_option'],
    '"raise" is not one of',
  ],
  [
    'a word for a list',
    one({ guard: guard('approve') }),
    ['/steps/0/guard/with/allow invalid_option'],
    'This must be a list',
  ],
  [
    'a list of a step that does not ask first',
    one({ allow: ['approve'], guard: guard() }),
    ['/steps/0/allow allow_without_approval'],
    'Write "approval: true", or put "allow" where a person is asked',
  ],
  [
    'of a machine as well',
    machine({ allow: ['approve'] }),
    ['/workflow/steps/0/allow allow_without_approval'],
    'into "with" of the guard "human"',
  ],
  [
    'a list beside the options of a guard',
    one({ guard: { use: 'human', allow: ['approve'], with: { question: 'Paid?' } } }),
    ['/steps/0/guard/allow unknown_field'],
    'Options of what "use" names go into "with".',
  ],
])('is refused: %s', (_, document, issues, detail) => {
  expect(check(document).ok).toBe(false);
  expect(found(document)).toEqual(issues);
  expect(detailOf(document)).toContain(detail);
});

test.each<[string, Fields, readonly string[]]>([
  ['a signature', one({ guard: guard(['approve', 'reject']) }), []],
  ['a text that a person may write', one({ guard: guard(['amend', 'reject']) }), []],
  ['an answer twice', one({ guard: guard(['approve', 'approve', 'abort']) }), []],
  ['a person who makes the artifact', one({ generator: person(['amend']) }), []],
  ['a step that asks first', one({ approval: true, allow: ['approve', 'reject'] }), []],
  ['a machine', machine({ approval: true, allow: ['approve'], guard: guard(['approve', 'reject']) }), []],
  ['nothing but no', one({ guard: guard(['reject', 'retry', 'skip']) }), ['/steps/0/guard/with/allow cannot_pass']],
  ['nothing at all', one({ guard: guard([]) }), ['/steps/0/guard/with/allow cannot_pass']],
  ['an input that nobody may give', one({ generator: person(['approve']) }), ['/steps/0/generator/allow cannot_pass']],
  ['leave that nobody may give', one({ approval: true, allow: ['reject'] }), ['/steps/0/allow cannot_pass']],
  [
    'one list of two',
    one({ guard: { all: [guard(['approve'], { id: 'x' }), guard(['reject'], { id: 'y' })] } }),
    ['/steps/0/guard/all/1/with/allow cannot_pass'],
  ],
  ['one of a machine', machine({ guard: guard(['reject']) }), ['/workflow/steps/0/guard/with/allow cannot_pass']],
  [
    'a step that the service skips after a no',
    one({ guard: guard(['approve', 'reject']), recovery: { onExhausted: 'skip' } }),
    ['/steps/0 goal_can_be_skipped', '/steps/0 skips_by_itself'],
  ],
  [
    'because it is optional',
    aDefinition({ steps: [aStep('a'), aStep('sign', { guard: guard(['approve', 'reject']), optional: true })] }),
    ['/steps/1 skips_by_itself'],
  ],
  [
    'because all steps are',
    one({ guard: guard(['approve', 'reject']) }, { defaults: { onExhausted: 'skip' } }),
    ['/steps/0 goal_can_be_skipped', '/steps/0 skips_by_itself'],
  ],
  [
    'of a machine',
    machine({ guard: guard(['approve', 'reject']), on_failure: 'skip' }),
    ['/workflow/steps/0 skips_by_itself'],
  ],
  [
    'where people may skip it as well',
    aDefinition({ steps: [aStep('a'), aStep('sign', { guard: guard(['approve', 'skip']), optional: true })] }),
    [],
  ],
])('is warned of, or not: %s', (_, document, warnings) => {
  expect(check(document).ok).toBe(true);
  expect(found(document)).toEqual(warnings);
});

test.each<[string, Fields, StepPlan['allow']]>([
  ['nothing is listed', one({ guard: guard(), generator: person(), approval: true }), undefined],
  [
    'a guard lists',
    one({ guard: guard(['reject', 'approve']) }),
    { leaves: { human: ['approve', 'reject'] }, signs: true },
  ],
  [
    'one leaf of two lists',
    one({ guard: { all: [guard(['approve'], { id: 'x' }), guard(undefined, { id: 'y' })] } }),
    { leaves: { x: ['approve'] }, signs: true },
  ],
  ['the generator lists', one({ generator: person(['amend', 'amend']) }), { input: ['amend'] }],
  [
    'the step lists, and a guard without a list asks too',
    one({ approval: true, allow: ['approve', 'abort'], guard: guard() }),
    { approval: ['approve', 'abort'], signs: true },
  ],
  ['a machine lists', machine({ guard: guard([]) }), { leaves: { human: [] }, signs: true }],
])('in the plan: %s', (_, document, allow) => {
  expect(accepted(document).plan.steps[0]?.allow).toEqual(allow);
});
