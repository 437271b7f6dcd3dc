import {
  type CreateNodeOptions,
  type DocumentOptions,
  type ScalarTag,
  type SchemaOptions,
  stringify,
  type ToStringOptions,
} from 'yaml';
import { ExactNumber } from './exact-number.ts';

/** The digits as they are, where the library would ask for their JSON. */
const EXACT: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof ExactNumber,
  resolve: (text) => new ExactNumber(text),
  stringify: ({ value }) => String(value),
};

/** YAML of a value; numbers keep their digits. */
export function writeYaml(
  value: unknown,
  options: DocumentOptions & SchemaOptions & CreateNodeOptions & ToStringOptions = {},
): string {
  return stringify(value, { ...options, customTags: [EXACT] });
}
