// Pure: a run that did without a step says so before it says what it achieved (K13).
import { conditions } from '../../src/core/conditions.ts';
import { attemptInput } from '../../src/ports/call-inputs.ts';
import { missingIn } from '../../src/stories/waivers.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';
import { whyOf } from '../support/told.ts';

/** Three parts, of which `b` never passes, and a step that joins what there is of them. */
const joined = () =>
  aPlan([
    ...['a', 'b', 'c'].map((id) => aStep(id, { attempts: 2, onExhausted: 'skip' })),
    aStep('join', { optionalRequires: ['a', 'b', 'c'] }),
  ]);

/** Plays until `until` is generated, or the run is over. */
function played(plan = joined(), until = '') {
  const run = playing(plan);
  for (;;) {
    const call = Object.values(run.state.steps).flatMap((step) => step.call ?? [])[0];
    if (!call || (call.step === until && call.phase === 'generate')) return { run, call };
    const { token, step, phase } = call;
    if (phase === 'generate') run.do(generated(token));
    else run.do({ ...judged(token, step === 'b' ? 'retry' : 'pass'), ...(step === 'b' && { signature: 'no json' }) });
  }
}

test('report 36, R12: the summary names the waived step first, with how it failed, and does not say that every step is met', () => {
  const { run } = played();
  const { summary } = whyOf(run.log, run.plan, run.state);
  expect(summary).toMatch(
    /^The run is completed, but b was waived: its 2 attempts were used up; \S+ rejected the last one: no json\. Apart from that, every other step of its goal is met\./,
  );
});

test('report 36: the step that joins is made with the evidence that b is missing, and why', () => {
  const { run, call } = played(joined(), 'join');
  const asked = call && attemptInput(call, run, []);
  expect(asked?.input).toMatchObject({
    dependencies: { a: expect.any(String), c: expect.any(String) },
    absent: { b: expect.stringMatching(/^its 2 attempts were used up/) },
  });
});

test('K13: a step that is done again is missing no more', () => {
  const { run } = played();
  expect(missingIn(run)).toMatchObject([{ step: 'b' }]);
  const again = played(joined(), 'join').run;
  again.do({ kind: 'redirect', prepared: true, type: 'dag_adjustment', description: 'again', reset: ['b'] });
  expect(missingIn(again)).toEqual([]);
});

test('K13: a step whose condition is false was not for this run, so nothing is missing', () => {
  const run = playing(aPlan([aStep('a', { conditional: true }), aStep('b')]));
  const [asked] = conditions(run.plan, run.state);
  run.do({ kind: 'conditioned', token: asked?.token ?? '', outcome: 'false', reason: 'when is false: input.wanted' });
  expect(run.state.steps['a']).toMatchObject({ sigma: 'waived', waived: { unneeded: true } });
  expect(missingIn(run)).toEqual([]);
});
