import { isDeepStrictEqual } from 'node:util';
import { evolve, planGraph, raisedBound, type StateOfSchema1, toSchema1 } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { cascade } from '../../src/model/graph.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, isClosed, openEscalations, type RunState } from '../../src/model/run-state.ts';
import { addUsage, NO_USAGE, type Usage } from '../../src/model/usage.ts';

/** Everything that three witnesses say of one run at rest: the database's tables, the log, and Temporal. */
export interface Evidence {
  readonly id: string;
  readonly plan: Plan;
  readonly log: readonly Event[];
  /** The view row. */
  readonly view: RunState;
  /** What the API says was used in vain. */
  readonly discarded: Usage;
  readonly attempts: readonly { readonly token: string; readonly status: string }[];
  readonly artifacts: readonly ArtifactEvidence[];
  /** What was paid for calls that broke. */
  readonly broken: readonly Usage[];
  /** Tokens of calls that are noted as waiting for their model. */
  readonly waiting: readonly string[];
  readonly verdicts: readonly { readonly token: string; readonly artifactId: string; readonly verdict: string }[];
  /** What the workflow itself answers. */
  readonly reported: StateOfSchema1;
  /** Of the newest execution: `RUNNING`, `COMPLETED`, … */
  readonly execution: string;
  /** The events that the activities of Temporal's history carried, by seq, each once or more. */
  readonly carried: readonly Event[];
}

export interface ArtifactEvidence {
  readonly id: string;
  readonly ordinal: number;
  readonly token: string | null;
  readonly digest: string;
  /** Of the stored bytes; null: there are none. */
  readonly digestOfBytes: string | null;
  readonly usage: Usage;
  /** The ordinals of what it was made from; null: the parent does not exist. */
  readonly parents: readonly (number | null)[];
}

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

/** What is wrong with a run, each line beginning with the invariant that it breaks; empty: nothing is. */
export function violationsOf(evidence: Evidence): readonly string[] {
  return [
    ...atRest(evidence),
    ...oneEnding(evidence),
    ...artifactsOnce(evidence),
    ...ancestry(evidence),
    ...paidAndCounted(evidence),
    ...withinBounds(evidence),
    ...advancesOnPassOnly(evidence),
    ...undoesExactly(evidence),
    ...fatalAsks(evidence),
    ...oneStory(evidence),
  ];
}

/** Statuses in which a run waits for somebody, and says so. */
const DECLARED_WAITS: readonly string[] = ['paused', 'escalated', 'budget_exceeded', 'awaiting_alignment'];

/** Whether a run has ended or waits for somebody: then nothing more happens by itself. */
export function isAtRest(state: RunState): boolean {
  const underWay = Object.values(state.steps).some(({ call }) => call && call.pending === undefined);
  return isClosed(state) || (DECLARED_WAITS.includes(state.life.status) && !underWay);
}

function atRest({ view, execution }: Evidence): readonly string[] {
  const open = execution === 'RUNNING';
  return [
    ...claim(isAtRest(view), `I1: it neither ended nor waits for anybody: ${view.life.status}`),
    ...claim(open !== isClosed(view), `I1: it is ${view.life.status}, its execution ${execution}`),
    ...claim(
      isClosed(view) || view.life.status === 'paused' || openEscalations(view).length > 0,
      `I1: it is ${view.life.status} and asks nobody anything`,
    ),
  ];
}

/** After an ending there is nothing, or the resumption of a stopped run; what was being generated then is discarded (R27). */
function oneEnding({ log }: Evidence): readonly string[] {
  let state = INITIAL;
  return log.flatMap((event, index) => {
    state = evolve(state, event);
    if (event.type !== 'run.closed') return [];
    const next = log[index + 1];
    const generating = Object.values(state.steps).filter(({ call }) => call?.phase === 'generate');
    return [
      ...generating.map(({ call }) => `I2: ${call?.token} outlives the ending at ${event.seq}`),
      ...claim(
        next === undefined || (event.status === 'stopped' && next.type === 'run.resumed'),
        `I2: ${next?.type} at ${next?.seq} follows the ending "${event.status}"`,
      ),
    ];
  });
}

