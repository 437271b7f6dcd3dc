/** The tables of percepts and actions (S0-T1 to S0-T4), written from `/trace` alone (R121). */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

interface Entry {
  readonly action: string;
  readonly step?: string;
  readonly artifactId?: string;
  readonly verdict?: string;
  readonly feedback?: string;
  readonly dependencies?: Record<string, string>;
  readonly status?: string;
}
type Script = Parameters<typeof api.runs.script>[0];

async function traceOf(script: Script, steps: readonly object[]): Promise<readonly Entry[]> {
  api.runs.script(script);
  const { id } = (await api.post('/v1/runs', { workflow: { definition: aDocument({ steps }) } })).json();
  return (await api.get(`/v1/runs/${id}/trace?limit=200`)).json().data;
}

const step = (id: string, facts: object = {}) => ({
  id,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
  ...facts,
});
const pass = (text: string) => ({ text, verdict: 'pass' as const });
const retry = (text: string) => ({ text, verdict: 'retry' as const });

const SIGNS: Readonly<Record<string, string>> = { pass: '⊤', retry: '⊥', fatal: '⊥_fatal' };

/** The rows of a table: the percepts so far, and the action. It knows nothing but the trace. */
function tableOf(trace: readonly Entry[]): readonly string[] {
  const names = new Map<string, string>();
  const nameOf = (id?: string) => (id === undefined ? '' : numbered(id));
  const numbered = (id: string) => names.get(id) ?? names.set(id, `a${names.size + 1}`).get(id) ?? '';
  let satisfied: readonly string[] = [];
  let refused: readonly string[] = [];
  let last = '';
  return trace.map((entry) => {
    const artifact = nameOf(entry.artifactId);
    const result = `(${SIGNS[entry.verdict ?? ''] ?? '⊤'}, ${entry.feedback ? `φ: ${entry.feedback}` : '∅'})`;
    const history = refused.length > 0 ? `, H: {${refused.join(', ')}}` : '';
    const workflow = satisfied.length > 0 ? `, sw: {${satisfied.map((id) => `${id} ↦ ⊤`).join(', ')}}` : '';
    switch (entry.action) {
      case 'QUERY-LLM':
        return `[Ψ${history}] QUERY-LLM`;
      case 'EXECUTE-GUARD': {
        const given = Object.entries(entry.dependencies ?? {}).map(([name, id]) => `${name}: ${nameOf(id)}`);
        return `[Ψ, ${artifact}] EXECUTE-GUARD(${artifact}, deps={${given.join(', ')}})`;
      }
      case 'REFINE-CONTEXT':
        refused = [...refused, `(${artifact}, ${entry.feedback})`];
        return `[Ψ, ${artifact}, ${result}] REFINE-CONTEXT`;
      case 'ADVANCE-STATE':
        [last, refused, satisfied] = [artifact, [], [...satisfied, entry.step ?? '']];
        return `[Ψ, ${artifact}, ${result}] ADVANCE-STATE`;
      case 'ESCALATE-TO-USER':
        return `[Ψ, ${artifact}, ${result}] ESCALATE-TO-USER(${artifact}, φ)`;
      case 'REPLY-TO-USER':
        return entry.status === 'completed'
          ? `[Ψ, ${last}${workflow}] REPLY-TO-USER(${last})`
          : `[Ψ${history}, retries = Rmax] REPLY-TO-USER(failure, provenance)`;
      default:
        return entry.action;
    }
  });
}

test('S0-A1, S0-A2, S0-A5, R121, S0-T1: the happy path', async () => {
  expect(tableOf(await traceOf({ g1: [pass('class LRUCache')] }, [step('g1')]))).toEqual([
    '[Ψ] QUERY-LLM',
    '[Ψ, a1] EXECUTE-GUARD(a1, deps={})',
    '[Ψ, a1, (⊤, ∅)] ADVANCE-STATE',
    '[Ψ, a1, sw: {g1 ↦ ⊤}] REPLY-TO-USER(a1)',
  ]);
});

