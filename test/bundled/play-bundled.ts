import { alikeOf, progressOf } from '../../src/activities/alike.ts';
import { injectedSummaries } from '../../src/activities/generators/injections.ts';
import { dependenciesOf, stateOf, wanted } from '../../src/engine.ts';
import type { CallResult } from '../../src/model/call-result.ts';
import type { Event } from '../../src/model/event.ts';
import type { Call, RunState } from '../../src/model/run-state.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { GENERATOR_VALIDATION } from '../../src/model/verdict.ts';
import type { HistoryEntry } from '../../src/ports/store/calls.ts';
import type { RunRecord } from '../../src/ports/store/runs.ts';
import type { Store } from '../../src/ports/store/store.ts';
import type { PromptContext } from '../../src/prompts/context.ts';
import { assemblePrompt } from '../../src/prompts/prompt.ts';
import { answerOf } from '../../src/simulation/answer.ts';
import type { Card } from '../../src/simulation/card.ts';
import { digestOf } from '../../src/store/digest.ts';
import { memoryRun } from '../../src/testing/memory-world.ts';
import { aRequest } from '../simulation/sim-request.ts';
import { askedBy, type Bundled, exampleInput, seenByGuard, stepOf } from './bundled.ts';
import type { Judged, Judging } from './judging.ts';

export interface PlayedBundled {
  readonly state: RunState;
  readonly events: readonly Event[];
  readonly attempts: readonly Attempt[];
}

interface Attempt extends Judged {
  readonly step: string;
  readonly epoch: number;
  readonly token: string;
}

/**
 * A whole run without a service: the real core, prompts, card and guards, in one loop. Ends when nothing is wanted any more: the run has
 * closed, or waits for a person.
 */
export async function playBundled(bundled: Bundled, card: Card, judging: Judging): Promise<PlayedBundled> {
  const attempts: Attempt[] = [];
  const run = memoryRun(bundled.plan, { by: 'test' });
  for (;;) {
    run.turn();
    const { state } = run.now;
    const [call] = wanted(state);
    if (!call) return { state, events: run.log, attempts };
    const stage: Stage = { bundled, card, judging, state, call, attempts };
    run.dispatch(call.phase === 'generate' ? await generated(stage) : judged(stage));
  }
}

interface Stage {
  readonly bundled: Bundled;
  readonly card: Card;
  readonly judging: Judging;
  readonly state: RunState;
  readonly call: Call;
  readonly attempts: Attempt[];
}

/** Judged at once, though the verdict is only told when it is asked for: the artifact is all that it depends on. */
async function generated(stage: Stage): Promise<CallResult> {
  const { bundled, judging, call, attempts } = stage;
  const { step, epoch, token } = call;
  const definition = stepOf(bundled, step);
  const { output } = askedBy(definition);
  const artifacts = Object.fromEntries(dependencyAttempts(stage).map(([id, { artifact }]) => [id, artifact]));
  const dependencies = seenByGuard(definition, artifacts);
  const earlier = historyOf(stage).map(({ verdict }) => verdict);
  const { guard } = definition;
  const input = exampleInput(bundled);
  const answer = await judging.judge({ step, text: await say(stage), output, guard, dependencies, input, earlier });
  attempts.push({ ...answer, step, epoch, token });
  const { artifact, verdict } = answer;
  const made = {
    artifactId: `art_${token}`,
    digest: digestOf(artifact),
    usage: NO_USAGE,
    source: 'generated',
  } as const;
  if (verdict.guard !== GENERATOR_VALIDATION) return { kind: 'generated', token, ...made };
  const rejected = { guard: verdict.guard, signature: verdict.signature ?? '', alike: alike(stage) };
  return { kind: 'generated', token, ...made, rejected };
}