function artifactsOnce({ log, view, artifacts, verdicts }: Evidence): readonly string[] {
  const created = ofType(log, 'artifact.created');
  const known = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  const begun = new Set(ofType(log, 'attempt.started').map(({ token }) => token));
  const named = new Set(created.map(({ token }) => token));
  const dropped = discardedTokens(log);
  const underWay = new Set(Object.values(view.steps).flatMap(({ call }) => call?.token ?? []));
  const references = [...created, ...ofType(log, 'step.satisfied')];
  return [
    ...twice(artifacts.flatMap(({ token }) => token ?? [])).map((token) => `I3: ${token} has two stored answers`),
    ...twice(created.map(({ token }) => token)).map((token) => `I3: ${token} was answered twice in the log`),
    ...twice(ofType(log, 'guard.verdict').map(({ token }) => token)).map((token) => `I3: ${token} was judged twice`),
    ...twice(ofType(log, 'attempt.finished').map(({ token }) => token)).map((token) => `I3: ${token} finished twice`),
    ...artifacts.flatMap(({ id, digest, digestOfBytes }) =>
      claim(digest === digestOfBytes, `I3: the bytes of ${id} are not those of its digest`),
    ),
    ...references.flatMap(({ seq, artifactId, digest }) =>
      claim(known.get(artifactId)?.digest === digest, `I3: event ${seq} names ${artifactId}, which is not stored so`),
    ),
    ...verdicts.flatMap(({ token, artifactId }) =>
      claim(known.has(artifactId), `I3: the verdict on ${token} names ${artifactId}, which is not stored`),
    ),
    ...artifacts.flatMap(({ id, token }) => {
      if (token === null || !token.startsWith('t')) return [];
      return [
        ...claim(begun.has(token), `I3: ${id} was made under ${token}, which no attempt has`),
        ...claim(
          named.has(token) || dropped.has(token) || underWay.has(token),
          `I3: ${id} is lost: ${token} neither names nor discards it`,
        ),
      ];
    }),
  ];
}

/** Parents exist and are older, so there is no way round. */
function ancestry({ artifacts }: Evidence): readonly string[] {
  return artifacts.flatMap(({ id, ordinal, parents }) =>
    parents.flatMap((parent) =>
      claim(parent !== null && parent < ordinal, `I4: ${id} was made from something that is not older`),
    ),
  );
}

/** Every stored answer is counted in the budget that the log keeps, or shown as discarded (R27), and so is what broke off (R111). */
function paidAndCounted({ log, artifacts, broken, discarded }: Evidence): readonly string[] {
  const created = new Map(ofType(log, 'artifact.created').map((event) => [event.token, event.usage]));
  const dropped = discardedTokens(log);
  const inVain = artifacts.filter(({ token }) => token !== null && dropped.has(token)).map(({ usage }) => usage);
  let state = INITIAL;
  const beyond = log.flatMap((event) => {
    state = evolve(state, event);
    const { maxAttempts = Number.POSITIVE_INFINITY } = state.budgets;
    return claim(state.usage.attempts <= maxAttempts, `I6: ${state.usage.attempts} attempts of ${maxAttempts}`);
  });
  return [
    ...beyond,
    ...artifacts.flatMap(({ token, usage }) => {
      const counted = created.get(token ?? '');
      return counted ? claim(alike(counted, usage), `I6: the log counts another usage for ${token}`) : [];
    }),
    ...claim(
      alike([...inVain, ...broken].reduce(addUsage, NO_USAGE), discarded),
      'I6: the discarded usage is not that of the answers discarded and the calls that broke',
    ),
  ];
}

function withinBounds({ log, plan }: Evidence): readonly string[] {
  let state = INITIAL;
  return log.flatMap((event) => {
    state = evolve(state, event);
    const bound = raisedBound(plan, state);
    return [
      ...claim(
        state.usage.attempts <= bound,
        `I7: ${state.usage.attempts} generations at ${event.seq}, bound ${bound}`,
      ),
      ...Object.entries(state.steps).flatMap(([step, { open, attempt, allowed }]) =>
        claim(!open || attempt <= allowed, `I7: ${step} made attempt ${attempt} of ${allowed} at ${event.seq}`),
      ),
    ];
  });
}

function advancesOnPassOnly({ log, verdicts }: Evidence): readonly string[] {
  const passed = (event: EventOf<'step.satisfied'>) =>
    ofType(log, 'guard.verdict').find(
      ({ seq, step, epoch, artifactId, verdict }) =>
        seq < event.seq &&
        step === event.step &&
        epoch === event.epoch &&
        artifactId === event.artifactId &&
        verdict === 'pass',
    );
  const stored = new Map(verdicts.map(({ token, verdict }) => [token, verdict]));
  return [
    ...ofType(log, 'step.satisfied').flatMap((event) =>
      claim(passed(event) !== undefined, `I8: ${event.step} is satisfied at ${event.seq} without a pass`),
    ),
    ...ofType(log, 'guard.verdict').flatMap(({ token, verdict }) =>
      claim((stored.get(token) ?? verdict) === verdict, `I8: the log calls ${token} ${verdict}, its guard did not`),
    ),
  ];
}

