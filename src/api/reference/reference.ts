import { z } from 'zod';
import { EXAMPLES } from './examples.ts';
import { OPERATIONS } from './operations.ts';
import { problemReference } from './responses.ts';

const Content = z.record(z.string(), z.looseObject({}));
const Response = z.looseObject({ description: z.string(), content: Content.optional() });
const Body = z.looseObject({ required: z.boolean().optional(), content: Content });
const Operation = z.looseObject({ responses: z.record(z.string(), Response), requestBody: Body.optional() });
type Operation = z.output<typeof Operation>;
/** What of an OpenAPI document is changed here. */
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

/**
 * The parts of an OpenAPI document that its routes do not say themselves: names and summaries, what comes before every route, examples;
 * and only those components that something uses. `more`: schemas that stand beside those of the routes.
 */
export function referenceOf(document: unknown, more: Readonly<Record<string, unknown>>) {
  const { paths, components } = Document.parse(document);
  const told = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          completed(`${method.toUpperCase()} ${path}`, operation),
        ]),
      ),
    ]),
  );
  return { paths: told, components: { ...components, schemas: usedOf({ ...components.schemas, ...more }, told) } };
}

function completed(route: string, operation: Operation) {
  const { id, summary } = OPERATIONS[route] ?? {};
  const { requestBody, responses, ...rest } = operation;
  const example = id === undefined ? undefined : EXAMPLES[id];
  return {
    ...(id !== undefined && { operationId: id, summary }),
    ...rest,
    ...(requestBody && { requestBody: bodyOf(requestBody, example) }),
    responses: Object.fromEntries(Object.entries({ ...responses, ...atTheGate(route) }).map(answerOf)),
  };
}

/** What turns requests away before any route is asked (R93); `/healthz` takes every name. */
function atTheGate(route: string) {
  return { 403: problemReference(403), ...(route !== 'GET /healthz' && { 421: problemReference(421) }) };
}

const MEANINGS: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created; Location says where it is',
  202: 'Accepted, and not settled yet',
};

/** A 304 has no body. */
function answerOf([status, response]: [string, z.output<typeof Response>]) {
  const { content, ...rest } = response;
  const description =
    response.description === 'Default Response' ? (MEANINGS[status] ?? response.description) : response.description;
  return [
    status,
    { ...rest, description, ...(status !== '304' && content && { content: documentsOf(content) }) },
  ] as const;
}

/** The service sends YAML as text; what reads it by its type gets a document. */
function documentsOf(content: z.output<typeof Content>): z.output<typeof Content> {
  const yaml = content['application/yaml'];
  return yaml ? { ...content, 'application/yaml': { ...yaml, schema: { type: 'object' } } } : content;
}

const Nullish = z.object({ anyOf: z.tuple([z.unknown(), z.object({ type: z.literal('null') })]) });

/** A body that may be left out is not required; the example goes with JSON. */
function bodyOf({ content, ...body }: z.output<typeof Body>, example: object | undefined) {
  const required = !Object.values(content).some(({ schema }) => Nullish.safeParse(schema).success);
  const shown = Object.entries(content).map(([type, media]) => [
    type,
    { ...media, ...(example && type === 'application/json' && { example }) },
  ]);
  return { ...body, required, content: Object.fromEntries(shown) };
}

/**
 * Every component is made in the form that comes in and the form that goes out; what only unused ones use is unused as well. By name, so that
 * the document is the same in whatever order the modules that name them were loaded.
 */
function usedOf(schemas: Readonly<Record<string, unknown>>, paths: unknown): Readonly<Record<string, unknown>> {
  const used = new Set<string>();
  const open = [paths];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      open.push(schemas[name]);
    }
  }
  return Object.fromEntries([...used].toSorted().map((name) => [name, schemas[name]]));
}
