import { bindingText } from '../domain/and-or/binding.ts';
import type { GenerateOutput } from '../domain/calls.ts';
import type { CommandDesk, CommandJob } from '../domain/command-desk.ts';
import { renderedFiles } from '../domain/definition/program.ts';
import { lookupWith } from '../domain/scope/scope.ts';
import type { Lookup } from '../domain/template.ts';
import { artifactRecord } from './artifact-record.ts';
import { timeOf } from './call-model.ts';
import { definitionOf } from './definitions.ts';
import { BROKEN_CODE } from './finish-reasons.ts';
import { openGeneration, withNames, withoutGenerating } from './generate.ts';
import { attemptFacts } from './generate-custom.ts';
import type { GenerateDependencies, Making } from './generation.ts';
import { guidanceFor, injectedSummaries } from './injections.ts';
import { valuesOf } from './prepare-prompt.ts';
import { bindingMade } from './scope.ts';
import { settle } from './settle.ts';

type Using = Pick<GenerateDependencies, 'store' | 'schemaErrors'>;

/** The desk of whoever has the database. */
export function createCommandDesk(dependencies: Using): CommandDesk {
  const { store } = dependencies;
  return {
    async open(input) {
      const making = await withNames(dependencies, { input, material: await openGeneration(store, input) });
      const done = await withoutGenerating(dependencies, making);
      return done ? { done } : { job: await jobOf(dependencies, making) };
    },
    async keep(input, { text, failed }): Promise<GenerateOutput> {
      const making = { input, material: await store.calls.load({ ...input, phase: 'generate' }) };
      const facts = failed
        ? { mediaType: TEXT, finishReason: BROKEN_CODE }
        : { mediaType: mediaTypeOf(text), finishReason: 'stop' };
      const stored = await store.artifacts.save(artifactRecord(making, text, facts), [text]);
      // Of another execution of this call the text may be another; the stored one counts.
      const kept = (await store.contents.get([stored.digest])).get(stored.digest) ?? text;
      return settle(dependencies, making, stored, kept);
    },
    note: (_call, fault) => store.faults.record(fault),
  };
}

async function jobOf({ store }: Using, making: Making): Promise<CommandJob> {
  const { input, material } = making;
  const { generator } = definitionOf(material, input.step).step;
  if (generator.kind !== 'command') throw new Error(`${input.step} is not made by a program`);
  const { run, files = {}, timeout } = generator;
  return {
    run,
    files: Object.keys(files).length === 0 ? {} : renderedFiles(files, await namesOf(store, making)),
    ...(timeout !== undefined && { timeout }),
    time: timeOf(making),
  };
}

/** What the templates of files may name: what those of a prompt may (design 3). */
async function namesOf(store: Using['store'], making: Making): Promise<Lookup> {
  const { input, material } = making;
  const { artifacts, history } = attemptFacts(making);
  const [summaries, guidance] = await Promise.all([
    injectedSummaries(store, input),
    guidanceFor(store, input.injected),
  ]);
  const { definition } = definitionOf(material, input.step);
  const bindings = Object.entries(material.dependencies).map(
    ([id, made]) => [id, bindingText(bindingMade(definition, id, made))] as const,
  );
  const values = {
    ...valuesOf(making),
    feedback: history.at(-1)?.feedback ?? '',
    injected: [...summaries, ...guidance].map(({ text }) => text).join('\n\n'),
  };
  return lookupWith(values, { artifact: artifacts, deps: artifacts, binding: Object.fromEntries(bindings) });
}

const TEXT = 'text/plain; charset=utf-8';

/** One JSON object or list is JSON; whatever else was printed is text. */
function mediaTypeOf(text: string): string {
  if (!/^\s*[[{]/.test(text)) return TEXT;
  try {
    JSON.parse(text);
    return 'application/json';
  } catch {
    return TEXT;
  }
}
