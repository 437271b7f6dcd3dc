/** A session of a browser as it is stored; times in milliseconds since the epoch. */
export interface StoredSession {
  /** SHA-256 of what the cookie holds, which itself is stored nowhere. */
  readonly digest: Uint8Array;
  /** Whom it stands for: what requests with the key are made by. */
  readonly principal: string;
  /** Fits the key that it was begun with, and no other. */
  readonly keyMark: Uint8Array;
  readonly createdAt: number;
  readonly usedAt: number;
  /** From here on it is nothing. */
  readonly expiresAt: number;
}

/** Sessions of browsers (console 4). Who asks judges whether one still holds. */
export interface Sessions {
  /** Keeps a new one, and sweeps away some that were over when it was created. */
  add(session: StoredSession): Promise<void>;
  /** Those of them that there are, in no order. */
  find(digests: readonly Uint8Array[]): Promise<readonly StoredSession[]>;
  /** Notes that it was used; of two notes the later one stays. */
  touch(use: Pick<StoredSession, 'digest' | 'usedAt' | 'expiresAt'>): Promise<void>;
  /** Of one that is gone it does nothing. */
  end(digest: Uint8Array): Promise<void>;
}
