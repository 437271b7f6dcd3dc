import type { Shown } from './budget.ts';
import type { Dropped, PromptContext } from './context.ts';
import { isPlaced, lookupOf, rendered } from './names.ts';
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
  const user = messageOf('user', userSections(context, named));
  return { named, messages: [...system, ...user], dropped: shown.dropped };
}

/** What templates place by name. Ω may use values and history, Ψ also Ω: no template can contain itself. */
type NamedSections = Readonly<Record<'injected' | 'feedback' | 'constraints' | 'specification', readonly Piece[]>>;

function namedSections(context: PromptContext, shown: Shown): NamedSections {
  const injected = joined(injectedSections(shown.injected));
  const feedback = joined(historySections(shown));
  const constraints = rendered(context.constraints, lookupOf(context, { injected, feedback }));
  const specification = rendered(context.specification, lookupOf(context, { injected, feedback, constraints }));
  return { injected, feedback, constraints, specification };
}

function systemSections(context: PromptContext, named: NamedSections): readonly Section[] {
  const { role = '', task, specification } = context;
  return [
    ...block(rendered(role, lookupOf(context, named))),
    ...unlessPlaced('constraints', [role, task, specification], section('Constraints', named.constraints)),
  ];
}

function userSections(context: PromptContext, named: NamedSections): readonly Section[] {
  const { role = '', task, advice = '' } = context;
  const all = [role, task, context.specification, context.constraints];
  const before = [
    ...unlessPlaced('specification', [role, task], section('Specification', named.specification)),
    ...dependencySections(context.dependencies.filter(({ step }) => !isStepPlaced(step, all))),
    ...unlessPlaced('injected', all, block(named.injected)),
    ...unlessPlaced('feedback', all, block(named.feedback)),
    ...section('Note', [{ text: advice }]),
  ];
  const said = rendered(task, lookupOf(context, named));
  const after = context.repair ? repairSections(context.repair, context.history.length) : [];
  const isBare = context.bare === true && before.length === 0 && after.length === 0;
  return isBare ? block(said) : [...before, ...section('Task', said), ...after];
}

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
