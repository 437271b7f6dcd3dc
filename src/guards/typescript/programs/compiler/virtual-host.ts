import type TypeScript from 'typescript-5';
import type { Library } from './library.ts';

/** Texts by file name: all that the compiler sees. */
export type Texts = Readonly<Record<string, string>>;

/** A file system in memory, for the compiler. */
export function virtualHost(ts: Library, texts: Texts): TypeScript.CompilerHost {
  const textOf = (file: string): string | undefined => (Object.hasOwn(texts, file) ? texts[file] : undefined);
  return {
    getSourceFile(file, options) {
      const text = textOf(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, options);
    },
    fileExists: (file) => Object.hasOwn(texts, file),
    readFile: textOf,
    writeFile() {},
    getDefaultLibFileName: () => 'lib.es2024.d.ts',
    getDefaultLibLocation: () => '',
    getCurrentDirectory: () => '',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
}

/** Of every program that is looked at: modules for a current JavaScript engine. */
export function commonOptions(ts: Library): TypeScript.CompilerOptions {
  return {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    allowImportingTsExtensions: true,
    noEmit: true,
    // There is no package.json; where the compiler looks for one to name a module in a message, it needs a folder that is not here either.
    resolvePackageJsonExports: false,
    resolvePackageJsonImports: false,
    types: [],
  };
}
