/** Definitions that are right but for one thing, and what the service says of it (R108–R116, R125). */

type Fields = Readonly<Record<string, unknown>>;

export interface Mistake {
  readonly title: string;
  readonly document: Fields;
  /** Where it is told, as a JSON pointer; of a question the step that it is about. */
  readonly place: string;
  /** Of the issue or warning; of a question its kind. */
  readonly code: string;
  /** What is said of it: the mend. */
  readonly says: string;
  readonly input?: unknown;
}

let names = 0;

export const step = (id: string, fields: Fields = {}): Fields => ({
  id,
  generator: { kind: 'llm', prompt: 'Write.' },
  guard: { use: 'not-empty' },
  ...fields,
});
export const fixed = (id: string, content: string, fields: Fields = {}): Fields =>
  step(id, { generator: { kind: 'fixed', content }, ...fields });

export function definition(fields: Fields = {}): Fields {
  names += 1;
  return { name: `mistake-${names}`, model: 'sim:script', steps: [step('draft')], ...fields };
}
export const ofStep = (fields: Fields, more: Fields = {}) => definition({ steps: [step('draft', fields)], ...more });
export const without = (field: string) =>
  definition({ steps: [Object.fromEntries(Object.entries(step('draft')).filter(([key]) => key !== field))] });
export const guarded = (guard: unknown) => ofStep({ guard });
export const made = (generator: Fields) => ofStep({ generator });
export const prompted = (prompt: string, more: Fields = {}) => ofStep({ generator: { kind: 'llm', prompt } }, more);
export const two = (fields: Fields, first: Fields = {}) =>
  definition({ steps: [step('plan', first), step('write', fields)] });

export const CLOSED = {
  type: 'object',
  properties: { amount: { type: 'number' } },
  required: ['amount'],
  additionalProperties: false,
};

/** An approval above a threshold: what is made, whether it is signed, what is paid. */
export function signed(when: unknown, content = '{{"amount": 5000}}', guard: unknown = { use: 'json' }): Fields {
  return definition({
    input: CLOSED,
    steps: [
      fixed('extract', content, { guard }),
      fixed('sign', 'signed', { requires: ['extract'], when }),
      fixed('pay', 'paid', { optionalRequires: ['sign'] }),
    ],
    goal: ['pay'],
  });
}

export function machine(fields: Fields = {}, ofItsStep: Fields = {}): Fields {
  const { name, model } = definition();
  const state_machine = {
    states: ['drafting', 'shipping'],
    initial_state: 'drafting',
    final_states: ['shipping'],
    transitions: [{ from: 'drafting', to: 'shipping' }],
    ...fields,
  };
  const only = {
    name: 'go',
    type: 'llm',
    in_state: 'drafting',
    prompt: 'Go.',
    transition_to: 'shipping',
    ...ofItsStep,
  };
  return { name, model, workflow: { state_machine, steps: [only] } };
}

export const searching = (steps: readonly Fields[], orGroups?: Fields) =>
  definition({ topology: 'and-or', steps, ...(orGroups && { orGroups }) });

export const row = (
  title: string,
  document: Fields,
  place: string,
  code: string,
  says: string,
  input?: unknown,
): Mistake => ({
  title,
  document,
  place,
  code,
  says,
  ...(input !== undefined && { input }),
});

export const MACHINE = '/workflow/state_machine';
export const G = '/steps/0/guard';
