import { signatureOf } from '../text/normalise.ts';
import { codeMediaType, isSameLanguage } from './code-language.ts';
import { type Answer, badEnding, type Format, formatOf, type OutputFormat, wanted } from './content-failure.ts';
import { type FencedBlock, fencedBlocks } from './fences.ts';
import { type FoundJson, findJson, MAX_JSON_DEPTH } from './find-json.ts';
import { isProse } from './prose.ts';

export type Output =
  | {
      readonly ok: true;
      readonly text: string;
      readonly mediaType: string;
      /** The artifact is the answer as it came, not a part of it. */
      readonly whole: boolean;
    }
  /** A content failure: a `retry` of `generator-validation`, in words for the generator to read. */
  | { readonly ok: false; readonly feedback: string; readonly signature: string };

/**
 * Takes the artifact out of a model's answer (running 5, last paragraph). It is taken as written: nothing is repaired. Whether it
 * fits `output.schema` is for the caller to check.
 */
export function takeOutput(answer: Answer, output: OutputFormat = {}): Output {
  const taken = badEnding(answer, output) ?? TAKERS[formatOf(output)](answer.text, output);
  if (typeof taken === 'string') return unusable(taken);
  return { ok: true, ...taken, whole: taken.text === answer.text };
}

/** An answer that no artifact can be taken from, in words for the generator to read. */
export function unusable(feedback: string): Extract<Output, { readonly ok: false }> {
  return { ok: false, feedback, signature: signatureOf(feedback) };
}

interface Taken {
  readonly text: string;
  readonly mediaType: string;
}

/** Each gives the artifact, or the feedback that says why there is none. */
const TAKERS: Readonly<Record<Format, (text: string, output: OutputFormat) => Taken | string>> = {
  text: (text) => ({ text, mediaType: 'text/plain; charset=utf-8' }),
  json: takeJson,
  code: takeCode,
};

function takeJson(text: string, output: OutputFormat): Taken | string {
  const found = findJson(text);
  if (found.kind === 'found') return { text: found.text, mediaType: 'application/json' };
  return `${isDiff(text) ? A_DIFF : whyNoJson(found)}\n${wanted(output)}`;
}

/** Its first sign would be read as that of a number. What JSON was begun before it may hold one. */
function isDiff(text: string): boolean {
  const { index } = /^(?:diff --git |--- \S.*\n\+\+\+ \S|@@ -\d)/m.exec(text) ?? {};
  return index !== undefined && !/^\s*[{[]/m.test(text.slice(0, index));
}

const A_DIFF = 'The answer is a diff, where one JSON value is wanted.';

function whyNoJson(found: Exclude<FoundJson, { kind: 'found' }>): string {
  if (found.kind === 'several') return `The answer holds ${found.count} different JSON values where one is wanted.`;
  if (found.kind === 'too_deep') return `The JSON of the answer nests deeper than ${MAX_JSON_DEPTH} levels.`;
  if (found.kind === 'twice') return `The JSON of the answer names a member twice. ${found.problem}`;
  if (found.kind === 'too_large') return found.problem;
  if (found.kind === 'broken') return `The JSON of the answer does not parse: ${found.problem}`;
  return 'The answer holds no JSON value.';
}

function takeCode(text: string, output: OutputFormat): Taken | string {
  const { language } = output;
  const blocks = fencedBlocks(text);
  const written = blocks.filter((block) => block.text.trim() !== '');
  if (blocks.length === 0 && !isProse(text)) return { text, mediaType: codeMediaType(language ?? '') };
  if (written.length === 0) return `The answer holds no code.\n${wanted(output)}`;
  const block = written.length === 1 ? written[0] : lastOf(written, language);
  if (block !== undefined) return { text: block.text, mediaType: codeMediaType(language ?? block.language) };
  return `None of the ${written.length} code blocks of the answer is marked ${language}.\n${wanted(output)}`;
}

/** Blocks without a mark stand in where none has the right one. */
function lastOf(blocks: readonly FencedBlock[], language: string | undefined): FencedBlock | undefined {
  if (language === undefined) return blocks.at(-1);
  return (
    blocks.findLast((block) => isSameLanguage(block.language, language)) ??
    blocks.findLast((block) => block.language === '')
  );
}
