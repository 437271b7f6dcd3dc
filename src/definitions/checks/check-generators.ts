import { GENERATOR_KINDS } from '../../model/plan.ts';
import type { Issue, PartCatalogue } from '../../ports/catalogues.ts';
import { fieldOf } from '../../text/loose.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import type { Subject } from '../schema/subject.ts';

const OFFERED: readonly string[] = GENERATOR_KINDS;

/** Kinds that nobody knows. */
export function* checkGenerators({ sketch }: Subject): Generator<Issue> {
  for (const { kind, pointer } of sketch.steps) {
    if (kind === undefined || OFFERED.includes(kind)) continue;
    const detail = `There is no generator of kind "${kind}".${suggestion(kind, OFFERED)} Available: ${OFFERED.join(', ')}.`;
    yield { pointer: below(pointer, 'generator', 'kind'), code: 'unknown_generator', detail };
  }
}

/** The user's own agents and generators exist, and take the options that they are given. */
export function* checkParts({ sketch }: Pick<Subject, 'sketch'>, parts: PartCatalogue): Generator<Issue> {
  for (const { kind, raw, pointer } of sketch.steps) {
    const generator = fieldOf(raw, 'generator');
    const here = below(pointer, 'generator');
    if (kind === 'agent')
      yield* unknownPart(fieldOf(generator, 'agent'), below(here, 'agent'), 'agent', parts.agents());
    if (kind !== 'custom') continue;
    const name = fieldOf(generator, 'use');
    yield* unknownPart(name, below(here, 'use'), 'generator', parts.generators());
    for (const issue of parts.checkGenerator(String(name), fieldOf(generator, 'with')))
      yield { ...issue, pointer: `${below(here, 'with')}${issue.pointer}` };
  }
}

function* unknownPart(name: unknown, pointer: string, what: string, names: readonly string[]): Generator<Issue> {
  if (typeof name !== 'string' || names.includes(name)) return;
  const registered =
    names.length === 0
      ? 'None is registered: DSAP_WORKER_MODULE names the module that registers them.'
      : `Registered: ${listing(names)}.`;
  const detail = `There is no ${what} "${name}".${suggestion(name, names)} ${registered}`;
  yield { pointer, code: `unknown_${what}`, detail };
}