function judged(stage: Stage): CallResult {
  const { bundled, call, attempts } = stage;
  const attempt = attempts.find(({ token }) => token === call.token);
  if (!attempt) throw new Error(`nothing was generated under ${call.token}`);
  const { verdict, guard, signature = '' } = attempt.verdict;
  if (verdict === 'pass') return { kind: 'judged', token: call.token, verdict, guard };
  const progress = progressOf(stepOf(bundled, call.step).guard, attempt.verdict);
  return { kind: 'judged', token: call.token, verdict, guard, signature, alike: alike(stage), progress };
}

/** Of the attempt that was made last, to those before it in its epoch. */
function alike(stage: Stage): readonly number[] {
  const { bundled, call, attempts } = stage;
  const last = attempts.at(-1);
  const run = { plan: bundled.plan } as RunRecord;
  return last ? alikeOf(run, call.step, historyOf(stage), last.verdict) : [];
}

async function say(stage: Stage): Promise<string> {
  const { card, call } = stage;
  const prompt = assemblePrompt(await contextOf(stage));
  if (prompt.overflow) throw new Error('the prompt does not fit');
  const of = (role: string) => prompt.rendered.find((message) => message.role === role)?.content ?? '';
  const [system, user] = [of('system'), of('user')];
  const { step, epoch, n } = call;
  const reply = answerOf(card, aRequest({ step, epoch, n, system, user, prompt: `${system}\n\n${user}` }));
  if (reply.kind !== 'answer') throw new Error(`the card answers with ${reply.kind}`);
  return reply.text;
}

async function contextOf(stage: Stage): Promise<PromptContext> {
  const { bundled, state, call } = stage;
  const { role, task } = askedBy(stepOf(bundled, call.step));
  const { specification = '', constraints = '' } = bundled.definition;
  const { injected, warned } = stateOf(state, call.step);
  const { step, epoch } = call;
  const place = { runId: 'run_1', step, epoch, injected } as Parameters<typeof injectedSummaries>[1];
  return {
    role,
    task,
    specification,
    constraints,
    dependencies: dependencyAttempts(stage).map(([id, { artifact, mediaType, token }]) => ({
      name: id,
      step: id,
      show: 'full',
      artifact: { id: `art_${token}`, text: artifact, digest: digestOf(artifact), mediaType },
    })),
    injected: await injectedSummaries(storeOf(stage), place),
    history: historyOf(stage).map(({ token, text, verdict, artifact }) => ({
      artifactId: artifact.id,
      token,
      text,
      digest: digestOf(text),
      feedback: verdict.feedback,
      signature: verdict.signature ?? '',
    })),
    ...(warned && { advice: 'Change the approach.' }),
    values: { input: exampleInput(bundled), step },
    count: (text) => text.length,
    digestOf,
  };
}

/** The accepted attempts of the steps that this one depends on. */
function dependencyAttempts({ bundled, state, call, attempts }: Stage): readonly (readonly [string, Attempt])[] {
  return Object.entries(dependenciesOf(bundled.plan, state, call.step)).flatMap(([id, artifactId]) => {
    const found = attempts.find(({ token }) => `art_${token}` === artifactId);
    return found ? [[id, found] as const] : [];
  });
}

/** H of the call: what was rejected before it in its epoch. */
function historyOf({ call, attempts }: Stage): readonly HistoryEntry[] {
  return entries(
    attempts.filter(({ step, epoch, token }) => step === call.step && epoch === call.epoch && token !== call.token),
  );
}

function storeOf({ attempts }: Stage): Pick<Store, 'attempts'> {
  const rejected = async (_: string, id: string, epochs: { of?: number; before?: number }) =>
    entries(
      attempts.filter(
        ({ step, epoch }) =>
          step === id && (epoch === epochs.of || epoch < (epochs.before ?? Number.NEGATIVE_INFINITY)),
      ),
    );
  return { attempts: { rejected } } as unknown as Pick<Store, 'attempts'>;
}

function entries(attempts: readonly Attempt[]): readonly HistoryEntry[] {
  return attempts
    .filter(({ verdict }) => verdict.verdict !== 'pass')
    .map(({ token, artifact, verdict }) => {
      return { token, text: artifact, verdict, artifact: { id: `art_${token}` } } as HistoryEntry;
    });
}