test('S0-A6, R121, S0-T2: the refinement loop', async () => {
  expect(tableOf(await traceOf({ g1: [retry('no get'), pass('with get')] }, [step('g1')]))).toEqual([
    '[Ψ] QUERY-LLM',
    '[Ψ, a1] EXECUTE-GUARD(a1, deps={})',
    '[Ψ, a1, (⊥, φ: "no get" will not do)] REFINE-CONTEXT',
    '[Ψ, H: {(a1, "no get" will not do)}] QUERY-LLM',
    '[Ψ, a2] EXECUTE-GUARD(a2, deps={})',
    '[Ψ, a2, (⊤, ∅)] ADVANCE-STATE',
    '[Ψ, a2, sw: {g1 ↦ ⊤}] REPLY-TO-USER(a2)',
  ]);
});

test('S0-T3a, R121, S0-T3: all retries fail', async () => {
  const recovery = { rMax: 2, onExhausted: 'fail', onStagnation: 'warn' };
  const trace = await traceOf({ g1: [retry('12'), retry('14'), retry('10')] }, [step('g1', { recovery })]);
  expect(tableOf(trace)).toEqual([
    '[Ψ] QUERY-LLM',
    '[Ψ, a1] EXECUTE-GUARD(a1, deps={})',
    '[Ψ, a1, (⊥, φ: "12" will not do)] REFINE-CONTEXT',
    '[Ψ, H: {(a1, "12" will not do)}] QUERY-LLM',
    '[Ψ, a2] EXECUTE-GUARD(a2, deps={})',
    '[Ψ, a2, (⊥, φ: "14" will not do)] REFINE-CONTEXT',
    '[Ψ, H: {(a1, "12" will not do), (a2, "14" will not do)}] QUERY-LLM',
    '[Ψ, a3] EXECUTE-GUARD(a3, deps={})',
    '[Ψ, a3, (⊥, φ: "10" will not do)] REFINE-CONTEXT',
    '[Ψ, H: {(a1, "12" will not do), (a2, "14" will not do), (a3, "10" will not do)}, retries = Rmax] REPLY-TO-USER(failure, provenance)',
  ]);
});

test('S0-A3, R121, S0-T35a: what cannot be mended is put before a person, with artifact and feedback', async () => {
  const trace = await traceOf({ g1: [{ text: 'os.system', verdict: 'fatal' }] }, [step('g1')]);
  expect(tableOf(trace)).toEqual([
    '[Ψ] QUERY-LLM',
    '[Ψ, a1] EXECUTE-GUARD(a1, deps={})',
    '[Ψ, a1, (⊥_fatal, φ: "os.system" will not do)] ESCALATE-TO-USER(a1, φ)',
  ]);
});

test('S0-A4, S0-T4b, R121, S0-T4: a guard that is given what another step has made', async () => {
  const steps = [step('g_test'), step('g_impl', { requires: ['g_test'], guardArtifacts: { test: 'g_test' } })];
  const trace = await traceOf({ g_test: [pass('def test')], g_impl: [retry('bad'), pass('good')] }, steps);
  expect(tableOf(trace)).toEqual([
    '[Ψ] QUERY-LLM',
    '[Ψ, a1] EXECUTE-GUARD(a1, deps={})',
    '[Ψ, a1, (⊤, ∅)] ADVANCE-STATE',
    '[Ψ] QUERY-LLM',
    '[Ψ, a2] EXECUTE-GUARD(a2, deps={test: a1})',
    '[Ψ, a2, (⊥, φ: "bad" will not do)] REFINE-CONTEXT',
    '[Ψ, H: {(a2, "bad" will not do)}] QUERY-LLM',
    '[Ψ, a3] EXECUTE-GUARD(a3, deps={test: a1})',
    '[Ψ, a3, (⊤, ∅)] ADVANCE-STATE',
    '[Ψ, a3, sw: {g_test ↦ ⊤, g_impl ↦ ⊤}] REPLY-TO-USER(a3)',
  ]);
});

test('R121: of a feedback there are the first 500 characters', async () => {
  const [, judged] = await traceOf({ g1: [retry('ß🙂'.repeat(400)), pass('ok')] }, [step('g1')]);
  const feedback = judged?.feedback ?? '';
  expect([feedback.slice(0, 4), Array.from(feedback).length]).toEqual(['"ß🙂', 500]);
});
