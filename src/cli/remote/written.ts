import type { Parsed, Span } from '../../text/issue.ts';
import { FileRefused, UsageError } from './exit.ts';
import { nameOfFile, readText } from './place.ts';
import type { Written } from './service/service.ts';

/** A definition in a file, as its author wrote it: the service reads it, and tells where it is wrong. */
export async function writtenIn(file: string, name: string | undefined): Promise<Written> {
  const { formatOf } = await import('../../text/parse-document.ts');
  return { content: await readText(file), mediaType: `application/${formatOf(file)}`, name };
}

/** A document in a file. */
export interface FoundDocument {
  readonly document: unknown;
  /** Where in the text a pointer leads. */
  readonly place: (pointer: string) => Span | undefined;
}

/** Returns the document that a YAML or JSON file holds. Throws `UsageError` for a file that cannot be read, `FileRefused` for what it holds. */
export async function documentIn(file: string): Promise<FoundDocument> {
  const text = await readText(file);
  const [{ formatOf, parseDocument }, { placesIn }] = await Promise.all([
    import('../../text/parse-document.ts'),
    import('../../text/places.ts'),
  ]);
  // Standard input has no name to go by, and JSON is YAML.
  const format = file === '-' && text.trimStart().startsWith('{') ? 'json' : formatOf(file);
  return { document: taken(parseDocument(text, format), file), place: placesIn(text) };
}

/** Returns the value of a JSON text that came from `file`. Throws `FileRefused`. */
export async function jsonFrom(text: string, file: string): Promise<unknown> {
  const { readJson } = await import('../../text/parse-json.ts');
  return taken(readJson(text), file);
}

function taken(parsed: Parsed, file: string): unknown {
  const isUnreadable = !('document' in parsed);
  if (isUnreadable || parsed.issues !== undefined)
    throw new FileRefused(nameOfFile(file), parsed.issues ?? [], isUnreadable);
  return parsed.document;
}

/** Returns the value of a JSON text from the command line, where `option` gave it. Throws `UsageError`. */
export async function jsonIn(text: string, option: string): Promise<unknown> {
  const { readJson } = await import('../../text/parse-json.ts');
  const parsed = readJson(text);
  if ('document' in parsed && parsed.issues === undefined) return parsed.document;
  throw new UsageError(`${option}: ${parsed.issues?.[0]?.detail ?? ''}`);
}
