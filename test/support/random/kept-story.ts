/** A story that is kept: the document and what arrived, to be played again in memory, and what a caller saw of it then. */
import '../../../src/topologies/documents.ts';
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import { raisedBound, remainingBound } from '../../../src/engine.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import type { Event } from '../../../src/model/event.ts';
import type { Rules } from '../../../src/model/events/run.ts';
import type { Input } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { type MemoryRun, memoryRun } from '../../../src/testing/memory-world.ts';
import type { Fields } from './documents.ts';
import type { Drawn, Story } from './story.ts';

/** What arrived at a time, in milliseconds; of a redirect that changes the definition the document that it led to. */
export interface Arrived {
  readonly at: number;
  readonly input: Input;
  readonly revised?: Fields;
}

export interface Beginning {
  readonly document: Fields;
  /** Whether its base case is verified from the start. */
  readonly verifies: boolean;
  /** Of a run that was begun before: the rules that it goes by. */
  readonly rules?: Rules;
}

/** What a caller saw after something had arrived. */
export interface Seen {
  /** What followed: each event without its number and time, which follow from those before it. */
  readonly events: readonly object[];
  /** What was under way then, as `token/phase`. */
  readonly calls: readonly string[];
  /** Generations that it may still make, and may make in all (R26). */
  readonly bound: readonly [remaining: number, raised: number];
}

export interface Told extends Beginning {
  readonly drawn: Drawn;
  readonly arrived: readonly Arrived[];
  /** The first is of its beginning, the others follow on what arrived, one each. */
  readonly seen: readonly Seen[];
}

const guards = createGuardRegistry({ sim: true });
const DEFINITION = { name: 'kept', version: 1, digest: 'sha256:0' } as const;

/** Plays a story from its beginning; `then` is shown the run after each of its moments, the first of which is before anything arrives. */
export function playAgain(
  { document, verifies, rules }: Beginning,
  arrived: readonly Arrived[],
  then: (seen: Seen, run: MemoryRun, moment: number) => void,
): void {
  const run = memoryRun(planOf(document), {
    ...(verifies && { verifies }),
    ...(rules !== undefined && { rules }),
  });
  let known = 0;
  let before: unknown = document;
  const see = (moment: number) => {
    run.turn();
    const events = run.log.slice(known).map(withoutPlace);
    known = run.log.length;
    const { plan, state } = run.now;
    const calls = run.calls.map(({ token, phase }) => `${token}/${phase}`);
    then({ events, calls, bound: [remainingBound(plan, state), raisedBound(plan, state)] }, run, moment);
  };
  see(0);
  for (const [index, { at, input, revised }] of arrived.entries()) {
    run.at(at);
    run.dispatch(revised ? revising(input, planOf(revised, before), run.now.plan) : input);
    before = revised ?? before;
    see(index + 1);
  }
}

/** Throws where publishing would refuse the document. */
function planOf(document: Fields, before?: unknown): Plan {
  const checked = checkDefinition(document, { guards }, before);
  if (!checked.ok) throw new Error(`The document is refused: ${JSON.stringify(checked.issues)}`);
  return { ...checked.plan, definition: DEFINITION };
}

/** The input with the plan of what it leads to; its budgets stay. */
function revising(input: Input, plan: Plan, { budgets }: Plan): Input {
  if (input.kind !== 'redirect' || !input.revision) return input;
  return { ...input, revision: { ...input.revision, plan: { ...plan, budgets } } };
}

function withoutPlace(event: Event): object {
  const { seq: _, at: __, ...rest } = event;
  return rest;
}

/** What a revision is called in a random world is its whole document, in tokens too; here it has a short name. */
export function toldBy({ drawn, plan, moments }: Story): Told {
  const digests = moments.flatMap(({ input }) => (input && 'revision' in input ? (input.revision?.digest ?? []) : []));
  const names = [...new Set(digests)].map(
    (digest, index) => [JSON.stringify(digest).slice(1, -1), `sha256:r${index + 1}`] as const,
  );
  let at = 0;
  const arrived = moments.slice(1).flatMap(({ input, events }): Arrived[] => {
    at = events[0]?.at ?? at;
    return input ? [{ at, ...named(input, names) }] : [];
  });
  const beginning = {
    document: drawn.document,
    verifies: plan.topology === 'machine' && plan.baseCase !== undefined,
    ...(drawn.rules !== undefined && { rules: drawn.rules }),
  };
  const seen: Seen[] = [];
  playAgain(beginning, arrived, (each) => void seen.push(each));
  return { ...beginning, drawn, arrived, seen };
}

function named(
  input: Input,
  names: readonly (readonly [digest: string, name: string])[],
): Pick<Arrived, 'input' | 'revised'> {
  const withoutPlan =
    'revision' in input && input.revision ? { ...input, revision: { ...input.revision, plan: undefined } } : input;
  const text = names.reduce((said, [digest, name]) => said.replaceAll(digest, name), JSON.stringify(withoutPlan));
  return {
    input: JSON.parse(text),
    ...('revision' in input && input.revision && { revised: JSON.parse(input.revision.digest) }),
  };
}
