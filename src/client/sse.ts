/** One server-sent event. */
export interface Frame {
  /** The last id that was sent with it or before. */
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events from pieces of text, however they are cut. */
export function createFrameReader(): (piece: string) => readonly Frame[] {
  let rest = '';
  let id: string | undefined;
  let event = '';
  let data: string[] = [];

  function take(line: string): Frame | undefined {
    if (line === '') {
      const frame = data.length > 0 ? { id, event: event || 'message', data: data.join('\n') } : undefined;
      event = '';
      data = [];
      return frame;
    }
    const at = line.indexOf(':');
    const field = at === -1 ? line : line.slice(0, at);
    const value = at === -1 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (field === 'id' && !value.includes('\0')) id = value;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return undefined;
  }

  return (piece) => {
    rest += piece;
    const frames: Frame[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(rest);
      if (!end) return frames;
      const frame = take(rest.slice(0, end.index));
      rest = rest.slice(end.index + end[0].length);
      if (frame) frames.push(frame);
    }
  };
}
