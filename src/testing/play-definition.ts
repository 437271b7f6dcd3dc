import { readFileSync } from 'node:fs';
import type { Parts } from '../authoring/parts.ts';
import { type Check, checkDefinition } from '../definitions/checks/check.ts';
import { filesInInput } from '../definitions/checks/files-in-input.ts';
import { inputTooLarge } from '../definitions/checks/input-size.ts';
import { missingInput } from '../definitions/checks/missing-input.ts';
import { topologyOfDocument } from '../definitions/topology-document.ts';
import { rulesOf } from '../engine.ts';
import { schemaErrors, schemaProblems } from '../guards/isolation/schema-errors.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import type { Plan } from '../model/plan.ts';
import type { Issue } from '../ports/catalogues.ts';
import { digestOfJson } from '../store/digest.ts';
import { decodeText, NotUtf8 } from '../text/decode-text.ts';
import { parseStored, stringifyJson } from '../text/exact-json.ts';
import { fieldOf } from '../text/loose.ts';
import { parseDocument } from '../text/parse-document.ts';
import { PlayError } from './play-error.ts';
import { PLAYED_MODEL } from './play-models.ts';

/** A definition: parsed, or its text as YAML or JSON, or the file that holds it (a path that ends in .yaml, .yml or .json, or a URL). */
export type PlayedDefinition = object | string | URL;

export interface Compiled {
  readonly document: unknown;
  readonly plan: Plan;
  readonly check: Check;
}

/** Checks it as publishing does, and the input as a start does. Throws `PlayError` with every problem. */
export function compile(
  definition: PlayedDefinition,
  input: unknown,
  { guards, parts }: { readonly guards: GuardRegistry; readonly parts: Parts },
): Compiled {
  const document = documentOf(definition);
  const options = { guards, parts, defaultModel: PLAYED_MODEL, compileSchema: schemaProblems };
  const check: Check = (one, before) => checkDefinition(one, options, before);
  const checked = check(document);
  if (!checked.ok) throw refused(checked.issues);
  const issues = inputIssues(document, input, guards);
  if (issues.length > 0) {
    const add = 'Give the input that the definition asks for: play(definition, {input: {…}}).';
    throw new PlayError('input_refused', `the input is refused:\n${listed(issues)}`, { add });
  }
  const { name } = checked.definition;
  const identity = { name, version: 1, digest: digestOfJson(document) };
  const plan = rulesOf(checked.plan).limited({ ...checked.plan, definition: identity }, checked.plan.budgets);
  return { document, plan, check };
}

const FILE = /^[^\n]+\.(?:ya?ml|json)$/;

function documentOf(definition: PlayedDefinition): unknown {
  const isFile = definition instanceof URL || (typeof definition === 'string' && FILE.test(definition));
  const text = isFile ? textOf(definition) : definition;
  // What a program has made may share parts of itself; a document is JSON.
  if (typeof text !== 'string') return parseStored(stringifyJson(text) ?? 'null');
  const parsed = parseDocument(text, text.trimStart().startsWith('{') ? 'json' : 'yaml');
  if (!('document' in parsed) || (parsed.issues ?? []).length > 0) throw refused(parsed.issues ?? []);
  return parsed.document;
}

function textOf(file: string | URL): string {
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    throw new PlayError('definition_refused', `the definition ${String(file)} ${error.message}`, {
      add: 'Save it as UTF-8.',
    });
  }
}

function refused(issues: readonly Issue[]): PlayError {
  const add = 'Mend the definition: publishing refuses it in the same words.';
  return new PlayError('definition_refused', `the definition is refused:\n${listed(issues)}`, { add });
}

function listed(issues: readonly Issue[]): string {
  return issues
    .map(({ pointer, line, detail }) => `  ${line === undefined ? pointer || '/' : `line ${line}`}: ${detail}`)
    .join('\n');
}

function inputIssues(document: unknown, input: unknown, guards: GuardRegistry): readonly Issue[] {
  const detail = inputTooLarge(input);
  if (detail !== undefined) return [{ pointer: '/input', code: 'too_large', detail }];
  const schema = fieldOf(document, 'input');
  const misfits = schema === undefined ? [] : schemaErrors(schema, input);
  const unfit = misfits.map(({ instancePath, message = 'does not fit the schema' }) => ({
    pointer: `/input${instancePath}`,
    code: 'invalid_input',
    detail: message,
  }));
  const missing = topologyOfDocument(document).mayLackInput === true ? [] : missingInput(document, guards, { input });
  return [...unfit, ...missing, ...filesInInput(document, input)];
}
