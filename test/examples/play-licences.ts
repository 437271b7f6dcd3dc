import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { LicensedPackage } from '../../examples/licences/packages.ts';
import { createGuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import type { GuardTree } from '../../src/model/guard-tree.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import type { PromptContext, PromptRejection } from '../../src/prompts/context.ts';
import { assemblePrompt } from '../../src/prompts/prompt.ts';
import { answerOf } from '../../src/simulation/answer.ts';
import { loadCards } from '../../src/simulation/cards.ts';
import type { Reply } from '../../src/simulation/reply.ts';
import { aRequest } from '../simulation/sim-request.ts';

const Definition = z.object({
  specification: z.string(),
  constraints: z.string(),
  defaults: z.object({ rMax: z.int() }),
  steps: z.array(
    z.object({
      id: z.string(),
      generator: z.object({ prompt: z.object({ role: z.string(), task: z.string() }) }),
      guard: z.custom<GuardTree>(),
    }),
  ),
});
type Step = z.infer<typeof Definition>['steps'][number];

const definitionText = readFileSync(new URL('../../examples/licences/definition.yaml', import.meta.url), 'utf8');
const definition = Definition.parse(parse(definitionText));
const registry = createGuardRegistry({ sim: false });
const cards = loadCards();

export interface PlayedStep {
  readonly step: string;
  /** Undefined where every attempt was rejected. */
  readonly artifact: string | undefined;
  readonly verdicts: readonly Verdict[];
}

/** The demonstration's runs without a service: the real prompt, the real card, the real guards, one step after the other. */
export async function playLicences(item: LicensedPackage): Promise<readonly PlayedStep[]> {
  const done: PlayedStep[] = [];
  for (const step of definition.steps) {
    const accepted = Object.fromEntries(done.map(({ step: id, artifact = '' }) => [id, artifact]));
    const played = await playStep(step, item, accepted);
    done.push(played);
    if (played.artifact === undefined) break;
  }
  return done;
}

type Accepted = Readonly<Record<string, string>>;

async function playStep(step: Step, item: LicensedPackage, accepted: Accepted): Promise<PlayedStep> {
  const history: PromptRejection[] = [];
  const verdicts: Verdict[] = [];
  for (let attempt = 1; attempt <= definition.defaults.rMax + 1; attempt += 1) {
    const text = generate(contextOf(step, item, accepted, history), step.id, attempt);
    const verdict = await judge(step, item, accepted, { text, attempt });
    verdicts.push(verdict);
    if (verdict.verdict === 'pass') return { step: step.id, artifact: text, verdicts };
    const { feedback, signature = '' } = verdict;
    history.push({
      artifactId: `art_${attempt}`,
      token: `t${attempt}`,
      text,
      digest: digestOf(text),
      feedback,
      signature,
    });
  }
  return { step: step.id, artifact: undefined, verdicts };
}

function contextOf(
  step: Step,
  item: LicensedPackage,
  accepted: Accepted,
  history: readonly PromptRejection[],
): PromptContext {
  const { role, task } = step.generator.prompt;
  const dependencies = Object.entries(accepted).map(([id, text]) => ({
    name: id,
    step: id,
    show: 'full' as const,
    artifact: { id: `art_${id}`, text, digest: digestOf(text), mediaType: 'text/plain' },
  }));
  const { specification, constraints } = definition;
  const values = { input: item };
  return {
    role,
    task,
    specification,
    constraints,
    dependencies,
    injected: [],
    history,
    values,
    count: (text) => text.length,
    digestOf,
  };
}

/** Faults of the simulated provider cost no attempt. */
function generate(context: PromptContext, step: string, n: number): string {
  const card = cards.get('licences');
  const prompt = assemblePrompt(context);
  if (!card || prompt.overflow) throw new Error('The demonstration has lost its card, or its prompt does not fit.');
  const of = (role: string) => prompt.rendered.find((message) => message.role === role)?.content ?? '';
  const request = aRequest({
    step,
    n,
    system: of('system'),
    user: of('user'),
    prompt: `${of('system')}\n\n${of('user')}`,
  });
  let reply: Reply = { kind: 'drop' };
  for (let faults = 0; reply.kind !== 'answer'; faults += 1) reply = answerOf(card, { ...request, faults });
  return reply.text;
}

function judge(
  step: Step,
  input: LicensedPackage,
  dependencies: Accepted,
  { text, attempt }: { text: string; attempt: number },
): Promise<Verdict> {
  const { specification, constraints } = definition;
  const context = {
    artifact: { id: `art_${attempt}`, text, mediaType: 'text/plain' },
    dependencies,
    input,
    specification,
    constraints,
    runId: 'run_1',
    step: step.id,
    epoch: 1,
    attempt,
    n: attempt,
    earlier: [],
    errors: 0,
    answers: new Map(),
    signal: new AbortController().signal,
  };
  return evaluateTree(step.guard, registry, context, () => 0);
}

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
