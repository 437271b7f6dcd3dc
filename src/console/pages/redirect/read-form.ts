import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { type Fields, limitsIn, valueIn, withoutGaps } from '../../parts/fields.ts';
import { rewritten } from '../../parts/prefilled.ts';

/** Ways to correct a run, and what each is called. */
export const CHANGES = {
  objective: 'Objective',
  result: 'A result',
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

/** What a form says. Fields of other ways than the chosen one are not looked at. */
export function correctionIn(fields: Fields): Read {
  const change = changeIn(fields);
  if (change === undefined) return { ok: false, problem: 'Say what to change.' };
  if (change === 'words') {
    const instruction = valueIn(fields, 'words');
    if (instruction === undefined) return { ok: false, problem: 'Say in your words what to change.' };
    return { ok: true, body: withoutGaps({ instruction, description: valueIn(fields, 'why') }), replaced: [] };
  }
  try {
    const own = OWN[change](fields);
    const reset = namesAfter(fields, 'reset.');
    const body = withoutGaps({
      ...own,
      description: valueIn(fields, 'why') ?? NO_REASON,
      onConflict: valueIn(fields, 'onConflict'),
      reset: reset.length === 0 ? undefined : reset,
    });
    return { ok: true, body, replaced: change === 'result' ? Object.keys(Object(own['bindings'])) : [] };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Stands for the reason while it is only asked what would happen. */
const NO_REASON = 'no reason yet';

/** What of a request a preview tells the effect of: all but why it is sent. */
export function digestOfEffect(body: Readonly<Record<string, unknown>>): string {
  return createHash('sha256')
    .update(JSON.stringify({ ...body, description: '' }))
    .digest('hex')
    .slice(0, 16);
}

type Own = (fields: Fields) => Readonly<Record<string, unknown>>;

const OWN: Readonly<Record<Exclude<Change, 'words'>, Own>> = {
  objective: (fields) => ({
    type: 'objective_change',
    specification: rewritten(fields, 'specification'),
    objective: typed(fields, 'objective', 'Fields of the objective'),
  }),
  result: (fields) => ({
    type: 'bindings_override',
    bindings: Object.fromEntries(
      Object.keys(fields).flatMap((name) => {
        const content = name.startsWith(RESULT) ? rewritten(fields, name) : undefined;
        return content === undefined ? [] : [[name.slice(RESULT.length), { content }]];
      }),
    ),
    variables: typed(fields, 'variables', 'Variables'),
  }),
  graph: (fields) => {
    const remove = namesAfter(fields, 'remove.');
    return {
      type: 'dag_adjustment',
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
  try {
    const value: unknown = parse(text);
    return value;
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
    throw new Unreadable(`${label} cannot be read as YAML or JSON: ${why}`);
  }
}

class Unreadable extends Error {}
