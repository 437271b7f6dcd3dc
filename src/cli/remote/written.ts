import path from 'node:path';
import { UsageError } from './exit.ts';
import { readText } from './place.ts';
import type { Written } from './service/service.ts';

/** A definition in a file, as its author wrote it: the service reads it, and tells where it is wrong. */
export async function writtenIn(file: string, name: string | undefined): Promise<Written> {
  const mediaType = path.extname(file).toLowerCase() === '.json' ? 'application/json' : 'application/yaml';
  return { content: await readText(file), mediaType, name };
}

/** A YAML or JSON file as the document that it holds. Throws `UsageError` where it holds none. */
export async function documentIn(file: string): Promise<unknown> {
  const text = await readText(file);
  if (path.extname(file).toLowerCase() === '.json') return jsonIn(text, file);
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new UsageError(`${file} is not YAML: ${problem.message}`);
  return document.toJS();
}

/** `where`: what the text came from, for whoever wrote it. */
export function jsonIn(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where} is not JSON: ${Object(error).message}.`);
  }
}
