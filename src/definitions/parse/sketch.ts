import { namesInCode, namesInExpression } from '../../expressions/names-in.ts';
import { stepOfName } from '../../expressions/scope/roots.ts';
import { namesOf } from '../../expressions/template.ts';
import { entriesOf, type Found, fieldOf, itemsOf, textOf, textsOf } from '../../text/loose.ts';
import { below } from '../../text/pointer.ts';
import { textsAt } from '../schema/template-fields.ts';
import { generatorTemplates } from '../schema/template-table.ts';
import { expressionOf, type GuardTemplates, type LeafSketch, leafSketches } from './sketch-guard.ts';

/**
 * What can be read of a document that may be wrong in parts: texts and references with their pointers. The semantic checks work
 * on this, so that a mistake in one field does not hide those in others.
 */
export interface Sketch {
  readonly steps: readonly StepSketch[];
  readonly goal: readonly Reference[] | undefined;
  /** Templates that every step's prompt shows. */
  readonly shared: readonly (Found & { readonly own: string })[];
}

export interface StepSketch {
  readonly pointer: string;
  readonly id: string | undefined;
  readonly kind: string | undefined;
  readonly raw: unknown;
  readonly requires: readonly Reference[];
  readonly optionalRequires: readonly Reference[];
  readonly guardArtifacts: readonly Reference[];
  readonly context: readonly Reference[];
  readonly backtrackTo: readonly Reference[];
  readonly backtrackByGuard: readonly GuardRoute[];
  readonly leaves: readonly LeafSketch[];
  /** What of its generator is a template (R113). */
  readonly templates: readonly Found[];
  /** Names that speak of steps: in templates of its generator and its guards, in expressions of its guards, in `when` and in `code`. */
  readonly names: readonly StepName[];
}

/** A dotted name that stands for what a step has made. */
export interface StepName {
  readonly step: string;
  readonly source: string;
  readonly pointer: string;
}

/** A step id where it is written. */
export type Reference = Found;

interface GuardRoute {
  readonly guard: string;
  readonly pointer: string;
  readonly targets: readonly Reference[];
}

/** `guardTemplates`: where the options of a guard are templates, by its name; left out: nowhere. */
export function sketchOf(document: unknown, guardTemplates: GuardTemplates = () => []): Sketch {
  const goal = fieldOf(document, 'goal');
  const steps = itemsOf(fieldOf(document, 'steps'));
  return {
    steps: steps.map((raw, index) => stepSketch(raw, below('/steps', index), guardTemplates)),
    goal: Array.isArray(goal) ? textsOf(goal, '/goal') : undefined,
    shared: ['specification', 'constraints'].flatMap((own) =>
      textOf(document, '', own).map((text) => ({ ...text, own })),
    ),
  };
}

/** The data edges of a step that its fields declare (R64); those of templates lead to steps that these reach (`not_upstream`). */
export function declaredEdges(step: StepSketch): readonly Reference[] {
  return [...step.requires, ...step.optionalRequires, ...step.guardArtifacts];
}

function stepSketch(raw: unknown, pointer: string, guardTemplates: GuardTemplates): StepSketch {
  const generator = fieldOf(raw, 'generator');
  const recovery = fieldOf(raw, 'recovery');
  const leaves = leafSketches(fieldOf(raw, 'guard'), below(pointer, 'guard'), guardTemplates);
  const kind = stringOf(fieldOf(generator, 'kind'));
  const templates = textsAt(generator, below(pointer, 'generator'), generatorTemplates(kind));
  return {
    pointer,
    raw,
    id: stringOf(fieldOf(raw, 'id')),
    kind,
    requires: references(raw, pointer, 'requires'),
    optionalRequires: references(raw, pointer, 'optionalRequires'),
    guardArtifacts: entriesOf(fieldOf(raw, 'guardArtifacts')).flatMap(([name]) =>
      textOf(fieldOf(raw, 'guardArtifacts'), below(pointer, 'guardArtifacts'), name),
    ),
    context: entriesOf(fieldOf(raw, 'context')).map(([id]) => ({ value: id, pointer: below(pointer, 'context', id) })),
    backtrackTo: references(recovery, below(pointer, 'recovery'), 'backtrackTo'),
    backtrackByGuard: routes(fieldOf(recovery, 'backtrackByGuard'), below(pointer, 'recovery', 'backtrackByGuard')),
    leaves,
    templates,
    names: [
      ...templates.flatMap(namesInTemplate),
      ...leaves.flatMap((leaf) => namesInGuard(leaf, fieldOf(raw, 'guardArtifacts'))),
      ...textOf(raw, pointer, 'when').flatMap((text) => namesInExpressions(text, namesInExpression)),
      ...textOf(generator, below(pointer, 'generator'), 'code').flatMap((text) =>
        namesInExpressions(text, namesInCode),
      ),
    ],
  };
}

function namesInTemplate({ value, pointer }: Found): readonly StepName[] {
  return namesOf(value).flatMap((path) => stepName(stepOfName(path), `{${path.join('.')}}`, pointer));
}

function namesInExpressions({ value, pointer }: Found, namesIn: typeof namesInExpression): readonly StepName[] {
  return namesIn(value).flatMap((path) => stepName(stepOfName(path), path.join('.'), pointer));
}

/** In a guard `artifact` is what is judged, and names of `guardArtifacts` come before steps (R108). */
function namesInGuard(leaf: LeafSketch, given: unknown): readonly StepName[] {
  const options = leaf.templates.flatMap(({ value, pointer }) =>
    namesOf(value).flatMap((path) =>
      isGiven(path, given) ? [] : stepName(stepOfName(path), `{${path.join('.')}}`, pointer),
    ),
  );
  const expressions = expressionOf(leaf).flatMap(({ value, pointer }) =>
    namesInExpression(value).flatMap((path) =>
      path[0] === 'artifact' || isGiven(path, given) ? [] : stepName(stepOfName(path), path.join('.'), pointer),
    ),
  );
  return [...options, ...expressions];
}

function isGiven([root, name = '']: readonly string[], given: unknown): boolean {
  return root === 'deps' && fieldOf(given, name) !== undefined;
}

function stepName(step: string | undefined, source: string, pointer: string): readonly StepName[] {
  return step === undefined ? [] : [{ step, source, pointer }];
}

function references(holder: unknown, pointer: string, field: string): readonly Reference[] {
  return textsOf(fieldOf(holder, field), below(pointer, field));
}

function routes(field: unknown, pointer: string): readonly GuardRoute[] {
  return entriesOf(field).map(([guard, targets]) => {
    const here = below(pointer, guard);
    return { guard, pointer: here, targets: textsOf(targets, here) };
  });
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
