import type { GenerateOutput } from '../domain/calls.ts';
import { parseCode, runCode } from '../domain/expression/code.ts';
import { artifactRecord } from './artifact-record.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { settle } from './settle.ts';
import { scopeOf } from './when.ts';

/** Under this finish reason the artifact says why the code broke; the attempt is rejected without its guard. */
export const BROKEN_CODE = 'error';

/** Runs restricted statements (R35, R54). The artifact is what they set, as JSON. */
export async function generateByCode(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { code }: { readonly code: string },
): Promise<GenerateOutput> {
  const { text, finishReason } = outcomeOf(code, generation);
  const mediaType = finishReason === BROKEN_CODE ? 'text/plain; charset=utf-8' : 'application/json';
  const record = artifactRecord(generation, text, { mediaType, finishReason });
  const stored = await dependencies.store.artifacts.save(record, [text]);
  return settle(dependencies, generation, stored, text);
}

function outcomeOf(code: string, { material }: Generation): { readonly text: string; readonly finishReason: string } {
  const parsed = parseCode(code);
  const ran = parsed.ok ? runCode(parsed.statements, { context: {}, ...scopeOf(material) }) : parsed;
  if (ran.ok) return { text: JSON.stringify(ran.variables), finishReason: 'stop' };
  return { text: `Line ${ran.line} of the code: ${ran.message}.`, finishReason: BROKEN_CODE };
}
