import nodeModule from 'node:module';
import process from 'node:process';

const OWN_IMPORT = /'(?<file>\.{1,2}\/[^']+)\.ts'/g;

/**
 * Returns a module without its types, whose imports name modules without types. Lines and columns stay. Needs Node 22.13: an older one has no such
 * function, so it is not imported by name, which would keep all that imports this file from loading.
 */
export function stripped(source: string): string {
  return silently(() => nodeModule.stripTypeScriptTypes(source)).replaceAll(OWN_IMPORT, "'$<file>.mjs'");
}

/** Node tells whoever started us that this may change one day, which is no business of theirs. */
function silently<T>(act: () => T): T {
  const told: typeof process.emitWarning = Reflect.get(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return act();
  } finally {
    process.emitWarning = told;
  }
}
