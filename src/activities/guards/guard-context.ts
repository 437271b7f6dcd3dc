import { guardNames } from '../../definitions/scope/guard-names.ts';
import type { Names } from '../../expressions/scope/scope.ts';
import type { GuardContext } from '../../guards/guard.ts';
import type { EvaluateGuardInput } from '../../ports/calls.ts';
import type { GuardMaterial } from '../../ports/guard-port.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import { knownTo } from '../calls/scope.ts';
import { definitionOf } from '../definitions.ts';
import { payerOf } from '../payer.ts';

/** What was read for the call; of the artifact only what a guard sees. */
type Judgeable = Omit<GuardMaterial, 'answer'> & {
  readonly answer?: { readonly artifact: Pick<ArtifactRecord, 'id' | 'mediaType'>; readonly text: string };
};

/** C of G(a, C): the artifact and the criteria stay separate arguments (formal A.2 Def 3). */
export function guardContextOf(
  input: Pick<EvaluateGuardInput, 'step' | 'epoch' | 'attempt' | 'n' | 'answers'> & { readonly token?: string },
  { run, document, answer, dependencies, history, faults, texts }: Judgeable,
  signal: AbortSignal,
  variables?: Names,
): GuardContext {
  if (!answer) throw new Error(`the artifact of ${input.step} is not in the store`);
  const { definition, machine, step } = definitionOf({ run, document }, input.step);
  const given = step.guardArtifacts ?? Object.fromEntries(Object.keys(dependencies).map((id) => [id, id]));
  return {
    artifact: { id: answer.artifact.id, text: answer.text, mediaType: answer.artifact.mediaType },
    dependencies: Object.fromEntries(
      Object.entries(given).flatMap(([name, id]) => {
        const text = dependencies[id]?.text;
        return text === undefined ? [] : [[name, text]];
      }),
    ),
    names: guardNames(knownTo({ run, document, dependencies }, input.step, variables), given),
    input: run.input,
    ...(!machine && definition.input !== undefined && { inputSchema: definition.input }),
    specification: run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    runId: run.id,
    step: input.step,
    epoch: input.epoch,
    attempt: input.attempt,
    n: input.n,
    answers: answersOf(input, texts),
    earlier: history.map(({ verdict }) => verdict),
    errors: faults,
    ...(input.token !== undefined && { payer: payerOf(run, input.token, `${input.token} judge`) }),
    signal,
  };
}

/** What people said for leaves of the tree; long words were stored by whoever took them (R75). */
function answersOf(
  { answers }: Pick<EvaluateGuardInput, 'answers'>,
  texts: GuardMaterial['texts'],
): GuardContext['answers'] {
  return new Map(
    answers.map(({ leaf, verdict, feedback, feedbackDigest }) => {
      const said = feedback ?? texts[feedbackDigest ?? ''] ?? '';
      return [leaf, { verdict, feedback: said }] as const;
    }),
  );
}

/** Milliseconds that a verdict may take. */
export function guardTimeOf({ run }: Pick<GuardMaterial, 'run'>, step: string): number {
  return run.plan.steps.find(({ id }) => id === step)?.timeouts.guard ?? 60_000;
}
