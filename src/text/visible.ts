/** A text as it may be shown, and how many of its characters a reader would not have seen. */
export interface Visible {
  text: string;
  hidden: number;
}

/**
 * A text that somebody else wrote, as it may be shown (R126): what nobody sees, and what a terminal or a page would obey, stands as
 * `⟦U+202E⟧` and is counted: control characters but tab and line end, characters of direction, of no width, tags, and halves of a pair.
 * A carriage return stays before a line feed alone, since elsewhere it lets a text write over what stands before it.
 * For a terminal ESC reads `␛`.
 */
export function visible(text: string, { terminal = false }: { terminal?: boolean } = {}): Visible {
  let hidden = 0;
  const shown = text.replace(HIDDEN, (character) => {
    hidden += 1;
    const code = character.codePointAt(0) ?? 0;
    if (terminal && code === 0x1b) return '␛';
    return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
  });
  return { text: shown, hidden };
}

/** The same as a terminal prints it. */
export function printed(text: string): string {
  return visible(text, { terminal: true }).text;
}

/** All texts of a JSON document, as `printed` shows them; for `JSON.parse`. */
export function printedTexts(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? printed(value) : value;
}

const HIDDEN =
  /(?!\r\n|[\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
