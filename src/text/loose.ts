/** Reading of values that may have any shape: what is not as expected reads as absent. */
import { ExactNumber } from './exact-json.ts';
import { below } from './pointer.ts';

/** A text and where it is written. */
export interface Found {
  readonly value: string;
  readonly pointer: string;
}

export function fieldOf(value: unknown, field: string): unknown {
  if (!isMap(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, field)?.value;
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isMap(value) ? Object.entries(value) : [];
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The field as a list of at most one text. */
export function textOf(holder: unknown, pointer: string, field: string): readonly Found[] {
  const value = fieldOf(holder, field);
  return typeof value === 'string' ? [{ value, pointer: below(pointer, field) }] : [];
}

/** The texts of a list. */
export function textsOf(list: unknown, pointer: string): readonly Found[] {
  return itemsOf(list).flatMap((value, index) =>
    typeof value === 'string' ? [{ value, pointer: below(pointer, index) }] : [],
  );
}
