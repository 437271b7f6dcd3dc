const HEAD = '// Generated from the OpenAPI document: `npm run client`. Do not edit.\n';

/**
 * What openapi-typescript makes of an OpenAPI document, given as JSON, without what a caller of the client reads nowhere: refusals, which are
 * all of one shape, headers, examples, and members that are never there. It works with the compiler's older interface.
 */
export async function apiTypes(openapi: string): Promise<string> {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const ast = await openapiTypescript(JSON.stringify(JSON.parse(openapi, withoutRefusals)), { silent: true });
  return HEAD + withoutNothings(astToString(ast));
}

/** An operation without an id is written where its path is, not under a name of its own. */
const LEFT_OUT: ReadonlySet<string> = new Set(['example', 'examples', 'operationId']);

/** As `JSON.parse` revives: bottom up. */
function withoutRefusals(name: string, value: unknown): unknown {
  if (LEFT_OUT.has(name)) return undefined;
  if (name === 'responses' && typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).filter(([status]) => /^[23]/.test(status)));
  if (name === 'parameters' && Array.isArray(value)) return value.filter((one) => Object(one).in !== 'header');
  return value;
}

const NOTHING = [
  /^ *\w+\?: never;\n/gm,
  /^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm,
  /^ *parameters: \{\n *\};\n/gm,
  /^export type (?:webhooks|operations|\$defs) = .*\n/gm,
  /^ {4}(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm,
];
const COMMENT = /^ *\/\*\*[^]*?\*\/\n/gm;

/** What an operation does is said where its path is; the rest is in the reference. */
function withoutNothings(text: string): string {
  const rest = NOTHING.reduce((left, nothing) => left.replaceAll(nothing, ''), text);
  const at = rest.indexOf('export interface components');
  return `${rest.slice(0, at)}${rest.slice(at).replaceAll(COMMENT, '')}`.replaceAll(/^(?: {4})+/gm, (found) =>
    ' '.repeat(found.length / 4),
  );
}
