import { LONGEST_ANSWER } from '../prompts/answer-limit.ts';
import { AnswerTooLong, BrokenAnswer } from './broken-answer.ts';
import { at, isRecord, listOf, sizeOf, textOf } from './fields.ts';

/**
 * Collects the fields of an assistant message that dsap does not read itself, such as `reasoning_content` or signatures, from the deltas of
 * a stream: texts concatenate, lists of parts join by index (llm 1.5). They go back with the message when the conversation goes on.
 */
export class MessageFields {
  readonly #values = new Map<string, unknown[]>();
  /** Characters. */
  #size = 0;
  /** What the model has thought so far. */
  thoughts = '';

  /** Returns whether the delta carried reasoning: a sign of life, not a part of the answer. */
  add(message: unknown): boolean {
    if (!isRecord(message)) return false;
    let thinks = false;
    const fields = withThoughtParts(message);
    for (const [name, value] of Object.entries(fields)) {
      if (READ_BY_DSAP.has(name) || value === null || value === undefined) continue;
      this.#size += name.length + sizeOf(value);
      if (this.#size === Number.POSITIVE_INFINITY)
        throw new BrokenAnswer(`nests its field ${name.slice(0, 100)} too deep`);
      if (this.#size > LONGEST_ANSWER) throw new AnswerTooLong('goes on past its limit');
      const values = this.#values.get(name);
      if (values) values.push(value);
      else this.#values.set(name, [value]);
      thinks ||= isReasoning(name) && isFilled(value);
    }
    if (thinks) this.thoughts += reasoningIn(fields);
    return thinks;
  }

  /** Undefined: the provider sent none. */
  get all(): Readonly<Record<string, unknown>> | undefined {
    if (this.#values.size === 0) return undefined;
    const pairs = [...this.#values].map(([name, values]) => [name, joined(values, isReasoning(name))]);
    return Object.fromEntries(pairs);
  }
}

/** Fields that dsap reads, and fields of an answer that no request takes. */
const READ_BY_DSAP: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'annotations',
  'audio',
  'logprobs',
  'token_ids',
]);

/** Returns whether a field of a message holds what the model thought. */
export function isReasoning(name: string): boolean {
  return /^(?:reasoning|thinking)(?:_|$)|^thoughts?$/.test(name);
}

/** Returns the text that the model thought, from the fields of its message; empty where there is none. */
export function reasoningIn(fields: Readonly<Record<string, unknown>> = {}): string {
  const values = Object.entries(fields).filter(([name]) => isReasoning(name));
  return values.map(([, value]) => partsText(value)).find((text) => text !== '') ?? '';
}

/** Returns whether a part of a message's `content` is a thought, as Mistral sends them. */
export function isThoughtPart(part: unknown): boolean {
  return isReasoning(textOf(at(part, 'type')) ?? '');
}

/** Thoughts among the parts of `content` become a field of their own. */
function withThoughtParts(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { content } = message;
  const thinking = partsText((isRecord(content) ? [content] : listOf(content)).filter(isThoughtPart));
  return thinking === '' ? message : { ...message, thinking };
}

function partsText(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) return value.map((each) => partsText(each, depth + 1)).join('');
  return PART_TEXTS.map((name) => partsText(at(value, name), depth + 1)).find((text) => text !== '') ?? '';
}

/** Levels of parts within parts; providers use two. */
const DEEPEST = 5;
/** Where the parts of a thought have their text. */
const PART_TEXTS = ['text', 'thinking', 'summary', 'content'] as const;

function isFilled(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) ? value.length > 0 : true;
}

/** `mayRepeat`: equal pieces are pieces all the same. Some servers send a signature once more with each delta. */
function joined(values: readonly unknown[], mayRepeat: boolean): unknown {
  const [first] = values;
  if (values.every((value) => typeof value === 'string')) {
    return !mayRepeat && values.every((value) => value === first) ? first : values.join('');
  }
  if (values.some((value) => Array.isArray(value))) return joinedParts(values.flat());
  return values.every(isRecord) ? joinedRecords(values, (_, each) => joined(each, mayRepeat)) : values.at(-1);
}

/** Parts with an index join by index and type; those without go on with the part before until its signature has come. */
function joinedParts(parts: readonly unknown[]): readonly unknown[] {
  const groups: unknown[][] = [];
  const byPlace = new Map<string, unknown[]>();
  for (const part of parts) {
    const index = at(part, 'index');
    const place = index === undefined ? undefined : JSON.stringify([index, at(part, 'type')]);
    const group = place === undefined ? continuedBy(part, groups.at(-1)) : byPlace.get(place);
    if (group) {
      group.push(part);
      continue;
    }
    const begun = [part];
    groups.push(begun);
    if (place !== undefined) byPlace.set(place, begun);
  }
  return groups.map((group) => (group.every(isRecord) ? joinedRecords(group, joinedField) : group[0]));
}

function continuedBy(part: unknown, group: unknown[] | undefined): unknown[] | undefined {
  const last = group?.at(-1);
  const isNext = isRecord(part) && isRecord(last) && last['index'] === undefined && part['type'] === last['type'];
  return isNext && isTextPart(part) && isTextPart(last) && !last['signature'] ? group : undefined;
}

function isTextPart(part: unknown): boolean {
  return PART_TEXTS.some((name) => typeof at(part, name) === 'string');
}

function joinedField(name: string, values: readonly unknown[]): unknown {
  if (name === 'signature') return joined(values, false);
  return GROWING.has(name) ? joined(values, true) : values.at(-1);
}

/** Fields of parts that come in pieces. */
const GROWING: ReadonlySet<string> = new Set([...PART_TEXTS, 'data']);

function joinedRecords(
  records: readonly Readonly<Record<string, unknown>>[],
  join: (name: string, values: readonly unknown[]) => unknown,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of records.flatMap((record) => Object.entries(record))) {
    const known = values.get(name);
    if (!known) values.set(name, [value]);
    else if (value !== null && value !== undefined) known.push(value);
  }
  // A null that a later delta fills does not count.
  const filled = [...values].map(
    ([name, all]) => [name, all.length > 1 && all[0] === null ? all.slice(1) : all] as const,
  );
  return Object.fromEntries(filled.map(([name, all]) => [name, all.length === 1 ? all[0] : join(name, all)]));
}
