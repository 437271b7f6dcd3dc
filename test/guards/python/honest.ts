import { runPythonTests } from '../../../src/guards/python/run-tests.ts';
import type { Protocol } from '../../../src/guards/python/test-report.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { testedIn, unpassed } from './support.ts';

const { signal } = new AbortController();

/** Every honest sample passes its tests. */
export function honestPasses(sandbox: Sandbox, protocol: Protocol): void {
  test(`honest code of every kind passes: ${protocol}`, async () => {
    const report = await runPythonTests({ sandbox, ...testedIn('honest'), protocol, signal });
    expect(report.problem).toBeUndefined();
    expect(unpassed(report)).toEqual([]);
    expect(report.tests.length).toBeGreaterThan(60);
    expect(report).toMatchObject({ protocol, sandbox: sandbox.version });
  });
}

/** Honest samples pass whose tests only mean something in one process. */
export function onlyInOneProcess(sandbox: Sandbox): void {
  test('are run there with canaries when nothing else was asked for', async () => {
    const report = await runPythonTests({ sandbox, ...testedIn('one-process'), signal });
    expect(report.problem).toBeUndefined();
    expect(unpassed(report)).toEqual([]);
    expect(report).toMatchObject({ protocol: 'canary' });
    expect(report.tests).toHaveLength(11);
  });
}
