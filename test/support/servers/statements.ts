import { Client } from 'pg';

/** Statements that this process sends to PostgreSQL, each a round trip: the names of those that have one, else their first words. */
export interface Statements {
  /** Of those sent since the last time that this was asked. */
  taken(): readonly string[];
  stop(): void;
}

/** Counts whatever any store of this process sends. What listens and what people read beside are left out by `except`. */
export function countStatements(except: readonly string[] = []): Statements {
  let sent: string[] = [];
  const real: (...args: readonly unknown[]) => unknown = Reflect.get(Client.prototype, 'query');
  const counted = new Proxy(real, {
    apply(query, client, args) {
      const name = nameOf(args[0]);
      if (name !== undefined && !except.includes(name)) sent.push(name);
      return Reflect.apply(query, client, args);
    },
  });
  Reflect.set(Client.prototype, 'query', counted);
  return {
    taken() {
      const before = sent;
      sent = [];
      return before;
    },
    stop() {
      Reflect.set(Client.prototype, 'query', real);
    },
  };
}

/** What `read` sends before and after `change`. */
export async function sentAround(
  read: () => Promise<unknown>,
  change: () => Promise<void>,
): Promise<{ readonly before: readonly string[]; readonly after: readonly string[] }> {
  const statements = countStatements();
  const sent = async (): Promise<readonly string[]> => {
    statements.taken();
    await read();
    return statements.taken();
  };
  try {
    const before = await sent();
    await change();
    return { before, after: await sent() };
  } finally {
    statements.stop();
  }
}

/** Undefined for what a connection says of itself. */
function nameOf(asked: unknown): string | undefined {
  const { name, text } = typeof asked === 'string' ? { name: undefined, text: asked } : statementIn(asked);
  if (/^\s*(?:set|listen|unlisten)\b/i.test(text)) return undefined;
  return name ?? text.trim().split(/\s+/).slice(0, 4).join(' ');
}

function statementIn(asked: unknown): { readonly name: string | undefined; readonly text: string } {
  const field = (key: string): string | undefined => {
    const value: unknown = asked !== null && typeof asked === 'object' ? Reflect.get(asked, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { name: field('name'), text: field('text') ?? '' };
}
