import type { TextPosition } from '../../ports/store/texts.ts';
import { Problem } from '../http/problem.ts';

export const BEGINNING: TextPosition = { generation: 1, offset: 0 };

/** What `idOf` writes; nothing is the beginning. */
export const TEXT_ID = /^([0-9]{1,9}(-[1-9][0-9]{0,8})?)?$/;

/** A byte's number, and from the second text of an attempt on which of them it is in, such as `512` and `512-2`. */
export function idOf({ generation, offset }: TextPosition): string {
  return generation === 1 ? String(offset) : `${offset}-${generation}`;
}

/** Throws 400 for what is no id of a text. */
export function positionOf(id: string): TextPosition {
  const [, offset, generation = '1'] = /^(\d{1,9})(?:-([1-9]\d{0,8}))?$/.exec(id) ?? [];
  if (offset === undefined)
    throw new Problem(
      400,
      'invalid_header',
      'Last-Event-ID and after are the id of an event of this text: a byte offset.',
    );
  return { generation: Number(generation), offset: Number(offset) };
}
