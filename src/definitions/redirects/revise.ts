/** What a redirect makes of the document that a run goes by. Pure. */

import type { Plan } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { fieldsOf } from '../../text/fields.ts';
import { below } from '../../text/pointer.ts';
import { topologyDocumentOf, topologyOfDocument } from '../topology-document.ts';
import type { RedirectBody } from './body.ts';
import { type Document, idOf, type Revisable, revisable, revisedPlan, stepsOf } from './revision.ts';
import { unsupported, unusableBindings } from './unsupported.ts';

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
  const { redirects } = topologyDocumentOf(record.topology);
  const issues = [
    ...unsupported(record.topology, redirects, body),
    ...unusableBindings(body),
    ...empty(body),
    ...unknownSteps(record.plan, body),
    ...(redirects.check?.(record, document, body) ?? []),
  ];
  if (issues.length > 0) return { ok: false, issues };
  const before = revisable(record, document, gone);
  const changes = changesOf(before, body);
  if (changes === undefined && gone.size === 0) {
    const lacking = [...(redirects.checkPlan?.(record.plan, body) ?? [])];
    return lacking.length > 0 ? { ok: false, issues: lacking } : { ok: true };
  }
  const after = { ...before, ...changes };
  const checked = check(after, before);
  if (!checked.ok) return { ok: false, issues: checked.issues.map((issue) => inBody(issue, before, after, body)) };
  const lacking = [
    ...(redirects.checkPlan?.(checked.plan, body) ?? []),
    ...(checked.plan.missing ?? []).map(becameIncomplete),
  ];
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
    ...topologyOfDocument(document).redirects.without?.(document, gone),
  };
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
