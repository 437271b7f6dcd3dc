export interface Contents {
  /** Stores texts; answers their digests in order. */
  put(texts: readonly string[]): Promise<readonly string[]>;
  /** Texts by digest; every digest asked for is in the answer or it throws. */
  get(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
