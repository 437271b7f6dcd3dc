import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import ts from 'typescript-5';

/** `./x.ts` of a static import or export, which stands on lines of its own, or of `import('./x.ts')`. */
const OWN_IMPORT = /(?<before>^(?:import|export|\})[^'\n]*'|\bimport\(')(?<file>\.{1,2}\/[^']+)\.ts(?='\)|';$)/gm;

export interface Stripped {
  readonly code: string;
  /** Undefined where the module holds types alone, of which nothing is left. */
  readonly map: string | undefined;
}

/**
 * A module without its types, as Node itself runs it from a clone: every word stays at its line and column. The map brings the source along, with
 * the comments, which the module is without.
 * `file` is a path that ends in `.ts`.
 */
export function stripped(file: string, source: string): Stripped {
  const name = path.basename(file, '.ts');
  const code = withoutComments(stripTypeScriptTypes(source).replace(OWN_IMPORT, '$<before>$<file>.js'));
  if (code.trim() === '') return { code: 'export {};\n', map: undefined };
  const lines = code.split('\n').map((_, line) => (line === 0 ? 'AAAA' : 'AACA'));
  const map = { version: 3, file: `${name}.js`, sources: [`${name}.ts`], sourcesContent: [source], names: [] };
  return {
    code: `${code.trimEnd()}\n//# sourceMappingURL=${name}.js.map\n`,
    map: JSON.stringify({ ...map, mappings: lines.join(';') }),
  };
}

/** Blanks what stands between the words of a module, so that these stay where they are. */
function withoutComments(code: string): string {
  const tree = ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const parts: string[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(tree).filter((child) => !ts.isJSDoc(child));
    if (children.length > 0) return children.forEach(visit);
    const [from, start, end] = [node.getFullStart(), node.getStart(tree), node.getEnd()];
    const between = code.slice(from, start).replaceAll(/[^\n]/g, ' ');
    parts.push(between.replaceAll(/ +(?=\n)/g, ''), code.slice(start, end));
  };
  visit(tree);
  return parts.join('');
}
