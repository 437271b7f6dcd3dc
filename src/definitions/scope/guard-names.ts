import { type Known, type Names, scopeOf, templateNames } from '../../expressions/scope/scope.ts';

/** What names stand for beside what is judged (R108). */
export interface GuardNames {
  /** Of expressions: `input`, `deps`, `binding`, `verdict` and others, artifacts as the values that they are. */
  readonly expressions: Names;
  /** Of templates: the same. */
  readonly templates: Names;
  /** What templates have for a step as a whole, by step or by name of `guardArtifacts`: its text. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Names of a guard beside what is judged: `deps` are the steps and the names that it is given. `given`: name → step. */
export function guardNames(known: Known, given: Readonly<Record<string, string>>): GuardNames {
  const { artifact: _, ...expressions } = scopeOf(known);
  const named = Object.entries(given).flatMap(([name, id]) => {
    const made = known.made[id];
    return made === undefined ? [] : [[name, made] as const];
  });
  const made = [...Object.entries(known.made), ...named];
  const deps = Object.fromEntries(made.map(([name, { value }]) => [name, value]));
  return {
    expressions: { ...expressions, deps },
    templates: { ...templateNames(known), artifact: deps, deps },
    texts: Object.fromEntries(made.map(([name, { text }]) => [name, text])),
  };
}
