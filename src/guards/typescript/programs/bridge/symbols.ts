import { textIn } from './reading.ts';

/** Symbols cross by their name where every process has them, else by an id that both ends know them by. */
export interface Symbols {
  encode(symbol: symbol): readonly unknown[];
  decode(wire: readonly unknown[]): symbol;
}

const WELL_KNOWN = new Map<unknown, string>();
const BY_NAME = new Map<unknown, symbol>();
for (const name of Object.getOwnPropertyNames(Symbol)) {
  const value: unknown = Reflect.get(Symbol, name);
  if (typeof value !== 'symbol') continue;
  WELL_KNOWN.set(value, name);
  BY_NAME.set(name, value);
}

export function symbolsOf(prefix: string): Symbols {
  const ids = new Map<symbol, string>();
  const byId = new Map<unknown, symbol>();

  function adopt(id: string, symbol: symbol): symbol {
    ids.set(symbol, id);
    byId.set(id, symbol);
    return symbol;
  }

  return {
    encode(symbol) {
      const name = WELL_KNOWN.get(symbol);
      if (name !== undefined) return ['symbol', 'known', name];
      const key = Symbol.keyFor(symbol);
      if (key !== undefined) return ['symbol', 'shared', key];
      if (!ids.has(symbol)) adopt(`${prefix}${ids.size}`, symbol);
      return ['symbol', 'own', ids.get(symbol), symbol.description ?? ''];
    },
    decode([, how, what, description]) {
      if (how === 'shared') return Symbol.for(textIn(what));
      const found = how === 'known' ? BY_NAME.get(what) : byId.get(what);
      return found ?? adopt(textIn(what), Symbol(textIn(description)));
    },
  };
}
