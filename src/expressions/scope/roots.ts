/** The one table of names (R108): what a name stands for, and where it is known. `docs/expressions.md` is checked against it. */

/** `guard`: expressions of guards; `expression`: `when`, `run_if` and conditions, `code`; `template`: prompts and other templates of a step. */
export type Place = 'expression' | 'guard' | 'template';

export interface NameRow {
  /** How it is written. */
  readonly form: string;
  readonly means: string;
  readonly places: readonly Place[];
}

const EVERYWHERE: readonly Place[] = ['expression', 'guard', 'template'];

export const NAMES: readonly NameRow[] = [
  { form: 'input.<field>', means: "the run's input", places: EVERYWHERE },
  { form: 'artifact.<step>', means: 'what a step upstream has made', places: ['expression', 'template'] },
  { form: 'artifact', means: 'in a guard: what is judged; its fields below it', places: ['guard'] },
  { form: 'text', means: 'the text of what is judged', places: ['guard'] },
  {
    form: 'deps.<step>',
    means: 'the same as artifact.<step>; in a guard also by the names of guardArtifacts',
    places: EVERYWHERE,
  },
  {
    form: 'binding.<step>',
    means: 'a fact that its worker told, else as artifact.<step>; in prompts its summary and facts',
    places: EVERYWHERE,
  },
  { form: 'verdict.<step>', means: 'the facts that the guard of a step upstream has found', places: EVERYWHERE },
  { form: 'specification', means: 'what the run is to achieve', places: EVERYWHERE },
  { form: 'constraints', means: 'what holds for every step', places: EVERYWHERE },
  { form: 'run.id', means: 'the id of the run', places: EVERYWHERE },
  { form: 'run.today', means: "the UTC date of the run's start, such as 2026-11-27", places: EVERYWHERE },
  { form: 'step', means: 'the id of the step', places: EVERYWHERE },
  { form: 'attempt', means: 'the number of the attempt, from 1', places: ['template'] },
  { form: 'feedback', means: 'what was said of the attempts before', places: ['template'] },
  { form: 'injected', means: 'what a backtrack or a person has added', places: ['template'] },
];

/** Names that stand for what a step has made or what its guard has found. */
export const STEP_ROOTS: readonly string[] = ['artifact', 'deps', 'binding', 'verdict'];

/** What there is of the run: `run.id` and others. */
export const RUN_NAMES: readonly string[] = NAMES.map(({ form }) => form).filter((form) => form.startsWith('run.'));

/** The step a template's name speaks of, known or not; undefined for every other name. */
export function stepOfName(path: readonly string[]): string | undefined {
  return STEP_ROOTS.includes(path[0] ?? '') ? path[1] : undefined;
}

/** The first words of the names that are known in a place. */
export function rootsIn(place: Place): readonly string[] {
  const here = NAMES.filter(({ places }) => places.includes(place));
  return [...new Set(here.map(({ form }) => form.split('.')[0] ?? ''))];
}
