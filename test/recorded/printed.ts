/** Columns that a line has at most, where it can be broken. */
const WIDTH = 140;

/** A value as JSON: what fits is on one line, so that recordings are short and their differences are lines to read. */
export function printed(value: unknown, indent = ''): string {
  const line = inLine(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => printed(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printed(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}

function inLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLine(each)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
