import path from 'node:path';
import ts from 'typescript-5';
import type { Mutant } from './mutant.ts';

type Mutants = ReadonlyMap<string, readonly Mutant[]>;

/** What a mutant is in the text of its file, and where the statement that it is in begins and ends. */
interface Placed {
  readonly mutant: Mutant;
  readonly from: number;
  readonly to: number;
}

/**
 * The mutants that compile: a mistake that the compiler refuses needs no test. Of each file one mutant for each statement at its top is
 * checked at once, and what is wrong within a statement is laid to its own.
 */
export function compiling(root: string, texts: ReadonlyMap<string, string>, mutants: Mutants): Mutants {
  const compiler = compilerOf(root, texts);
  const rounds = [...mutants].map(([file, of]) => [file, statementsOf(compiler.plain(file), of)] as const);
  const refused = new Set<Mutant>();
  for (let round = 0; ; round += 1) {
    const now = new Map(rounds.map(([file, of]) => [file, of.flatMap((statement) => statement[round] ?? [])]));
    const asked = new Map([...now].filter(([, of]) => of.length > 0));
    if (asked.size === 0) break;
    for (const mutant of compiler.refused(asked)) refused.add(mutant);
  }
  return new Map([...mutants].map(([file, of]) => [file, of.filter((mutant) => !refused.has(mutant))]));
}

/** By statement at the top of the file, those of its mutants that could be refused. */
function statementsOf(source: ts.SourceFile, mutants: readonly Mutant[]): readonly (readonly Placed[])[] {
  return source.statements.map((statement) => {
    const [from, to] = [statement.getStart(source), statement.getEnd()];
    return mutants
      .filter(
        ({ operator, start }) => start >= from && start < to && operator !== 'statement' && operator !== 'early return',
      )
      .map((mutant) => ({ mutant, from, to }));
  });
}

function compilerOf(root: string, texts: ReadonlyMap<string, string>) {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [...texts.keys()] }, ts.sys, root);
  // A mutant may leave a name unused, as may who makes the mistake.
  const lenient = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const at = (file: string) => path.posix.join(root.split(path.sep).join('/'), file);
  const parsed = (file: string, text: string): ts.SourceFile => {
    const source = ts.createSourceFile(at(file), text, ts.ScriptTarget.ES2024, true);
    source.impliedNodeFormat = ts.ModuleKind.ESNext;
    return source;
  };
  const sources = new Map<string, ts.SourceFile | undefined>(
    [...texts].map(([file, text]) => [at(file), parsed(file, text)]),
  );
  const host = ts.createCompilerHost(lenient, true);
  const read = host.getSourceFile.bind(host);
  let changed: ReadonlyMap<string, ts.SourceFile> = new Map();
  host.getSourceFile = (file, version) => {
    if (!sources.has(file)) sources.set(file, read(file, version));
    return changed.get(file) ?? sources.get(file);
  };
  const names = [...texts.keys()].map(at);
  let program: ts.Program | undefined;

  return {
    plain: (file: string): ts.SourceFile => parsed(file, texts.get(file) ?? ''),
    /** Those of the mutants, at most one of a statement, that do not compile. */
    refused(asked: ReadonlyMap<string, readonly Placed[]>): readonly Mutant[] {
      const written = new Map([...asked].map(([file, of]) => [file, withMutants(texts.get(file) ?? '', of)]));
      changed = new Map([...written].map(([file, { text }]) => [at(file), parsed(file, text)]));
      program = ts.createProgram(names, lenient, host, program);
      const checked = program;
      return [...written].flatMap(([file, { spans }]) => {
        const wrong = checked.getSemanticDiagnostics(checked.getSourceFile(at(file))).map(({ start = 0 }) => start);
        return spans.flatMap(({ mutant, from, to }) =>
          wrong.some((where) => where >= from && where < to) ? [mutant] : [],
        );
      });
    },
  };
}

/** The text with mutants in it, none in the statement of another, and where their statements are in it. */
function withMutants(
  text: string,
  placed: readonly Placed[],
): { readonly text: string; readonly spans: readonly Placed[] } {
  let written = '';
  let at = 0;
  const spans: Placed[] = [];
  for (const { mutant, from, to } of placed) {
    written += text.slice(at, from);
    const begun = written.length;
    const { start, end, text: mistake } = mutant.written;
    written += text.slice(from, start) + mistake + text.slice(end, to);
    spans.push({ mutant, from: begun, to: written.length });
    at = to;
  }
  return { text: written + text.slice(at), spans };
}
