/** A row as it is sent, under a key that a later state of the same row has too. */
export interface Message {
  readonly key: string;
  readonly text: string;
}

/** The newest state of each row that somebody has still to be sent, and the id to come back with. */
export interface Kept {
  /** The number of the newest delivery. */
  end(): number;
  /** What goes with that; undefined before the first. */
  id(): string | undefined;
  add(delivery: Delivery): void;
  /** What came after a delivery, newest last. */
  after(seq: number): readonly Message[];
  /** Lets go of what everybody has. */
  forget(seq: number): void;
}

export interface Delivery {
  /** Nothing that changed before it is missing in this delivery and those before. */
  readonly id: string;
  readonly messages: readonly Message[];
}

export function createKept(): Kept {
  const rows = new Map<string, { readonly seq: number; readonly message: Message }>();
  let end = 0;
  let newest: string | undefined;
  return {
    end: () => end,
    id: () => newest,
    add({ id, messages }) {
      end += 1;
      newest = id;
      for (const message of messages) {
        rows.delete(message.key);
        rows.set(message.key, { seq: end, message });
      }
    },
    after: (seq) => [...rows.values()].filter((row) => row.seq > seq).map(({ message }) => message),
    forget(seq) {
      for (const [key, row] of rows) if (row.seq <= seq) rows.delete(key);
    },
  };
}