/** A backtrack resets its targets and all that depends on them, and nothing else (formal A.2 Def 7). */
function undoesExactly({ log, plan }: Evidence): readonly string[] {
  let state = INITIAL;
  return log.flatMap((event, index) => {
    state = evolve(state, event);
    if (event.type !== 'backtrack.started') return [];
    const affected = [...cascade(planGraph(plan), event.targets)].filter((id) => {
      const { epoch = 0, sigma = 'unsatisfied' } = state.steps[id] ?? {};
      return epoch > 0 || sigma !== 'unsatisfied';
    });
    const undone: string[] = [];
    for (const next of log.slice(index + 1)) {
      if (next.type === 'step.invalidated' && next.cause === event.step) undone.push(next.step);
      else if (next.type !== 'attempt.finished' && next.type !== 'escalation.withdrawn') break;
    }
    return claim(
      isDeepStrictEqual(undone.toSorted(), affected.toSorted()),
      `I8: the backtrack at ${event.seq} undid ${undone.join(', ')}; due were ${affected.join(', ')}`,
    );
  });
}

/** Nothing is tried again in the epoch of a fatal verdict, and a person is asked. */
function fatalAsks({ log }: Evidence): readonly string[] {
  return ofType(log, 'guard.verdict').flatMap(({ seq, step, epoch, verdict, token }) => {
    // The question about a person's artifact is open already, and stays so (R43).
    if (verdict !== 'fatal' || token.startsWith('h')) return [];
    const later = log.filter((event) => event.seq > seq);
    const asked = later.some((event) => event.type === 'escalation.opened' && event.step === step);
    const again = later.some(
      (event) => event.type === 'attempt.started' && event.step === step && event.epoch === epoch,
    );
    return [
      ...claim(asked, `I8: nobody was asked about the fatal verdict at ${seq}`),
      ...claim(!again, `I8: ${step} was tried again after the fatal verdict at ${seq}`),
    ];
  });
}

/** The log is dense; view, workflow and history tell what it tells. */
function oneStory({ id, log, view, reported, attempts, carried, waiting }: Evidence): readonly string[] {
  const folded = log.reduce(evolve, INITIAL);
  const bySeq = new Map(log.map((event) => [event.seq, event]));
  const told = new Set(carried.map(({ seq }) => seq));
  const first = Math.min(...told);
  const untold = log.filter(({ seq }) => seq >= first && !told.has(seq));
  const dropped = discardedTokens(log);
  return [
    ...claim(
      log.every(({ seq }, index) => seq === index + 1),
      `I12: the log has a hole or a repeat: ${log.map(({ seq }) => seq).join(' ')}`,
    ),
    ...claim(folded.runId === id, `I12: the log is that of "${folded.runId}"`),
    ...claim(same(view, folded), 'I12: the view row is not the fold of the log'),
    ...claim(same(reported, toSchema1(folded)), 'I12: the workflow is not at the fold of the log'),
    ...carried.flatMap((event) =>
      claim(same(event, bySeq.get(event.seq)), `I12: history and log differ about event ${event.seq}`),
    ),
    ...untold.map(({ seq, type }) => `I12: event ${seq}, ${type}, is in the log but in no history`),
    ...claim(
      same(
        attempts.map(({ token }) => token).toSorted(),
        [...new Set(log.flatMap((event) => (begins(event) ? event.token : [])))].toSorted(),
      ),
      'I12: the list of attempts is not that of the log',
    ),
    ...attempts.flatMap(({ token, status }) =>
      claim((status === 'discarded') === dropped.has(token), `I12: the list of attempts calls ${token} ${status}`),
    ),
    ...waiting.map((token) => `I12: ${token} is still noted as waiting`),
  ];
}

/** A person's artifact begins an entry of its own. */
function begins(event: Event): event is EventOf<'attempt.started'> | EventOf<'artifact.created'> {
  return event.type === 'attempt.started' || event.type === 'artifact.created';
}

function discardedTokens(log: readonly Event[]): ReadonlySet<string> {
  const finished = ofType(log, 'attempt.finished').filter(({ status }) => status === 'discarded');
  return new Set(finished.map(({ token }) => token));
}

function ofType<Type extends Event['type']>(log: readonly Event[], type: Type): readonly EventOf<Type>[] {
  return log.filter((event): event is EventOf<Type> => event.type === type);
}

function twice(values: readonly string[]): readonly string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

function same(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(throughJson(one), throughJson(other));
}

function alike(one: Usage, other: Usage): boolean {
  return isDeepStrictEqual({ ...NO_USAGE, ...one }, { ...NO_USAGE, ...other });
}

function throughJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function claim(holds: boolean, otherwise: string): readonly string[] {
  return holds ? [] : [otherwise];
}
