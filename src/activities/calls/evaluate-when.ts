import type { EvaluateWhenInput, EvaluateWhenOutput } from '../../ports/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { storingEvents } from '../call.ts';
import { definitionOf } from '../definitions.ts';
import { withNames } from '../generators/generate.ts';
import { answerTo } from './when.ts';

/**
 * Asks the `when` of a step before anything of the step begins: no attempt, and nothing is made (R103). What it cannot be calculated from
 * is stored for the person who is asked, and only its digest answered.
 */
export function createEvaluateWhenActivity(dependencies: { readonly store: CallStore }) {
  return async (input: EvaluateWhenInput): Promise<EvaluateWhenOutput> => {
    const { store } = dependencies;
    const { token } = input;
    const material = await store.calls.open({ ...input, phase: 'generate', history: [] }, storingEvents(store, input));
    const { when } = definitionOf(material, input.step).step;
    if (when === undefined) return { kind: 'conditioned', token, outcome: 'true' };
    const { evidence, ...answer } = answerTo(when, await withNames(dependencies, { input, material }));
    if (evidence === undefined) return { kind: 'conditioned', token, ...answer };
    const [digest = ''] = await store.contents.put([stringifyJson(evidence) ?? '']);
    return { kind: 'conditioned', token, ...answer, evidence: digest };
  };
}
