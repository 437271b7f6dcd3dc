/** What came of something that a model or a run's input may have got wrong; `problems` are sentences for it to read. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly string[] };

export function good<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function bad<Value>(...problems: readonly string[]): Outcome<Value> {
  return { ok: false, problems };
}
