import path from 'node:path';
import ts from 'typescript-5';

/** One code file; its path is from the root of the repository, with slashes. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** What it says as syntax; nothing where it is neither TypeScript nor JavaScript. */
  readonly source: ts.SourceFile | undefined;
}

export interface Import {
  readonly from: string;
  readonly line: number;
  /** A file of the project, or the name of a package (`pg`, `node:fs`). */
  readonly to: string;
  /** It names types alone, so that nothing is loaded by it. */
  readonly isType: boolean;
}

export interface Project {
  readonly files: ReadonlyMap<string, CodeFile>;
  readonly imports: ReadonlyMap<string, readonly Import[]>;
}

const PARSED = /\.(ts|js|mjs)$/;
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** The files, parsed, and who imports whom. `texts` are by path. */
export function projectOf(texts: ReadonlyMap<string, string>): Project {
  const files = new Map([...texts].map(([file, text]) => [file, codeFile(file, text)]));
  const imports = new Map([...files.values()].map((file) => [file.path, importsOf(file, files)]));
  return { files, imports };
}

/** All imports of the files for which `isFrom` holds. */
export function importsFrom(project: Project, isFrom: (file: string) => boolean): readonly Import[] {
  return [...project.imports].flatMap(([file, imports]) => (isFrom(file) ? imports : []));
}

export function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

/** Every node of a tree, the outer ones first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const left = [node];
  for (let next = left.pop(); next; next = left.pop()) {
    yield next;
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => void children.push(child));
    left.push(...children.toReversed());
  }
}

function codeFile(file: string, text: string): CodeFile {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const source = PARSED.test(file) ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2024) : undefined;
  return { path: file, text, lines, source };
}

function importsOf({ path: from, source, text }: CodeFile, files: ReadonlyMap<string, CodeFile>): readonly Import[] {
  if (!source) return [];
  // Only a file that says `import(` can import anywhere but at its top.
  const nodes = text.includes('import(') ? nodesOf(source) : source.statements;
  return [...nodes].flatMap((node) => {
    const { specifier, isType } = importIn(node);
    if (!specifier) return [];
    return [{ from, line: lineOf(source, node), to: targetOf(from, specifier, files), isType }];
  });
}

interface Found {
  readonly specifier?: string;
  readonly isType: boolean;
}

function importIn(node: ts.Node): Found {
  if (ts.isImportDeclaration(node)) return { ...said(node.moduleSpecifier), isType: namesTypes(node.importClause) };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return { ...said(node.moduleSpecifier), isType: node.isTypeOnly };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return { ...said(node.argument.literal), isType: true };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return { ...said(node.arguments[0]), isType: false };
  return { isType: false };
}

function said(node: ts.Node | undefined): { readonly specifier?: string } {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text } : {};
}

function namesTypes(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  if (clause.name || !named || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function targetOf(from: string, specifier: string, files: ReadonlyMap<string, CodeFile>): string {
  if (specifier === 'dsap' && files.has('src/index.ts')) return 'src/index.ts';
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  return PACKAGE.exec(specifier)?.[0] ?? specifier;
}
