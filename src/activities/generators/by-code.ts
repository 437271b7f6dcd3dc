import { parseCode, runCode } from '../../expressions/code.ts';
import { boundedJson } from '../../expressions/json-size.ts';
import { MAX_VARIABLES } from '../../expressions/scope/variables.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import { artifactRecord } from '../artifact-record.ts';
import { namesFor } from '../calls/scope.ts';
import { asNotes } from '../calls/when.ts';
import { settleAnswer } from '../settle-answer.ts';
import { BROKEN_CODE } from './finish-reasons.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/** Runs restricted statements (R35, R54). The artifact is what they set, as JSON. */
export async function generateByCode(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  { code }: { readonly code: string },
): Promise<GenerateOutput> {
  const { text, finishReason, notes } = outcomeOf(code, generation);
  const mediaType = finishReason === BROKEN_CODE ? 'text/plain; charset=utf-8' : 'application/json';
  const record = artifactRecord(generation, text, { mediaType, finishReason });
  const stored = await dependencies.store.artifacts.save(record, [text]);
  const answer = await settleAnswer(dependencies, generation, stored, text);
  return notes.length > 0 && answer.kind === 'generated' ? { ...answer, notes: asNotes(notes) } : answer;
}

/** In a machine what code sets joins what code has set before, and the artifact is all of it. */
function outcomeOf(
  code: string,
  { input, material, names }: Generation,
): { readonly text: string; readonly finishReason: string; readonly notes: readonly string[] } {
  const parsed = parseCode(code);
  const ran = parsed.ok
    ? runCode(parsed.statements, { context: {}, ...namesFor(material, input.step, names?.all) })
    : parsed;
  const notes = 'notes' in ran ? ran.notes.map((note) => `code: ${note}`) : [];
  if (!ran.ok) return { text: `Line ${ran.line} of the code: ${ran.message}.`, finishReason: BROKEN_CODE, notes };
  const text = boundedJson({ ...names?.set, ...ran.variables }, MAX_VARIABLES);
  if (text !== undefined) return { text, finishReason: 'stop', notes };
  return {
    text: `All variables together have more than ${MAX_VARIABLES} characters.`,
    finishReason: BROKEN_CODE,
    notes,
  };
}
