import type { Shown } from './budget.ts';
import type { Dropped, PromptContext } from './context.ts';
import { isNamed, isPlaced, lookupOf, rendered } from './names.ts';
import { type Piece, textOf } from './parts.ts';
import {
  dependencySections,
  historySections,
  injectedSections,
  joined,
  repairSections,
  type Section,
  section,
} from './sections.ts';

/** A prompt at one stage of compaction. */
export interface Draft {
  readonly named: NamedSections;
  readonly messages: readonly DraftMessage[];
  /** UTF-16 units at the beginning of the user message that a retry sends again; 0 where the author decides the order. */
  readonly constant: number;
  readonly dropped: readonly Dropped[];
}

export interface DraftMessage {
  readonly role: 'system' | 'user';
  readonly pieces: readonly Piece[];
  readonly content: string;
}

export function draftOf(context: PromptContext, shown: Shown): Draft {
  const named = namedSections(context, shown);
  const system = messageOf('system', systemSections(context, named));
  const { constant, changing } = userSections(context, named);
  const user = messageOf('user', [...constant, ...changing]);
  const messages = [...system, ...user];
  return { named, messages, constant: textOf(joined(constant)).length, dropped: shown.dropped };
}

/** What templates place by name. Ω may use values and history, Ψ also Ω: no template can contain itself. */
type NamedSections = Readonly<Record<'injected' | 'feedback' | 'constraints' | 'specification', readonly Piece[]>>;

function namedSections(context: PromptContext, shown: Shown): NamedSections {
  const injected = joined(injectedSections(shown.injected));
  const feedback = joined(historySections(shown));
  const constraints = rendered(context.constraints, lookupOf(context, { injected, feedback }));
  const specification = joined([
    ...block(rendered(context.specification, lookupOf(context, { injected, feedback, constraints }))),
    ...guidanceSections(context),
  ]);
  return { injected, feedback, constraints, specification };
}

function systemSections(context: PromptContext, named: NamedSections): readonly Section[] {
  const { role = '', task, specification } = context;
  return [
    ...block(rendered(role, lookupOf(context, named))),
    ...unlessPlaced('constraints', [role, task, specification], section('Constraints', named.constraints)),
  ];
}

interface UserSections {
  readonly constant: readonly Section[];
  readonly changing: readonly Section[];
}

/** What every attempt says the same stands before what a retry adds, unless the author's own text has what changes in it (R36). */
function userSections(context: PromptContext, named: NamedSections): UserSections {
  const { role = '', task, advice = '' } = context;
  const all = [role, task, context.specification, context.constraints];
  const isSpecified = isPlaced('specification', [role, task]);
  const dependencies = dependencySections(context.dependencies.filter(({ step }) => !isStepPlaced(step, all)));
  const failed = [
    ...unlessPlaced('injected', all, block(named.injected)),
    ...unlessPlaced('feedback', all, block(named.feedback)),
    ...section('Note', [{ text: advice }]),
  ];
  const said = rendered(task, lookupOf(context, named));
  const repair = context.repair ? repairSections(context.repair, context.history.length) : [];
  if (context.bare === true || CHANGING.some((root) => isNamed(root, all))) {
    const specification = isSpecified ? [] : section('Specification', named.specification);
    const before = [...specification, ...dependencies, ...failed];
    const isBare = context.bare === true && before.length === 0 && repair.length === 0;
    return { constant: [], changing: isBare ? block(said) : [...before, ...section('Task', said), ...repair] };
  }
  const { constraints } = named;
  const specification = rendered(context.specification, lookupOf(context, { constraints }));
  return {
    constant: [
      ...section('Task', said),
      ...(isSpecified ? [] : section('Specification', specification)),
      ...dependencies,
    ],
    changing: [...(isSpecified ? [] : section('Guidance', joined(guidanceSections(context)))), ...failed, ...repair],
  };
}

/** In a person's own words, which are no template. */
function guidanceSections({ guidance = [] }: PromptContext): readonly Section[] {
  return guidance.map((text) => [{ text: `A person says: ${text}` }]);
}

/** Placeholders whose text changes from attempt to attempt. */
const CHANGING = ['injected', 'feedback', 'attempt', 'verdict'];

function isStepPlaced(step: string, templates: readonly string[]): boolean {
  return ['artifact', 'deps', 'binding'].some((root) => isPlaced(`${root}.${step}`, templates));
}

function unlessPlaced(name: string, templates: readonly string[], sections: readonly Section[]): readonly Section[] {
  return isPlaced(name, templates) ? [] : sections;
}

function block(pieces: readonly Piece[]): readonly Section[] {
  return textOf(pieces).trim() === '' ? [] : [pieces];
}

function messageOf(role: DraftMessage['role'], sections: readonly Section[]): readonly DraftMessage[] {
  const pieces = joined(sections);
  return pieces.length === 0 ? [] : [{ role, pieces, content: textOf(pieces) }];
}
