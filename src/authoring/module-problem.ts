import path from 'node:path';
import { messageOf } from '../text/message-of.ts';

/** What is wrong with a module of the user's, after the file and the line where it is. */
export function problemOf(error: unknown, file: string): string {
  const folder = path.dirname(file);
  const message = unmarked(messageOf(error));
  const place = placeIn(error instanceof Error ? (error.stack ?? '') : '', folder);
  return `${place ?? file}: ${message}`;
}

/** The first place in a stack that lies in a module of the user's. */
export function ownPlace(stack: string): string | undefined {
  const place = /file:\/\/(?<file>[^\s():?]+)\?dsap=\d+:(?<line>\d+)/.exec(stack)?.groups;
  return place && `${decodeURI(place['file'] ?? '')}:${place['line']}`;
}

export function unmarked(text: string): string {
  return text.replaceAll(MARK, '');
}

/** Query by which a loading of the module is told from the one before. */
const MARK = /\?dsap=\d+/g;

/** The first line of the stack that lies in the folder, or below it. */
function placeIn(stack: string, folder: string): string | undefined {
  for (const [, found = '', line, column] of unmarked(stack).matchAll(PLACE)) {
    const file = decodeURI(found);
    if (!file.startsWith(`${folder}${path.sep}`) || file.includes(`${path.sep}node_modules${path.sep}`)) continue;
    return [file, line, ...(column === undefined ? [] : [column])].join(':');
  }
  return undefined;
}

const PLACE = /(?:file:\/\/)?(\/[^\s():]+):(\d+)(?::(\d+))?/g;
