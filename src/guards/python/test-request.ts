import { moduleOf } from './given-modules.ts';
import type { TestRun } from './test-report.ts';

/** What every program that runs tests is asked. */
export function planRequest({ tests, files, artifact, module }: TestRun): object {
  const given = Object.keys(modulesIn(files)).map(moduleOf);
  return { tests, given, module: module ?? null, hasArtifact: artifact !== undefined };
}

/** The modules with the one that is judged among them. */
export function sourcesOf({ files, artifact }: TestRun, module: string | null): Readonly<Record<string, string>> {
  const modules = modulesIn(files);
  if (artifact === undefined || module === null) return modules;
  return { ...modules, [`${module.replaceAll('.', '/')}.py`]: artifact };
}

export function modulesIn(files: TestRun['files']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.py')));
}

/** What modules may read from the disk; they themselves are not there. */
export function dataIn(files: TestRun['files']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.py')));
}
