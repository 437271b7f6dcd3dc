/** Text with `{name}` and `{name:json}`. A name that is not known stays as it is, so that JSON needs no escapes. */
const PLACEHOLDER = /\{([A-Za-z0-9_]+)(?::(json|lower|upper|trim))?\}/g;

type Filter = 'json' | 'lower' | 'upper' | 'trim';

const FILTERS: Readonly<Record<Filter, (value: string) => string>> = {
  /** A JSON string literal, quotes included. */
  json: (value) => JSON.stringify(value),
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  trim: (value) => value.trim(),
};

/** The text with the values in place. Values are put in once: a placeholder inside a value is text. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string, filter?: Filter) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name] ?? '';
    return filter ? FILTERS[filter](value) : value;
  });
}
