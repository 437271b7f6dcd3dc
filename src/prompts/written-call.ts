import { fieldOf } from '../text/loose.ts';
import { fencedBlocks, markedLines } from './fences.ts';

/**
 * Finds a call of a tool that a model wrote as text, in the dialects of the known model families: the server did not read it, so it was
 * not made (llm 1.5). Returns the tool's name, or an empty text if the call names none of `tools`; undefined: there is no call.
 */
function writtenCall(text: string, tools: readonly string[]): string | undefined {
  const named = tools.find((name) => isCallOf(text, name)) ?? namedInJson(text, new Set(tools));
  if (named !== undefined) return named;
  return MARKS.test(outsideCode(text)) ? '' : undefined;
}

/** Feedback for an answer that holds a call as text: what happened, then what to do; undefined where it holds none. */
export function writtenCallFeedback(text: string, tools: readonly { readonly name: string }[]): string | undefined {
  const name = writtenCall(
    text,
    tools.map((tool) => tool.name),
  );
  if (name === undefined) return undefined;
  const what = name === '' ? 'a call of a tool' : `a call of the tool "${name}"`;
  return (
    `The answer holds ${what} as text, so nothing was called and there is no output.\n` +
    'Call tools through the interface for tool calls, never in the text of an answer. ' +
    'If the model did so, its server does not read the calls: turn on its parser for them (vLLM: --enable-auto-tool-choice and --tool-call-parser).'
  );
}

/** Marks by which model families begin or end a call. */
const MARKS = new RegExp(
  [
    // Qwen, Hermes, GLM, MiniMax, LongCat, Nemotron, Gemma; Anthropic's older form.
    String.raw`<\/?[|｜]?(?:\w+[:_])?(?:tool_?calls?|function_calls?|tool_use|start_function_call)(?:\s[^>\n]{0,100})?[|｜]?>`,
    String.raw`<(?:\w+:)?invoke\s+name=`,
    // Llama, and Qwen's coders.
    String.raw`<function(?:=|\s+name=)`,
    String.raw`<\|python_(?:tag|start)\|>`,
    // Mistral.
    String.raw`\[TOOL_CALLS?\]`,
    // DeepSeek, Kimi, LFM, Granite, Phi: <｜tool▁calls▁begin｜>, <|tool_call_begin|>.
    String.raw`<[|｜][^|｜<>\s]{0,40}(?:tool|function)[^|｜<>\s]{0,40}[|｜]>`,
    String.raw`<[|｜]DSML[|｜]`,
    // Harmony, of gpt-oss.
    String.raw`<\|call\|>`,
    String.raw`<\|channel\|>[^<]{0,60}\bto=`,
    String.raw`functools\[\s*\{`,
  ].join('|'),
  'i',
);

/** Whether the text marks a call of that tool, even within a block of code. */
function isCallOf(text: string, name: string): boolean {
  const word = `(?:functions\\.|default_api\\.|tools\\.)?${name.replace(/\W/g, String.raw`\$&`)}(?::\\d+)?`;
  if (new RegExp(`(?:${MARKS.source})[\\s\\S]{0,120}?(?<![\\w.-])${word}(?![\\w-])`, 'i').test(text)) return true;
  if (new RegExp(`^\\s*Action\\s*:\\s*${word}\\s*$[\\s\\S]*^\\s*Action Input\\s*:`, 'm').test(text)) return true;
  const blocks = fencedBlocks(text);
  if (blocks.some((block) => CALL_BLOCKS.test(block.language) && new RegExp(`\\b${word}`).test(block.text)))
    return true;
  const whole = (blocks.length === 1 && outsideCode(text).trim() === '' ? (blocks[0]?.text ?? '') : text).trim();
  if (new RegExp(`^\\[?\\s*(?:print\\()?\\s*${word}\\s*\\([\\s\\S]*\\)\\s*\\]?;?$`).test(whole)) return true;
  const [, given] = new RegExp(`^${word}\\s*(?:\\[ARGS\\])?\\s*(\\{[\\s\\S]*\\})$`).exec(whole) ?? [];
  return given !== undefined && parsed(given) !== undefined;
}

/** Languages by which models mark a block that is a call. */
const CALL_BLOCKS = /^tool_(?:code|calls?|use)$/;

/** The text without code, of blocks and within lines: there marks are talked about. */
function outsideCode(text: string): string {
  const lines = markedLines(text).map(({ line, isFenced }) => (isFenced ? '\n' : line));
  return lines.join('').replace(/`[^`\n]*`/g, '');
}

/** The first call of a known tool among the JSON values of a text. */
function namedInJson(text: string, tools: ReadonlySet<string>): string | undefined {
  for (const value of jsonValues(text)) {
    const name = namedInValue(value, tools);
    if (name !== undefined) return name;
  }
  return undefined;
}

function namedInValue(value: unknown, tools: ReadonlySet<string>): string | undefined {
  if (Array.isArray(value)) return value.map((each) => namedInCall(each, tools)).find((name) => name !== undefined);
  const wrapped = WRAPPERS.map((field) => fieldOf(value, field)).find((each) => typeof each === 'object' && each);
  return namedInCall(value, tools) ?? (wrapped === undefined ? undefined : namedInValue(wrapped, tools));
}

/** An object with the name of a tool and its arguments. */
function namedInCall(value: unknown, tools: ReadonlySet<string>): string | undefined {
  const called = fieldOf(value, 'function');
  const inner = typeof called === 'object' && called !== null ? called : value;
  const names = NAMES.map((field) => fieldOf(inner, field)).filter((name) => typeof name === 'string');
  const known = names.map((name) => name.replace(/^functions\./, '')).find((name) => tools.has(name));
  return ARGUMENTS.some((field) => fieldOf(inner, field) !== undefined) ? known : undefined;
}

const WRAPPERS = ['tool_calls', 'tool_call', 'function_call', 'calls'] as const;
const NAMES = ['name', 'tool', 'tool_name', 'function', 'function_name', 'action', 'recipient_name'] as const;
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'tool_input', 'action_input'] as const;

/** The outermost JSON objects and lists of a text, in order. */
function* jsonValues(text: string): Iterable<unknown> {
  let budget = MOST_SCANNED;
  for (let start = nextOpening(text, 0); start >= 0 && budget > 0; ) {
    const end = closingOf(text, start, budget);
    budget -= (end ?? text.length) - start;
    const value = end === undefined ? undefined : parsed(text.slice(start, end));
    if (value !== undefined) yield value;
    start = nextOpening(text, value === undefined ? start + 1 : (end ?? text.length));
  }
}

/** Characters: a text of opening brackets alone would be read again from each. */
const MOST_SCANNED = 2_000_000;

function nextOpening(text: string, from: number): number {
  const found = text.slice(from).search(/[{[]/);
  return found < 0 ? -1 : from + found;
}

/** The place behind the bracket that closes the one at `start`. */
function closingOf(text: string, start: number, most: number): number | undefined {
  const end = Math.min(text.length, start + most);
  let depth = 0;
  let inString = false;
  for (let at = start; at < end; at += 1) {
    const sign = text[at];
    if (inString && sign === '\\') at += 1;
    else if (sign === '"') inString = !inString;
    else if (inString) continue;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
