import { TEXT_ONLY } from '../../definitions/checks/files-in-input.ts';
import type { Definition, GeneratorDefinition, StepDefinition } from '../../definitions/schema/definition.ts';
import { bindingMade } from '../../definitions/scope/known.ts';
import { type outputOf, roleInstruction } from '../../definitions/scope/roles.ts';
import { type TopologyWork, topologyWorkOf } from '../../definitions/topology-work.ts';
import { type Names, templateNames } from '../../expressions/scope/scope.ts';
import { literal } from '../../expressions/template.ts';
import { tokenCounter, upperBound } from '../../generators/tokens.ts';
import type { ChatMessage } from '../../model/chat.ts';
import type { ContextSnapshot } from '../../ports/store/artifacts.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';
import type { PromptContext } from '../../prompts/context.ts';
import { fileInPrompt } from '../../prompts/files-in-prompt.ts';
import { objectiveText, rulesText } from '../../prompts/objective.ts';
import { assemblePrompt, type PromptOverflow } from '../../prompts/prompt.ts';
import { type Repair, repairOf } from '../../prompts/repair.ts';
import { digestOf, digestOfJson } from '../../store/digest.ts';
import { knownTo } from '../calls/scope.ts';
import { notGiven, notMade, unknownNames } from '../calls/unknown-names.ts';
import { definitionOf } from '../definitions.ts';
import type { Generation, Making } from './generation.ts';
import { guidanceFor, injectedSummaries } from './injections.ts';

/** With its output as the step's role asks for it (R40). */
export type LlmGenerator = Omit<Extract<GeneratorDefinition, { kind: 'llm' }>, 'output'> & {
  readonly output: ReturnType<typeof outputOf>;
};
export type Prompted = Pick<LlmGenerator, 'prompt'>;

export interface Prepared {
  readonly messages: readonly ChatMessage[];
  /** UTF-16 units at the beginning of the user message that a retry sends again. */
  readonly constant: number;
  readonly context: ContextSnapshot;
  /** Texts that the snapshot names by digest and that may not be stored yet. */
  readonly contents: readonly string[];
  /** What is asked for instead of a whole answer. */
  readonly repair: Repair | undefined;
  /** What the log is told of names that stood for nothing (design 3). */
  readonly notes: readonly string[];
}

/** Why nothing can be sent: it fits in no way (R65), or is no text (R131). */
export type Unprepared = { readonly overflow: string } | { readonly notText: string };

/** Assembles the context of an attempt: what is sent, and the snapshot that says what it was made from (design 4). */
export async function preparePrompt(
  store: CallStore,
  generation: Generation,
  generator: Prompted,
  compacted: number,
): Promise<Prepared | Unprepared> {
  const guidance = await guidanceFor(store, generation.input.injected);
  const context = await promptContext(store, generation, generator, { compacted, guidance });
  const file = fileInPrompt(context);
  if (file)
    return {
      notText: `{${file.name}} would put ${file.kind} into the prompt of ${generation.input.step}. ${TEXT_ONLY}`,
    };
  const prompt = assemblePrompt(context);
  if (prompt.overflow) return { overflow: overflowText(generation.input.step, prompt) };
  const { history } = generation.material;
  return {
    messages: prompt.rendered,
    constant: prompt.constant,
    contents: prompt.contents,
    repair: context.repair,
    notes: generation.names ? unknownNames(context) : [...notGiven(context), ...notMade(context)],
    context: {
      specification: prompt.specification,
      constraints: prompt.constraints,
      dependencies: generation.input.dependencies,
      history: history.map(({ artifact, token }) => ({ artifactId: artifact.id, token })),
      injected: [...context.injected, ...guidance],
      prompt: prompt.messages,
      promptDigest: digestOfJson(prompt.rendered),
      dropped: prompt.dropped,
    },
  };
}

/** R22: said to a step that goes in circles and has nowhere to go back to. */
export const CHANGE_APPROACH =
  'The last answers were rejected in the same way. Another variation of them will be rejected too: change the approach.';

