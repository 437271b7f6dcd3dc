import { renderedFiles } from '../../definitions/schema/program.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import type { CommandJob, CommandPort } from '../../ports/command-port.ts';
import { artifactRecord } from '../artifact-record.ts';
import { definitionOf } from '../definitions.ts';
import { timeOf } from '../generators/call-model.ts';
import { BROKEN_CODE } from '../generators/finish-reasons.ts';
import { openGeneration, withNames, withoutGenerating } from '../generators/generate.ts';
import type { GenerateDependencies, Making } from '../generators/generation.ts';
import { settleAnswer } from '../settle-answer.ts';
import { lookupFor } from './template-lookup.ts';

type Using = Pick<GenerateDependencies, 'store' | 'schemaErrors'>;

/** The port of whoever has the database. */
export function createCommandPort(dependencies: Using): CommandPort {
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
      return settleAnswer(dependencies, making, stored, kept);
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
    files: Object.keys(files).length === 0 ? {} : renderedFiles(files, await lookupFor(store, making)),
    ...(timeout !== undefined && { timeout }),
    time: timeOf(making),
  };
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
