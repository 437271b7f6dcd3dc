import { createHash } from 'node:crypto';
import { parseDocument } from '../../../text/parse-document.ts';
import { type Fields, limitsIn, valueIn, withoutGaps } from '../../parts/fields.ts';
import { rewritten } from '../../parts/prefilled.ts';

/** Ways to correct a run, and what each is called. */
export const CHANGES = {
  objective: 'Objective',
  result: 'A result',
  step: 'A step again',
  graph: 'Graph',
  limits: 'Limits',
  words: 'In words',
} as const;
export type Change = keyof typeof CHANGES;

/** A request as REST takes it (`POST /v1/runs/{id}/redirect`), or what is wrong with what was typed. */
export type Read =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>>; readonly replaced: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The way that a form chose; undefined where it chose none. */
export function changeIn({ change }: Fields): Change | undefined {
  return Object.keys(CHANGES).find((one): one is Change => one === change);
}

/** What a form says. Fields of other ways than the chosen one are not looked at. `constraints`: those that the run has. */
export function correctionIn(fields: Fields, constraints: string): Read {
  const change = changeIn(fields);
  if (change === undefined) return { ok: false, problem: 'Say what to change.' };
  if (change === 'words') {
    const instruction = valueIn(fields, 'words');
    if (instruction === undefined) return { ok: false, problem: 'Say in your words what to change.' };
    return { ok: true, body: withoutGaps({ instruction, description: valueIn(fields, 'why') }), replaced: [] };
  }
  try {
    const { about, again = [], ...own } = OWN[change](fields, constraints);
    const reset = [...new Set([...again, ...namesAfter(fields, 'reset.')])];
    const body = withoutGaps({
      ...own,
      description: valueIn(fields, 'why') ?? about,
      onConflict: valueIn(fields, 'onConflict'),
      reset: reset.length === 0 ? undefined : reset,
    });
    return { ok: true, body, replaced: change === 'result' ? Object.keys(Object(own['bindings'])) : [] };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** What of a request a preview tells the effect of: all but why it is sent. */
export function digestOfEffect(body: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...body, description: '' }))
    .digest('hex')
    .slice(0, 16);
}

type Own = (
  fields: Fields,
  constraints: string,
) => Readonly<Record<string, unknown>> & {
  /** What the log says of it where no reason is given. */
  readonly about: string;
  /** Steps that are made again. */
  readonly again?: readonly string[];
};

const OWN: Readonly<Record<Exclude<Change, 'words'>, Own>> = {
  objective: (fields) => ({
    type: 'objective_change',
    about: 'What is to be made was changed.',
    specification: rewritten(fields, 'specification'),
    objective: typed(fields, 'objective', 'Fields of the objective'),
  }),
  result: (fields) => {
    const replaced = Object.keys(fields).flatMap((name) => {
      const content = name.startsWith(RESULT) ? rewritten(fields, name) : undefined;
      return content === undefined ? [] : [[name.slice(RESULT.length), { content }] as const];
    });
    const variables = typed(fields, 'variables', 'Variables');
    const names = replaced.map(([step]) => step).join(', ');
    return {
      type: 'bindings_override',
      about: names === '' ? 'Variables were set.' : `A person's text takes the place of what was made for ${names}.`,
      bindings: Object.fromEntries(replaced),
      variables,
    };
  },
  step: (fields, constraints) => {
    const step = valueIn(fields, 'again');
    const words = valueIn(fields, 'guidance')?.trim();
    if (step === undefined) throw new Unreadable('Choose the step that is to be made again.');
    if (words === undefined) throw new Unreadable(`Say in your words what is to be different in ${step}.`);
    return {
      type: 'constraint_change',
      about: `${step} again: ${words}`,
      constraints: [...(constraints.trim() === '' ? [] : [constraints.trimEnd()]), `For ${step}: ${words}`].join('\n'),
      again: [step],
    };
  },
  graph: (fields) => {
    const remove = namesAfter(fields, 'remove.');
    return {
      type: 'dag_adjustment',
      about: 'Steps were added or taken out, or a choice was made.',
      add: typed(fields, 'add', 'Steps to add'),
      remove: remove.length === 0 ? undefined : remove,
      force: typed(fields, 'force', 'The choice'),
      state: valueIn(fields, 'state'),
    };
  },
  limits: (fields) => {
    const budgets = limitsIn(fields);
    return {
      type: 'constraint_change',
      about: 'Constraints or limits were changed.',
      constraints: rewritten(fields, 'constraints'),
      budgets: Object.keys(budgets).length === 0 ? undefined : budgets,
    };
  },
};

/** Before the name of a step whose result a field holds. */
export const RESULT = 'result.';

/** Of boxes that are ticked: the rest of their names. */
function namesAfter(fields: Fields, prefix: string): readonly string[] {
  return Object.keys(fields).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}

/** YAML, of which JSON is a part. Throws `Unreadable`. */
function typed(fields: Fields, name: string, label: string): unknown {
  const text = valueIn(fields, name);
  if (text === undefined) return undefined;
  const parsed = parseDocument(text, 'yaml');
  if ('document' in parsed && parsed.issues === undefined) return parsed.document;
  throw new Unreadable(`${label} cannot be read as YAML or JSON: ${parsed.issues?.[0]?.detail ?? ''}`);
}

class Unreadable extends Error {}
