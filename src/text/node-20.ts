/**
 * What Node 20 lacks of the language. Tests of definitions run on it, so whatever `dsap/testing` loads uses these; `npm run test:package`
 * compiles that for Node 20.
 */

/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value | PromiseLike<Value>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Returns a promise with what settles it, as `Promise.withResolvers` does. */
export function createDeferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  if (!settle) throw new Error('A promise runs its executor before it is returned.');
  return { promise, ...settle };
}

/** Returns the items by their keys, keys and items in the order of `items`, as `Map.groupBy` does. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
