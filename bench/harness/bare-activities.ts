import { cancellationSignal } from '@temporalio/activity';
import type { Definition } from '../../src/definitions/schema/definition.ts';
import { mergeModels } from '../../src/definitions/schema/model.ts';
import type { Models } from '../../src/generators/registry.ts';
import type { GuardRegistry } from '../../src/guards/registry.ts';
import { evaluateTree } from '../../src/guards/tree.ts';
import { guardContext } from './guard-context.ts';

export interface BareCall {
  readonly workflow: string;
  readonly step: string;
  /** The attempt, from 1. */
  readonly n: number;
}

export interface BareParts {
  readonly models: Models;
  readonly guards: GuardRegistry;
  readonly definitions: ReadonlyMap<string, Definition>;
}

export type BareActivities = ReturnType<typeof createBareActivities>;

/** The same call of the same model over the wire, and the same guard; what passes between them is kept in Temporal's history. */
export function createBareActivities({ models, guards, definitions }: BareParts) {
  const generate = async ({ workflow, step, n }: BareCall): Promise<string> => {
    const { definition, found } = find(definitions, workflow, step);
    const { generator } = found;
    if (generator.kind !== 'llm' || typeof generator.prompt !== 'string')
      throw new Error(`${step} is no plain model step`);
    const { name = '', ...settings } = mergeModels([definition.model, found.model]);
    const { text } = await models.generatorFor(name).complete({
      model: { name, ...settings },
      messages: [{ role: 'user', content: generator.prompt }],
      place: { runId: workflow, step, epoch: 1, attempt: n, n, faults: 0 },
      signal: cancellationSignal(),
    });
    return text;
  };
  const judge = async ({ workflow, step, n, text }: BareCall & { readonly text: string }): Promise<boolean> => {
    const { found } = find(definitions, workflow, step);
    const context = guardContext(text, { runId: workflow, step, attempt: n, n, signal: cancellationSignal() });
    return (await evaluateTree(found.guard, guards, context, () => performance.now())).verdict === 'pass';
  };
  const generateAndJudge = async (call: BareCall): Promise<boolean> => judge({ ...call, text: await generate(call) });
  return { generate, judge, generateAndJudge };
}

function find(definitions: BareParts['definitions'], workflow: string, step: string) {
  const definition = definitions.get(workflow);
  const found = definition?.steps.find(({ id }) => id === step);
  if (!definition || !found) throw new Error(`The bare worker does not know ${workflow} with a step ${step}.`);
  return { definition, found };
}
