import { isObject } from './bridge/reading.ts';

export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

const MAX_TEXT = 4000;

/** What is to be said of an error; its parts may be anything. */
export function errorFacts(error: unknown): ErrorFacts {
  if (!isObject(error)) return { name: 'Error', message: `${String(error)} was thrown`, stack: '' };
  const part = (key: string): string => {
    try {
      const value: unknown = Reflect.get(error, key);
      return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
    } catch {
      return '';
    }
  };
  return { name: part('name') || 'Error', message: part('message'), stack: part('stack') };
}
