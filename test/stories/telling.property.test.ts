/** Pure: whatever happens in a run, told portion by portion it is the same story as told at once. */
import fc from 'fast-check';
import type { Event } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL } from '../../src/model/run-state.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import { surveyFromJson, surveyToJson } from '../../src/stories/survey-json.ts';
import { gistOf, modesIn, newTelling, surveyIn, tellOn } from '../../src/stories/telling.ts';
import { fromJson, toJson } from '../../src/stories/telling-json.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { accepted } from '../definitions/makers.ts';
import { anyMachine } from '../support/played/machines.ts';
import { anyPlan } from '../support/played/plans.ts';
import { anySearch } from '../support/played/search-plans.ts';
import { type Simulated, simulated } from '../support/played/simulation.ts';

const FEEDBACK = ['no such file: a.py', "ModuleNotFoundError: No module named 'x'", 'wrong', 'AssertionError: 1 != 2'];

/** What guards could have said of the log's attempts. */
function judgedIn(log: readonly Event[]) {
  const judged = log.flatMap((event) => (event.type === 'guard.verdict' ? [event] : []));
  const verdicts = judged.map(({ token, verdict, guard, signature = '' }, at): [string, Verdict] => {
    // Every other one is what the log names it by, as a guard wrote it.
    const feedback = (at % 2 === 0 ? signature.toUpperCase() : FEEDBACK[at % FEEDBACK.length]) ?? '';
    const said = { feedback, nature: 'deterministic', durationMs: 1 } as const;
    const leaf: Verdict = { verdict, guard, ...said, subResults: [] };
    return [token, at % 3 === 0 ? { ...leaf, subResults: [leaf, { ...leaf, guard: 'other' }] } : leaf];
  });
  const cut = judged.flatMap(({ token }, at) => (at % 4 === 1 ? [token] : []));
  return { verdicts: new Map(verdicts), cut: new Set(cut) };
}

/** Told in portions of so many events; what is remembered between them goes through JSON, as in the store. */
function toldOf({ log, plan }: Pick<Simulated, 'log' | 'plan'>, size: number) {
  let telling = newTelling();
  let state = INITIAL;
  const trace = new Map<number, unknown>();
  const reasons = new Map<number, unknown>();
  for (let at = 0; at < log.length; at += size) {
    const events = log.slice(at, at + size);
    const added = tellOn(telling, state, { events, plan, workflow: 'flow', ...judgedIn(log) });
    for (const seq of added.trace.gone) trace.delete(seq);
    for (const [seq, entries] of added.trace.said) trace.set(seq, entries);
    for (const seq of added.reasons.gone) reasons.delete(seq);
    for (const [seq, reason] of added.reasons.said) reasons.set(seq, reason);
    state = added.state;
    telling = fromJson(JSON.parse(toJson(telling)));
  }
  const inOrder = (rows: ReadonlyMap<number, unknown>) => [...rows].toSorted(([one], [other]) => one - other);
  const trail = inOrder(trace).flatMap(([, entries]) => entries);
  const survey = surveyIn(telling, 'flow', state);
  expect(surveyFromJson(JSON.parse(JSON.stringify(surveyToJson(survey))))).toEqual(survey);
  return {
    trace: trail,
    reasons: inOrder(reasons),
    gist: gistOf(telling),
    modes: modesIn(telling),
    survey: toJson(survey),
    state,
  };
}

const machines = anyMachine.map(
  (document): Plan => ({ ...accepted(document).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } }),
);
const runs = simulated(fc.oneof(anyPlan, anySearch, machines), 60, true);

test(
  'performance 3: trace, reasons, modes and counts are the same however the log is cut',
  runs.all((run) => {
    const whole = toldOf(run, run.log.length);
    for (const size of [1, 7, 40]) expect(toldOf(run, size)).toEqual(whole);
    expect(whole.trace).toEqual(traceOf(run.log, run.plan));
    expect(whole.state).toEqual(run.state);
  }),
);
