import type { EvaluateGuardInput } from '../domain/calls.ts';
import type { GuardMaterial } from '../domain/guard-desk.ts';
import type { GuardContext } from '../guards/guard.ts';
import { definitionOf } from './definitions.ts';

/** C of G(a, C): the artifact and the criteria stay separate arguments (formal A.2 Def 3). */
export function guardContextOf(
  input: EvaluateGuardInput,
  { run, document, answer, dependencies, history, faults, texts }: GuardMaterial,
  times: Pick<GuardContext, 'deadline' | 'signal'>,
): GuardContext {
  if (!answer) throw new Error(`the artifact of ${input.step} is not in the store`);
  const { definition, machine, step } = definitionOf({ run, document }, input.step);
  const names = step.guardArtifacts ?? Object.fromEntries(Object.keys(dependencies).map((id) => [id, id]));
  return {
    artifact: { id: answer.artifact.id, text: answer.text, mediaType: answer.artifact.mediaType },
    dependencies: Object.fromEntries(
      Object.entries(names).flatMap(([name, id]) => {
        const text = dependencies[id]?.text;
        return text === undefined ? [] : [[name, text]];
      }),
    ),
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
    ...times,
  };
}

/** What people said for leaves of the tree; long words were stored by whoever took them (R75). */
function answersOf({ answers }: EvaluateGuardInput, texts: GuardMaterial['texts']): GuardContext['answers'] {
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