function overflowText(step: string, { tokens, limit, dropped }: PromptOverflow): string {
  const allowed = limit === undefined ? 'the endpoint takes fewer' : `${limit} are allowed`;
  const left = dropped.map(({ kind, ref }) => `${kind} ${ref}`).join(', ') || 'nothing';
  return `The prompt of ${step} has ${tokens} tokens at its shortest, ${allowed}; dropped on the way: ${left}.`;
}

/**
 * What the answer to this call repairs; undefined: it is a whole answer (R130). It follows from the call and its history alone, so that a
 * stored answer is read as it was asked for. A step that goes in circles is to change its approach, and not a value.
 */
export function repairFor({ input, material }: Making): Repair | undefined {
  const { recovery, generator } = definitionOf(material, input.step).step;
  const newest = material.history.at(-1);
  const isAsked = recovery?.repair === 'fields' && generator.kind === 'llm' && !input.warned;
  return isAsked && newest ? repairOf(newest) : undefined;
}

async function promptContext(
  store: CallStore,
  { input, material, names }: Generation,
  { prompt }: Prompted,
  { compacted, guidance }: { readonly compacted: number; readonly guidance: Awaited<ReturnType<typeof guidanceFor>> },
): Promise<PromptContext> {
  const { definition, machine, step } = definitionOf(material, input.step);
  const { role, task } = typeof prompt === 'string' ? { task: prompt } : prompt;
  const limit = step.maxContextTokens ?? definition.maxContextTokens;
  const { run } = material;
  const repair = repairFor({ input, material });
  return {
    ...personaOf(role, step),
    task,
    specification: specificationOf(run.specification ?? definition.specification, definition),
    constraints: constraintsOf(definition),
    guidance: guidance.map(({ text }) => text),
    dependencies: dependenciesOf(material, definition, step, topologyWorkOf(run.plan.topology).shows),
    injected: await injectedSummaries(store, input),
    history: material.history.map(({ token, artifact, text, verdict }) => ({
      artifactId: artifact.id,
      token,
      text,
      digest: artifact.digest,
      feedback: verdict.feedback,
      signature: verdict.signature ?? '',
    })),
    ...(repair && { repair }),
    ...(input.warned && { advice: CHANGE_APPROACH }),
    values: valuesOf({ input, material, names }),
    ...(machine && { perhaps: new Set(machine.steps.keys()), bare: true }),
    ...(!machine && definition.input !== undefined && { inputSchema: definition.input }),
    compacted,
    ...(limit !== undefined && { limit }),
    // The tables of the exact count take 124 MB: without a limit they are never needed.
    count: limit === undefined ? upperBound : await tokenCounter(),
    digestOf,
  };
}

/** Who the model is, and what its role asks of it. */
function personaOf(role: string | undefined, step: StepDefinition): { readonly role?: string } {
  const said = [role ?? '', literal(roleInstruction(step))].filter((text) => text !== '');
  return said.length === 0 ? {} : { role: said.join('\n\n') };
}

/** Ψ: as specified, and what the run is agreed to be for. */
function specificationOf(specification = '', { objective = {} }: Definition): string {
  return [specification, objectiveText(objective)].filter((text) => text !== '').join('\n\n');
}

function constraintsOf({ constraints = '', objective = {} }: Definition): string {
  return [constraints, rulesText(objective)].filter((text) => text !== '').join('\n');
}

function dependenciesOf(
  { dependencies }: CallMaterial,
  definition: Definition,
  { context = {} }: StepDefinition,
  show: TopologyWork['shows'],
): PromptContext['dependencies'] {
  return Object.entries(dependencies).map(([step, { artifact, text }]) => ({
    name: step,
    step,
    show: context[step] ?? show,
    artifact: {
      id: artifact.id,
      text,
      digest: artifact.digest,
      mediaType: artifact.mediaType,
      binding: bindingMade(definition, step, { artifact, text }),
    },
  }));
}

/** What templates may look up beside the sections (design 3, R108). */
export function valuesOf({ input: { step, attempt }, material, names }: Making): Names {
  return { ...templateNames(knownTo(material, step, names?.all)), attempt };
}
