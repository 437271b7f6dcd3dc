import { longestCut, utf8Length } from '../../../text/text.ts';
import { visible } from '../../../text/visible.ts';

/** What somebody else wrote, as far as a report shows it. It is shown by `visible` alone. */
export interface Shown {
  readonly text: string;
  /** Of the whole text, in UTF-8. */
  readonly bytes: number;
  /** Of the whole text; null where the text is not cut, or is known in part only. */
  readonly digest: string | null;
  readonly cut: boolean;
}

/** Bytes of any one text in a report. */
export const LONGEST_TEXT = 64 * 1024;

/** Bytes left for the texts of a report, as they stand in its HTML. Whoever asks for more than there is gets less, and tells so. */
export interface Room {
  readonly left: number;
  /** Takes room for markup. False, with nothing taken, where there is not enough. */
  hold(bytes: number): boolean;
  /** As much of a text as fits, `most` bytes of it at most. `whole`: how long it is, and its digest, where only its start is at hand. */
  take(text: string, most?: number, whole?: Partial<Pick<Shown, 'bytes' | 'digest'>>): Shown;
  /** A room within this one, of at most so many bytes: what is taken there is taken here too. */
  within(bytes: number): Room;
}

/** `digestOf`: `sha256:<hex>` of a text in UTF-8. */
export function createRoom(bytes: number, digestOf: (text: string) => string, outer?: Room): Room {
  let left = bytes;
  const room: Room = {
    get left() {
      return outer ? Math.min(left, outer.left) : left;
    },
    hold(wanted) {
      if (wanted > room.left) return false;
      outer?.hold(wanted);
      left -= wanted;
      return true;
    },
    take(text, most = LONGEST_TEXT, whole = {}) {
      const shown = fitting(text, Math.max(0, Math.min(most, room.left)));
      room.hold(Math.min(costOf(shown), room.left));
      const size = whole.bytes ?? utf8Length(text);
      const cut = shown !== text || size > utf8Length(text);
      const digest = cut ? (whole.digest ?? (whole.bytes === undefined ? digestOf(text) : null)) : null;
      return { text: shown, bytes: size, digest, cut };
    },
    within: (most) => createRoom(most, digestOf, room),
  };
  return room;
}

function fitting(text: string, room: number): string {
  const fits = (start: string) => costOf(start) <= room;
  if (text.length <= room && fits(text)) return text;
  return longestCut(text, room, fits);
}

/** Bytes of a text in an HTML page, with the marks of what nobody would see in it; no less. */
export function costOf(text: string): number {
  const { text: told, hidden } = visible(text);
  return utf8Length(told) + hidden * MARK + (told.match(/[&<>"']/g)?.length ?? 0) * ENTITY;
}

/** Bytes of markup around a mark, and those that an entity takes beside its character. */
const MARK = 48;
const ENTITY = 5;
