import { z } from 'zod';
import { describedBy, exampleIn } from '../definitions/parse/described.ts';
import type { Guard } from '../guards/guard.ts';
import type { GeneratorRow, PartCatalogue } from '../ports/catalogues.ts';
import { below } from '../text/pointer.ts';
import type { AnyAgent } from './agent/agent.ts';
import type { OwnGenerator } from './define-generator.ts';

/** What the user's module registers. */
export interface OwnParts {
  readonly agents: readonly AnyAgent[];
  readonly guards: readonly Guard[];
  readonly generators: readonly OwnGenerator[];
}

/** The user's own parts by name. What is asked for is looked up anew each time, so that they may change under a running service. */
export interface Parts extends PartCatalogue {
  agent(name: string): AnyAgent | undefined;
  guards(): readonly Guard[];
  generator(name: string): OwnGenerator | undefined;
}

export function createParts(current: () => OwnParts): Parts {
  const generator = (name: string) => current().generators.find((one) => one.name === name);
  return {
    agent: (name) => current().agents.find((one) => one.name === name),
    guards: () => current().guards,
    generator,
    agents: () => current().agents.map(({ name }) => name),
    generators: () => current().generators.map(({ name }) => name),
    list: () => [...current().agents.map(agentRow), ...current().generators.map(generatorRow)],
    checkGenerator(name, options) {
      const parsed = generator(name)?.options.safeParse(options ?? {});
      return (parsed?.error?.issues ?? []).map(({ path, message }) => ({
        pointer: below('', ...path.map(String)),
        code: 'invalid_option',
        detail: `${message}.`,
      }));
    },
  };
}

export const NO_OWN_PARTS: Parts = createParts(() => ({ agents: [], guards: [], generators: [] }));

function agentRow({ name, description, input }: AnyAgent): GeneratorRow {
  const schema = input ? z.toJSONSchema(input, { io: 'input' }) : {};
  return { kind: 'agent', name, ...describedBy(schema), description, schema };
}

function generatorRow({ name, title, description, example, options }: OwnGenerator): GeneratorRow {
  const schema = z.toJSONSchema(options, { io: 'input' });
  const given = example ?? exampleIn(schema);
  return {
    kind: 'custom',
    name,
    ...describedBy(schema),
    ...(title !== undefined && { title }),
    description,
    ...(given !== undefined && { example: { kind: 'custom', use: name, with: given } }),
    schema,
  };
}
