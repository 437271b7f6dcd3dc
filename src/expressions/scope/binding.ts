import { stringifyJson } from '../../text/exact-json.ts';
import { summaryOf } from '../../text/summary.ts';
import { utf8Length } from '../../text/text.ts';
import { isReadable } from './worker-output.ts';

/** What an accepted artifact serves its dependents with. */
export interface Binding {
  readonly summary: string;
  /** What its worker says that later work needs (R87); left out where there is nothing. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Bytes of facts as JSON. */
const MOST = 4_096;

/**
 * The binding of a step (R52, R87). Of a worker `bindings_delta` are its facts; a string there under the step's own id is its summary.
 * `step` is who made it, not a group that it won for.
 */
export function bindingOf(
  { id, role }: { readonly id: string; readonly role?: string | undefined },
  text: string,
): Binding {
  const delta = role === 'worker' ? isReadable(text)?.bindings_delta : undefined;
  const own = delta && Object.hasOwn(delta, id) ? delta[id] : undefined;
  const facts = Object.entries(delta ?? {}).filter(([name]) => name !== id || typeof own !== 'string');
  return {
    summary: typeof own === 'string' ? own : summaryOf(text),
    ...(facts.length > 0 && { facts: Object.fromEntries(facts) }),
  };
}

/** As prompts show it: the summary, then a line for each fact. */
export function bindingText({ summary, facts = {} }: Binding): string {
  return [summary, ...Object.entries(facts).map(([name, value]) => `- ${name}: ${inOneLine(value)}`)].join('\n');
}

function inOneLine(value: unknown): string {
  return typeof value === 'string' && !/[\r\n]/.test(value) ? value : (stringifyJson(value) ?? '');
}

/**
 * Why what a worker hands back cannot be its binding (R87): it tells of another step or group, which only people may, or too much.
 * `others`: the names of all other steps and groups. Undefined where it can be.
 */
export function deltaProblem(text: string, others: ReadonlySet<string>): string | undefined {
  const delta = isReadable(text)?.bindings_delta ?? {};
  const foreign = Object.keys(delta).find((name) => others.has(name));
  if (foreign !== undefined)
    return `/bindings_delta/${foreign}: "${foreign}" is another step or group, whose results only people overwrite. Name the fact differently, or leave it out.`;
  const problem = sizeProblem(delta);
  return problem && `/bindings_delta: ${problem}`;
}

/** Why facts cannot be kept: their size. */
export function sizeProblem(facts: Readonly<Record<string, unknown>>): string | undefined {
  const bytes = utf8Length(stringifyJson(facts) ?? '');
  return bytes <= MOST
    ? undefined
    : `the facts have ${bytes} bytes as JSON; at most ${MOST} are kept. Put what is long in a file under "artifacts".`;
}
