import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

/** A definition that comes with the service. */
export interface BundledDefinition {
  readonly name: string;
  readonly description: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** As it is written, with its comments. */
  readonly text: string;
}

const FOLDER = fileURLToPath(new URL('../../definitions', import.meta.url));

const Document = z.looseObject({ name: z.string(), description: z.string() });

/** The YAML files of `definitions/`, by name. */
export function bundledDefinitions(): readonly BundledDefinition[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yaml'));
  return files.toSorted().map((file) => {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    const document = Document.parse(parse(text));
    return { name: document.name, description: document.description, document, text };
  });
}

/** The document with another model for all that it does not say otherwise: what is bundled names a simulated one. */
export function withModel(
  document: Readonly<Record<string, unknown>>,
  model: string | undefined,
): Readonly<Record<string, unknown>> {
  if (model === undefined) return document;
  const own = document['model'];
  return { ...document, model: { ...(typeof own === 'object' ? own : {}), name: model } };
}

/** The name of the model that a document asks for; undefined when it names none. */
export function modelOf(document: unknown): string | undefined {
  return WithModel.safeParse(document).data?.model.name;
}

const WithModel = z.looseObject({ model: z.looseObject({ name: z.string() }) });
