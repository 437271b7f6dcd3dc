import type { ErrorObject } from 'ajv';
import { SCHEMA_FORMATS } from '../../definitions/parse/schema-formats.ts';
import { stringifyJson } from '../../text/exact-json.ts';

/** What a keyword of a schema demands, in words: a list of values is told, and which property is one too many. */
export function demandOf({ keyword, params, message = `does not fit "${keyword}"` }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties':
      return `must not have the property ${shown(params['additionalProperty'])}`;
    case 'unevaluatedProperties':
      return `must not have the property ${shown(params['unevaluatedProperty'])}`;
    case 'enum':
      return `must be one of ${shown(params['allowedValues'], 600)}`;
    case 'const':
      return `must be ${shown(params['allowedValue'])}`;
    case 'format':
      return formatDemand(String(params['format']));
    case 'false schema':
      return 'must not be there';
    default:
      return message;
  }
}

function formatDemand(name: string): string {
  const format = SCHEMA_FORMATS[name];
  return format === undefined
    ? `must be of the format "${name}"`
    : `must be ${format.demand}, such as ${format.example}`;
}

/** A value as JSON, shortened. */
export function shown(value: unknown, length = 120): string {
  const text = stringifyJson(value) ?? 'nothing';
  return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;
}
