import { sizeProblem } from '../../expressions/scope/binding.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';
import type { RedirectedPart, TopologyRedirects } from '../topology-document.ts';
import type { RedirectBody } from './body.ts';

/** What a redirect asks for that a topology of this kind does not have. */
export function* unsupported(
  kind: string,
  { takes, noGraph }: TopologyRedirects,
  body: RedirectBody,
): Generator<Issue> {
  if (noGraph !== undefined && body.type === 'dag_adjustment') {
    for (const field of ['add', 'remove', 'force', 'reset'] as const)
      if (body[field] !== undefined) yield notSupported(field, noGraph);
    if (!takes.includes('state') && body.state !== undefined) yield notSupported('state', lacking(kind, 'state'));
    return;
  }
  for (const part of PARTS)
    if (!takes.includes(part) && isGiven(body, part)) yield notSupported(part, lacking(kind, part));
}

const PARTS: readonly RedirectedPart[] = ['state', 'variables', 'objective', 'force'];

function isGiven(body: RedirectBody, part: RedirectedPart): boolean {
  return new Map<string, unknown>(Object.entries(body)).get(part) !== undefined;
}

const WORDS: Readonly<Record<RedirectedPart, string>> = {
  state: 'states.',
  variables: 'variables.',
  objective: 'objective; use specification.',
  force: 'groups of alternatives to choose from.',
};

function lacking(kind: string, part: RedirectedPart): string {
  return `A workflow of topology ${kind} has no ${WORDS[part]}`;
}

/** Bindings that say nothing, and facts that are too large (R87). */
export function* unusableBindings(body: RedirectBody): Generator<Issue> {
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

function notSupported(field: string, detail: string): Issue {
  return { pointer: below('', field), code: 'not_supported', detail };
}
