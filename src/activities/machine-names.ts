import type { MachineFacts } from '../domain/machine/facts.ts';
import { variablesIn } from '../domain/machine/stored-variables.ts';
import { builtInVariables, showsTexts } from '../domain/machine/variables.ts';
import { fieldsOf } from '../domain/requests.ts';
import type { CallMaterial, Contents } from '../domain/store.ts';
import { definitionOf } from './definitions.ts';

type Names = Readonly<Record<string, unknown>>;

/** The variables of a state machine as one call sees them. */
export interface MachineNames {
  /** All of them: the eleven, the document's, the run's input, and what code has set, each over the one before (R70). */
  readonly all: Names;
  /** What code has set. */
  readonly set: Names;
}

/** Undefined where the run is no machine. Throws where what code has set is not in the store. */
export async function machineNames(
  store: { readonly contents: Pick<Contents, 'get'> },
  { step, machine: facts }: { readonly step: string; readonly machine?: MachineFacts },
  material: CallMaterial,
): Promise<MachineNames | undefined> {
  const { machine } = definitionOf(material, step);
  if (!machine || !facts) return undefined;
  const wanted = [...(facts.variables === undefined ? [] : [facts.variables]), ...shownDigests(facts, material)];
  const texts = wanted.length === 0 ? new Map<string, string>() : await store.contents.get([...new Set(wanted)]);
  const set = variablesIn(texts.get(facts.variables ?? ''));
  const { id: runId, input } = material.run;
  const builtIn = builtInVariables({ runId, step, facts, texts });
  return { all: { ...builtIn, ...machine.variables, ...fieldsOf(input), ...set }, set };
}

/** Artifacts are read only for a document that shows what they say. */
function shownDigests({ artifacts, recent }: MachineFacts, { document }: CallMaterial): readonly string[] {
  if (!mentionsTexts(document)) return [];
  return [...artifacts, ...recent].flatMap(({ digest }) => digest ?? []);
}

/** By document: calls of a run are given the same object. */
const mentions = new WeakMap<object, boolean>();

function mentionsTexts(document: unknown): boolean {
  if (typeof document !== 'object' || document === null) return false;
  const known = mentions.get(document) ?? showsTexts(JSON.stringify(document));
  mentions.set(document, known);
  return known;
}
