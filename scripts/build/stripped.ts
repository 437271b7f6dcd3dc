import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** `./x.ts` of a static import or export, which stands on lines of its own, or of `import('./x.ts')`. */
const OWN_IMPORT = /(?<before>^(?:import|export|\})[^'\n]*'|\bimport\(')(?<file>\.{1,2}\/[^']+)\.ts(?='\)|';$)/gm;

export interface Stripped {
  readonly code: string;
  readonly map: string;
}

/**
 * A module without its types, as Node itself runs it from a clone: every word stays at its line and column. The map brings the source along.
 * `file` is a path that ends in `.ts`.
 */
export function stripped(file: string, source: string): Stripped {
  const name = path.basename(file, '.ts');
  const code = stripTypeScriptTypes(source).replace(OWN_IMPORT, '$<before>$<file>.js');
  const lines = code.split('\n').map((_, line) => (line === 0 ? 'AAAA' : 'AACA'));
  const map = { version: 3, file: `${name}.js`, sources: [`${name}.ts`], sourcesContent: [source], names: [] };
  return {
    code: `${code.trimEnd()}\n//# sourceMappingURL=${name}.js.map\n`,
    map: JSON.stringify({ ...map, mappings: lines.join(';') }),
  };
}
