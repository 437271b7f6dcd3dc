export interface PageRequest {
  /** 1…200. */
  readonly limit: number;
  /** Opaque, from an earlier page; a bad one throws `BadCursor`. */
  readonly cursor?: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** A bad `cursor`: 400 (R57). */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}
