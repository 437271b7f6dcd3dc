/** What a redirect makes of the document that a run goes by. Pure. */

import { fieldsOf } from '../../engine.ts';
import { sizeProblem } from '../../expressions/scope/binding.ts';
import type { Plan } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { RunRecord } from '../../ports/store/runs.ts';
import { entriesOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import { givenVariableIssues } from '../../topologies/machine/document/given-variables.ts';
import type { RedirectBody } from './body.ts';
import { type Document, idOf, type Revisable, revisable, revisedPlan, stepsOf } from './revision.ts';

export type Revised =
  | { readonly ok: true; readonly revised?: { readonly document: Document; readonly plan: Plan } }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * What comes out must be a definition. Nothing is `revised` where the document stays as it is. `gone`: the steps that have done their part
 * and go with the next change, which are clarifications.
 */
export function revise(
  { record, document, check }: Revisable,
  body: RedirectBody,
  gone: ReadonlySet<string> = new Set(),
): Revised {
  const issues = [
    ...unsupported(record, body),
    ...empty(body),
    ...unknownSteps(record.plan, body),
    ...unknownInMachine(record, document, body),
  ];
  if (issues.length > 0) return { ok: false, issues };
  const before = revisable(record, document, gone);
  const changes = changesOf(before, body);
  if (changes === undefined && gone.size === 0) {
    const lacking = [...unknownChoice(record.plan, body)];
    return lacking.length > 0 ? { ok: false, issues: lacking } : { ok: true };
  }
  const after = { ...before, ...changes };
  const checked = check(after, before);
  if (!checked.ok) return { ok: false, issues: checked.issues.map((issue) => inBody(issue, before, after, body)) };
  const lacking = [...unknownChoice(checked.plan, body), ...(checked.plan.missing ?? []).map(becameIncomplete)];
  if (lacking.length > 0) return { ok: false, issues: lacking };
  return { ok: true, revised: { document: after, plan: revisedPlan(record, checked.plan) } };
}

/** The fields of the document that change; undefined when none does. */
function changesOf(document: Document, body: RedirectBody): Document | undefined {
  switch (body.type) {
    case 'objective_change':
      return objectiveChange(document, body);
    case 'constraint_change': {
      const { constraints, defaults } = body;
      if (constraints === undefined && defaults === undefined) return undefined;
      return {
        ...(constraints !== undefined && { constraints }),
        ...(defaults !== undefined && { defaults: { ...fieldsOf(document['defaults']), ...defaults } }),
      };
    }
    case 'dag_adjustment':
      return body.add === undefined && body.remove === undefined ? undefined : adjusted(document, body);
    case 'bindings_override':
      return undefined;
  }
}

function withoutChoices(groups: unknown, gone: ReadonlySet<string>): unknown {
  return Object.fromEntries(
    entriesOf(groups).map(([id, group]) => {
      const { choices, ...options } = fieldsOf(group);
      return [id, Array.isArray(choices) ? { ...options, choices: choices.filter((each) => !gone.has(each)) } : group];
    }),
  );
}

/** What is said holds over what was agreed on, field by field. */
function objectiveChange(
  document: Document,
  { specification, objective }: Extract<RedirectBody, { type: 'objective_change' }>,
): Document | undefined {
  if (specification === undefined && objective === undefined) return undefined;
  return {
    ...(specification !== undefined && { specification }),
    ...(objective !== undefined && { objective: { ...fieldsOf(document['objective']), ...fieldsOf(objective) } }),
  };
}

/** A step that is removed and added takes its own place; the others that are added come last. */
function adjusted(document: Document, body: Extract<RedirectBody, { type: 'dag_adjustment' }>): Document {
  const removed = new Set(body.remove);
  const replacing = new Map((body.add ?? []).map((step) => [idOf(step), step] as const));
  const kept = stepsOf(document).flatMap((step) => {
    const id = idOf(step);
    if (id === undefined || !removed.has(id)) return [step];
    return replacing.has(id) ? [replacing.get(id)] : [];
  });
  const present = new Set(kept);
  const goal = document['goal'];
  const gone = new Set([...removed].filter((id) => !replacing.has(id)));
  return {
    steps: [...kept, ...(body.add ?? []).filter((step) => !present.has(step))],
    ...(Array.isArray(goal) && { goal: goal.filter((id) => !gone.has(id)) }),
    ...(document['orGroups'] !== undefined && { orGroups: withoutChoices(document['orGroups'], gone) }),
  };
}

function* unsupported({ topology }: Pick<RunRecord, 'topology'>, body: RedirectBody): Generator<Issue> {
  if (topology === 'machine' && body.type === 'dag_adjustment') {
    for (const field of ['add', 'remove', 'force', 'reset'] as const) {
      if (body[field] === undefined) continue;
      yield notSupported(`/${field}`, 'A state machine has no graph of steps to adjust; give the state to move to.');
    }
    return;
  }
  if (body.type === 'dag_adjustment' && body.state !== undefined && topology !== 'machine') {
    yield notSupported('/state', `A workflow of topology ${topology} has no states.`);
  }
  if (body.type === 'bindings_override' && body.variables !== undefined && topology !== 'machine') {
    yield notSupported('/variables', `A workflow of topology ${topology} has no variables.`);
  }
  const isAndOr = topology === 'and-or';
  if (topology === 'dag' && body.type === 'objective_change' && body.objective !== undefined) {
    yield notSupported('/objective', `A workflow of topology ${topology} has no objective; use specification.`);
  }
  if (!isAndOr && body.type === 'dag_adjustment' && body.force !== undefined) {
    yield notSupported('/force', `A workflow of topology ${topology} has no groups of alternatives to choose from.`);
  }
  if (body.type !== 'bindings_override') return;
  for (const [step, { content, summary, facts }] of Object.entries(body.bindings)) {
    if (content === undefined && summary === undefined && facts === undefined)
      yield {
        pointer: below('/bindings', step),
        code: 'required',
        detail: 'Give the content, the summary, the facts, or several of them.',
      };
    const problem = facts && sizeProblem(facts);
    if (problem) yield { pointer: below('/bindings', step, 'facts'), code: 'too_large', detail: problem };
  }
}

/** States and variables that a machine has (R89). */
function* unknownInMachine({ plan, input }: RunRecord, document: unknown, body: RedirectBody): Generator<Issue> {
  if (!plan.machine) return;
  const { states } = plan.machine;
  if (body.type === 'dag_adjustment' && body.state !== undefined && !states.includes(body.state)) {
    const detail = `There is no state "${body.state}".${suggestion(body.state, states)} States: ${listing(states)}.`;
    yield { pointer: '/state', code: 'unknown_state', detail };
  }
  if (body.type === 'bindings_override' && body.variables) yield* givenVariableIssues(document, input, body.variables);
}

/** What is forced is there once the redirect is applied. */
function* unknownChoice({ groups = [] }: Pick<Plan, 'groups'>, body: RedirectBody): Generator<Issue> {
  if (body.type !== 'dag_adjustment' || body.force === undefined) return;
  const { orGroup, choice } = body.force;
  const group = groups.find(({ id }) => id === orGroup);
  if (!group) {
    const known = groups.map(({ id }) => id).join(', ') || 'none';
    yield {
      pointer: '/force/orGroup',
      code: 'unknown_group',
      detail: `There is no group "${orGroup}". Groups: ${known}.`,
    };
  } else if (!group.choices.includes(choice)) {
    const detail = `"${choice}" is no choice of "${orGroup}". Choices: ${group.choices.join(', ')}.`;
    yield { pointer: '/force/choice', code: 'unknown_choice', detail };
  }
}

function becameIncomplete(missing: string): Issue {
  const detail = `The run would no longer say what it needs to: ${missing} would be missing.`;
  return { pointer: missing === 'steps' ? '/remove' : `/objective/${missing}`, code: 'incomplete', detail };
}

function* empty(body: RedirectBody): Generator<Issue> {
  const { type, description: _, onConflict: __, ...change } = body;
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  if (Object.values<unknown>(change).every(isEmpty)) {
    yield { pointer: '', code: 'empty_change', detail: `The ${type} says nothing to change.` };
  }
}

function* unknownSteps({ steps }: Plan, body: RedirectBody): Generator<Issue> {
  const known = new Set(steps.map(({ id }) => id));
  for (const [pointer, id] of namedSteps(body)) {
    if (known.has(id)) continue;
    const detail = `The run has no step "${id}", but ${[...known].slice(0, 20).join(', ')}.`;
    yield { pointer, code: 'unknown_step', detail };
  }
}

/** The steps that a redirect takes for granted, with where it names them; what it adds is not among them. */
export function namedSteps(body: RedirectBody): readonly (readonly [pointer: string, id: string])[] {
  const own = new Set(body.type === 'dag_adjustment' ? (body.add ?? []).map(idOf) : []);
  const lists = [
    (body.reset ?? []).flatMap((id, at) => (own.has(id) ? [] : [[`/reset/${at}`, id] as const])),
    body.type === 'dag_adjustment' ? (body.remove ?? []).map((id, at) => [`/remove/${at}`, id] as const) : [],
    body.type === 'bindings_override'
      ? Object.keys(body.bindings).map((id) => [below('/bindings', id), id] as const)
      : [],
  ];
  return lists.flat();
}

/** Where a problem of the revised document lies in what was sent; what lies elsewhere is told by the document's own pointer. */
function inBody(issue: Issue, before: Document, after: Document, body: RedirectBody): Issue {
  const [, part, index = '', ...rest] = issue.pointer.split('/');
  if (body.type !== 'dag_adjustment' || part !== 'steps') return issue;
  const step = stepsOf(after)[Number(index)];
  const added = (body.add ?? []).indexOf(step);
  if (added < 0 || stepsOf(before).includes(step)) return issue;
  return { ...issue, pointer: ['/add', String(added), ...rest].join('/') };
}

function notSupported(pointer: string, detail: string): Issue {
  return { pointer, code: 'not_supported', detail };
}
