/**
 * The smallest instance of a JSON Schema that a simulated model can think of. Known: types, enum, const, default, examples, bounds,
 * required properties, tuples, compositions, local references and the common formats. A `pattern` is not satisfied.
 */
export function instanceOf(schema: unknown): unknown {
  return build({ root: schema, seen: [] }, schema);
}

interface Scope {
  readonly root: unknown;
  /** References being followed, so that a recursive schema ends. */
  readonly seen: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2000-01-01T00:00:00Z',
  date: '2000-01-01',
  time: '00:00:00Z',
  duration: 'PT0S',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function build(scope: Scope, schema: unknown): unknown {
  if (!isSchema(schema)) return '';
  const { $ref: reference } = schema;
  if (typeof reference === 'string') return follow(scope, reference, schema);
  const given = givenBy(schema);
  return given ? given.value : byKeywords(scope, joined(scope, schema));
}

/** A value that the schema itself writes down. */
function givenBy(schema: Schema): { readonly value: unknown } | undefined {
  if ('const' in schema) return { value: schema['const'] };
  if ('default' in schema) return { value: schema['default'] };
  for (const keyword of ['enum', 'examples']) {
    const [first] = listOf(schema[keyword]);
    if (first !== undefined) return { value: first };
  }
  return undefined;
}

function byKeywords(scope: Scope, schema: Schema): unknown {
  const given = givenBy(schema);
  if (given) return given.value;
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(scope, schema);
    case 'array':
      return arrayOf(scope, schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return stringOf(schema);
  }
}

/** The schema with its parts of `allOf` and its first usable choice merged in. */
function joined(scope: Scope, schema: Schema): Schema {
  const choice = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].find(isPossible);
  const parts = [...listOf(schema['allOf']), ...(choice === undefined ? [] : [choice])];
  return parts.reduce<Schema>((whole, part) => merge(whole, resolved(scope, part)), schema);
}

function resolved(scope: Scope, part: unknown): Schema {
  if (!isSchema(part)) return {};
  const reference = part['$ref'];
  if (typeof reference !== 'string') return joined(scope, part);
  if (scope.seen.includes(reference)) return {};
  return resolved({ ...scope, seen: [...scope.seen, reference] }, at(scope.root, reference));
}

function merge(a: Schema, b: Schema): Schema {
  const properties = { ...recordOf(a['properties']), ...recordOf(b['properties']) };
  const required = [...new Set([...listOf(a['required']), ...listOf(b['required'])])];
  return { ...a, ...b, properties, required };
}

function follow(scope: Scope, reference: string, schema: Schema): unknown {
  if (scope.seen.includes(reference)) return null;
  const { $ref: _, ...beside } = schema;
  const target = at(scope.root, reference);
  const whole = isSchema(target) ? { ...target, ...beside } : target;
  return build({ ...scope, seen: [...scope.seen, reference] }, whole);
}

/** What a local reference such as `#/$defs/name` points to. */
function at(root: unknown, reference: string): unknown {
  const path = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  const names = path.map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  return names.reduce<unknown>((value, name) => (isSchema(value) ? value[name] : undefined), root);
}

function typeOf(schema: Schema): string {
  const type = schema['type'];
  if (typeof type === 'string') return type;
  const first = listOf(type).find((name) => name !== 'null');
  if (typeof first === 'string') return first;
  if (Object.keys(recordOf(schema['properties'])).length > 0 || listOf(schema['required']).length > 0) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'minimum' in schema || 'maximum' in schema ? 'number' : 'string';
}

function objectOf(scope: Scope, schema: Schema): unknown {
  const properties = recordOf(schema['properties']);
  const names = listOf(schema['required']).map(String);
  return Object.fromEntries(names.map((name) => [name, build(scope, properties[name] ?? {})]));
}

function arrayOf(scope: Scope, schema: Schema): unknown {
  const tuple = listOf(schema['prefixItems']);
  const length = Math.max(Number(schema['minItems'] ?? 0), 0);
  const more = Array.from({ length: Math.max(length - tuple.length, 0) }, () => schema['items']);
  return [...tuple, ...more].map((item) => build(scope, item));
}

/** The bound that lies nearest to zero, on the grid of `multipleOf`. */
function numberOf(schema: Schema): number {
  const step = Number(schema['multipleOf'] ?? (typeOf(schema) === 'integer' ? 1 : 0));
  const nudge = step > 0 ? step : 0.5;
  const least = Math.max(bound(schema['minimum'], -Infinity), bound(schema['exclusiveMinimum'], -Infinity) + nudge);
  const most = Math.min(bound(schema['maximum'], Infinity), bound(schema['exclusiveMaximum'], Infinity) - nudge);
  const value = Math.min(Math.max(0, least), most);
  if (step === 0) return value;
  return value < 0 ? Math.floor(value / step) * step : Math.ceil(value / step) * step;
}

function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function stringOf(schema: Schema): string {
  const { format } = schema;
  const known = typeof format === 'string' ? FORMATS[format] : undefined;
  return known ?? 'x'.repeat(Math.max(Number(schema['minLength'] ?? 0), 0));
}

function isPossible(schema: unknown): boolean {
  return schema !== false && !(isSchema(schema) && schema['type'] === 'null');
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
