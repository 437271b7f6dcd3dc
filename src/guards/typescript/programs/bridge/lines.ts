import type { Codec } from './codec.ts';
import type { Notification, Untold } from './untold.ts';

/** Characters of one line, and of one notification in it. */
const [MAX_LINE, MAX_NOTIFICATION] = [4 * 1024 * 1024, 1024 * 1024];

/** Makes a line of parts, with the notifications after them. When it cannot be, nothing of it has been told. */
export type LineOf = (parts: () => readonly unknown[]) => string;

export function linesOf(codec: Codec, untold: Untold, refuse: (why: string) => never): LineOf {
  return (parts) => {
    const notifications = untold.all();
    try {
      const line = JSON.stringify([...parts(), notifications.map((each) => encodeNotification(codec, each, refuse))]);
      if (line.length > MAX_LINE) refuse(`${line.length} characters at once; at most ${MAX_LINE} can cross`);
      codec.settle(true);
      untold.told(notifications.length);
      return line;
    } catch (error) {
      codec.settle(false);
      throw error;
    }
  };
}

/** What cannot be told is told as an error. */
function encodeNotification(
  codec: Codec,
  [kind, value, id]: Notification,
  refuse: (why: string) => never,
): readonly unknown[] {
  try {
    const encoded = codec.encode(value);
    if (JSON.stringify(encoded).length > MAX_NOTIFICATION)
      refuse(`more than ${MAX_NOTIFICATION} characters of a promise`);
    return [kind, encoded, id];
  } catch (error) {
    return ['rejected', codec.encode(error), id];
  }
}
