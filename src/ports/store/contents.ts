/** How a text begins, and how long all of it is. */
export interface ContentHead {
  readonly text: string;
  /** Of the whole text, in UTF-8. */
  readonly bytes: number;
}

export interface Contents {
  /** Stores texts; answers their digests in order. */
  put(texts: readonly string[]): Promise<readonly string[]>;
  /** Texts by digest; every digest asked for is in the answer or it throws. */
  get(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** At most so many bytes from the start of each text, never half a character, by digest; every digest asked for is in the answer or it throws. */
  heads(digests: readonly string[], bytes: number): Promise<ReadonlyMap<string, ContentHead>>;
}
