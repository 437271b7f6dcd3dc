import type { ToolCall } from '../model/chat.ts';
import { BrokenAnswer } from './broken-answer.ts';
import { at, isRecord, sizeOf, textOf } from './fields.ts';

/** A call of a tool while its pieces arrive. */
interface Growing {
  readonly index: number | undefined;
  /** The message that began it: pieces of one message are calls of their own. */
  readonly message: number;
  id: string;
  name: string;
  arguments: string;
  json: JsonEnd;
  readonly extra: Record<string, unknown>;
}

/**
 * Puts calls of tools together from their pieces. They are told apart by id, by a new name and by complete arguments, because some
 * servers number all calls of an answer alike, or none (llm 1.5). Names may come in pieces too.
 */
export class ToolCalls {
  readonly #calls: Growing[] = [];
  #message = 0;
  /** Characters of the fields that dsap does not know. */
  #unknown = 0;

  /** Each `message` is one chunk's `tool_calls`. Answers how many characters of arguments came. */
  add(pieces: readonly unknown[]): number {
    this.#message += 1;
    let length = 0;
    for (const [position, piece] of pieces.entries()) length += this.#addPiece(piece, position);
    return length;
  }

  /** In the order of their indexes, else of arrival. Where a server gives no ids, or one twice, some are made: a reply names the call it answers. */
  get whole(): readonly ToolCall[] {
    const inOrder = this.#calls.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0));
    const ids = inOrder.map(({ id }) => id);
    return inOrder.map((call, place) => {
      const isOwn = call.id !== '' && ids.indexOf(call.id) === place;
      const { name, arguments: written, extra } = call;
      const id = isOwn ? call.id : `call_${place}${call.id}`;
      return { id, name, arguments: written, ...(Object.keys(extra).length > 0 && { extra }) };
    });
  }

  #addPiece(piece: unknown, position: number): number {
    const numbered = at(piece, 'index');
    const index = typeof numbered === 'number' ? numbered : undefined;
    const called = functionIn(piece);
    const given = {
      id: textOf(at(piece, 'id')) ?? '',
      name: textOf(called['name']) ?? '',
      arguments: argumentsOf(called['arguments']),
    };
    const before = this.#callOf(index, given.id, position);
    const call = before && continues(before, given) ? before : this.#begin(index);
    if (call === before && repeats(call, given)) return 0;
    call.id ||= given.id;
    // Some servers send the name once more with each piece.
    call.name = given.name.startsWith(call.name) ? given.name : call.name + given.name;
    call.arguments += given.arguments;
    call.json = jsonEnd(call.json, given.arguments);
    this.#keep(call, extraOf(piece, call.extra));
    return given.arguments.length + given.name.length;
  }

  #keep(call: Growing, extra: Readonly<Record<string, unknown>>): void {
    if (Object.keys(extra).length === 0) return;
    this.#unknown += sizeOf(extra);
    if (this.#unknown > MOST_UNKNOWN) throw new BrokenAnswer('has more beside its calls of tools than can be kept');
    Object.assign(call.extra, extra);
  }

  /** The call that a piece may go on with. */
  #callOf(index: number | undefined, id: string, position: number): Growing | undefined {
    const others = this.#calls.filter(
      (call) => call.index === index && (index !== undefined || call.message !== this.#message),
    );
    const named = id === '' ? undefined : others.findLast((call) => call.id === id);
    return named ?? (index === undefined && position > 0 ? undefined : others.at(-1));
  }

  #begin(index: number | undefined): Growing {
    const call = { index, message: this.#message, id: '', name: '', arguments: '', json: BEGINNING, extra: {} };
    this.#calls.push(call);
    return call;
  }
}

/** Signatures are some kilobytes long. */
const MOST_UNKNOWN = 1024 * 1024;

type Given = Pick<Growing, 'id' | 'name' | 'arguments'>;

function continues(call: Growing, given: Given): boolean {
  if (given.id !== '' && call.id !== '' && given.id !== call.id) return false;
  const isNewName = given.name !== '' && given.name !== call.name && call.arguments !== '';
  if (isNewName) return false;
  return !call.json.isOver || given.arguments.trim() === '' || repeats(call, given);
}

/** Some gateways send the whole call once more at the end. */
function repeats(call: Growing, given: Given): boolean {
  return call.json.isOver && given.id !== '' && given.id === call.id && given.arguments === call.arguments;
}

/** Where the reading of a JSON object or list stands. */
interface JsonEnd {
  readonly depth: number;
  readonly inString: boolean;
  readonly isEscaped: boolean;
  /** It is closed. */
  readonly isOver: boolean;
}

const BEGINNING: JsonEnd = { depth: 0, inString: false, isEscaped: false, isOver: false };

function jsonEnd(before: JsonEnd, added: string): JsonEnd {
  let { depth, inString, isEscaped, isOver } = before;
  for (const sign of added) {
    if (isEscaped) isEscaped = false;
    else if (inString) {
      isEscaped = sign === '\\';
      inString = sign !== '"';
    } else if (sign === '"') inString = true;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') {
      depth -= 1;
      isOver ||= depth === 0;
    }
  }
  return { depth, inString, isEscaped, isOver };
}

/** Fields that dsap does not know, which go back with the call unchanged: some are signatures without which the next turn is refused (llm 1.5). */
function extraOf(piece: unknown, before: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isRecord(piece)) return {};
  const { index: _index, id: _id, type: _type, function: called, ...others } = piece;
  const { name: _flat, arguments: _given, ...unknown } = others;
  const extra = told(called === undefined ? unknown : others);
  if (!isRecord(called)) return extra;
  const { name: _name, arguments: _arguments, ...inner } = called;
  const within = told(inner);
  if (Object.keys(within).length === 0) return extra;
  return { ...extra, function: { ...(isRecord(before['function']) && before['function']), ...within } };
}

function told(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** Some servers send name and arguments without the object around them. */
function functionIn(piece: unknown): Readonly<Record<string, unknown>> {
  const called = at(piece, 'function') ?? piece;
  return isRecord(called) ? called : {};
}

/** Some servers send the object itself instead of its text. */
function argumentsOf(value: unknown): string {
  if (!isRecord(value)) return textOf(value) ?? '';
  if (sizeOf(value) === Number.POSITIVE_INFINITY) throw new BrokenAnswer('nests the arguments of a call too deep');
  return JSON.stringify(value);
}
