export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Idempotency keys: per method, path and tenant, 24 h (R56). */
export interface Requests {
  /** `new`: go on, then `finish` or `forget`. `done`: answer again. `busy`: still in flight. `other`: the key was used with another body. */
  begin(key: {
    readonly scope: string;
    readonly key: string;
    readonly digest: string;
  }): Promise<
    | { readonly state: 'new' }
    | { readonly state: 'done'; readonly answer: StoredAnswer }
    | { readonly state: 'busy' }
    | { readonly state: 'other' }
  >;
  finish(key: { readonly scope: string; readonly key: string }, answer: StoredAnswer): Promise<void>;
  forget(key: { readonly scope: string; readonly key: string }): Promise<void>;
}
