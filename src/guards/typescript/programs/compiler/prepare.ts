/**
 * Makes tests and an implementation ready to run. Question: `{tests, implementation, given, module?}`, texts, `given` by path; answer:
 * `{testFindings, implementationFindings}` when one of them is no TypeScript, `{problem}` when the tests cannot be run at all, else
 * `{tests, implementation, given}`.
 */

import type TypeScript from 'typescript-5';
import { declaredTests } from './declared-tests.ts';
import {
  givenName,
  implementationPaths,
  namesOfImplementation,
  type Surroundings,
  sourceImports,
  testImports,
} from './imports.ts';
import { answer, askedQuestion, type Library } from './library.ts';
import { policyFindings } from './policy.ts';
import { syntaxFindings } from './syntax-findings.ts';
import type { Texts } from './virtual-host.ts';

interface Question {
  readonly tests: string;
  readonly implementation: string;
  /** Files that are there beside them. */
  readonly given: Texts;
  /** The path by which the tests know the implementation. */
  readonly module?: string;
}

const FILE = 'artifact.ts';

const { tests, implementation, given, module }: Question = askedQuestion();

answer((ts) => {
  const testFindings = syntaxFindings(ts, { [FILE]: tests });
  const implementationFindings = syntaxFindings(ts, { [FILE]: implementation });
  if (testFindings.length + implementationFindings.length > 0) return { testFindings, implementationFindings };
  const paths = Object.keys(given);
  const { script } = javaScriptOf(ts, tests);
  const [path, ...others] = module === undefined ? implementationPaths(ts, script, paths) : [module];
  if (path === undefined || others.length > 0) return { problem: manyProblem(path, others) };
  const around = { module: path, given: paths };
  const redirected = testImports(ts, script, around);
  const beside = paths.map((name) => ({
    name,
    ...sourceImports(ts, javaScriptOf(ts, given[name] ?? '').script, around),
  }));
  const problem = redirected.problem ?? beside.find((file) => file.problem !== undefined)?.problem ?? timersProblem();
  if (problem !== undefined) return { problem };
  return {
    tests: {
      script: redirected.script,
      imported: namesOfImplementation(ts, script, around),
      declared: declaredTests(ts, sourceOf(ts, tests)),
    },
    implementation: implementationIn(ts, around),
    given: Object.fromEntries(beside.map((file) => [givenName(file.name, paths), file.script])),
  };
});

function implementationIn(ts: Library, around: Surroundings): object {
  const { script, map } = javaScriptOf(ts, implementation);
  return { map, ...sourceImports(ts, script, around), policy: policyFindings(ts, sourceOf(ts, implementation)) };
}

function manyProblem(path: string | undefined, others: readonly string[]): string {
  if (path === undefined) return 'they import no implementation by a relative path';
  return `they import several files (${[path, ...others].join(', ')}); say with "module" which one is the implementation`;
}

function timersProblem(): string | undefined {
  return /\bmock\.timers\b/.test(tests) ? 'mock.timers is not offered here' : undefined;
}

function sourceOf(ts: Library, text: string): TypeScript.SourceFile {
  return ts.createSourceFile(FILE, text, ts.ScriptTarget.ES2024, true);
}

/** Without types; `map` leads back to the lines of the text. */
function javaScriptOf(ts: Library, text: string): { readonly script: string; readonly map: string } {
  const { outputText, sourceMapText = '' } = ts.transpileModule(text, {
    fileName: FILE,
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.ESNext, sourceMap: true },
  });
  return { script: outputText.replace(/\n\/\/# sourceMappingURL=.*$/, '\n'), map: sourceMapText };
}
