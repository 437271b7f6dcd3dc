/** Where in a definition one writes: keys from the whole down, `-` for an entry of a list. */
export interface WritingPlace {
  readonly path: readonly string[];
  /** A name of a field, or the value of the last key of the path. */
  readonly is: 'key' | 'value';
  /** Where what is being written begins, in the text. */
  readonly from: number;
  /** What the innermost mapping around says under `use`, which decides what `with` may hold. */
  readonly use: string | undefined;
}

interface Frame {
  readonly indent: number;
  readonly key: string;
}

/** Reads the lines before the place alone, by their indentation, and the brackets of the line itself. */
export function writingPlace(text: string, position: number): WritingPlace | undefined {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  const line = text.slice(start, position);
  if (/(^|\s)#/.test(line.replaceAll(/"[^"]*"|'[^']*'/g, ''))) return undefined;
  const outer = framesBefore(text.slice(0, start).split('\n').slice(0, -1));
  const block = /^(\s*(?:- +)*)(.*)$/s.exec(line);
  const [, lead = '', rest = ''] = block ?? [];
  const frames = within(outer, lead);
  const inner = flowOf(rest);
  const path = [...frames.map(({ key }) => key), ...inner.path];
  return {
    path,
    is: inner.is,
    from: position - inner.word.length,
    use: inner.use ?? useBeside(text.slice(0, start).split('\n'), frames),
  };
}

/** Mappings and lists that are open after the lines. */
function framesBefore(lines: readonly string[]): readonly Frame[] {
  let frames: readonly Frame[] = [];
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, lead = '', key, value = ''] =
      /^(\s*(?:- +)*)(?:["']?([\w.-]+)["']?\s*:(?=\s|$))?\s*(.*)$/s.exec(line) ?? [];
    const around = within(frames, lead);
    frames =
      key === undefined || (value !== '' && !value.startsWith('#'))
        ? around
        : [...around, { indent: lead.length, key }];
  }
  return frames;
}

/** What is still open at an indentation, with the list entries that the line itself opens. */
function within(frames: readonly Frame[], lead: string): readonly Frame[] {
  const dash = lead.indexOf('-');
  const indent = dash === -1 ? lead.length : dash;
  // An entry of a list may stand right below its key.
  const open = frames.filter(
    (frame) => frame.indent < indent || (dash !== -1 && frame.indent === indent && frame.key !== '-'),
  );
  const entries = [...lead.matchAll(/-/g)].map(({ index }) => ({ indent: index, key: '-' }));
  return [...open, ...entries];
}

interface Flow {
  readonly path: readonly string[];
  readonly is: 'key' | 'value';
  readonly word: string;
  readonly use?: string;
}

/** The same within a line: `generator: { kind: llm, mo`. */
function flowOf(line: string): Flow {
  const path: string[] = [];
  const marks: number[] = [];
  let use: string | undefined;
  let isValue = false;
  let word = '';
  for (const [token] of line.matchAll(/"[^"]*"?|'[^']*'?|[{}[\],]|:(?=\s|$)|[^\s{}[\],:]+(?::\S+)?|\s+/g)) {
    if (token === '{' || token === '[') {
      marks.push(path.length);
      if (token === '[') path.push('-');
      isValue = token === '[';
      word = '';
    } else if (token === '}' || token === ']') {
      path.length = marks.pop() ?? 0;
      isValue = false;
      word = '';
    } else if (token === ',') {
      const base = marks.at(-1) ?? 0;
      isValue = path.at(base) === '-';
      path.length = isValue ? base + 1 : base;
      word = '';
    } else if (token === ':') {
      path.push(word.replaceAll(/["']/g, ''));
      isValue = true;
      word = '';
    } else if (token.trim() === '') {
      if (!isValue) word = '';
      else if (word !== '') word += token;
    } else {
      word += token;
      if (isValue && path.at(-1) === 'use') use = token;
    }
  }
  return { path, is: isValue ? 'value' : 'key', word, ...(use !== undefined && { use }) };
}

/** The guard whose `with` is being written: the `use` of the nearest lines around it. */
function useBeside(lines: readonly string[], frames: readonly Frame[]): string | undefined {
  const around = frames.findLast(({ key }) => key === 'with');
  if (!around) return undefined;
  for (const line of lines.toReversed()) {
    const [, lead = '', use] = /^(\s*(?:- +)?)use:\s*(\S+)/.exec(line) ?? [];
    if (use !== undefined && lead.length === around.indent) return use;
  }
  return undefined;
}
