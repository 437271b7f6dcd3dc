/** Which objects of this process have a counterpart at the other end, by the id that both know it by. */
export interface Identities {
  idOf(value: object): string | undefined;
  find(id: string): object | undefined;
  /** Gives it a new id. */
  name(value: object): string;
  /** The counterpart of what the other end calls `id`. */
  adopt(id: string, value: object): void;
  /** Keeps it alive, since the other end may ask for it at any time. */
  hold(value: object): void;
}

/** `prefix` tells the ids of this end from those of the other. */
export function identities(prefix: string): Identities {
  const ids = new WeakMap<object, string>();
  const objects = new Map<string, WeakRef<object>>();
  const held = new Set<object>();
  const forgotten = new FinalizationRegistry<string>((id) => {
    if (objects.get(id)?.deref() === undefined) objects.delete(id);
  });
  let count = 0;

  function adopt(id: string, value: object): void {
    ids.set(value, id);
    objects.set(id, new WeakRef(value));
    forgotten.register(value, id);
  }

  return {
    idOf: (value) => ids.get(value),
    find: (id) => objects.get(id)?.deref(),
    name(value) {
      const id = `${prefix}${++count}`;
      adopt(id, value);
      return id;
    },
    adopt,
    hold: (value) => void held.add(value),
  };
}
