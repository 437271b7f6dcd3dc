/** What a definition may name, seen from where it is checked and listed. The registries of guards and generators implement these. */
import type { Cap } from '../model/caps.ts';
import type { Need } from '../model/isolation.ts';
import type { Nature } from '../model/verdict.ts';
import type { Issue } from '../text/issue.ts';
import type { AskedLimits } from './store/limits.ts';

export type { Issue, Span } from '../text/issue.ts';

/** An option of a guard or a generator, as catalogues and docs tell of it. */
export interface OptionRow {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  /** Its placeholders are replaced (R113); of a map or a list, those of the texts in it. */
  readonly template: boolean;
}

/** What a catalogue says in words; of the user's own parts as much as their author wrote. */
export interface Described {
  readonly title?: string;
  readonly description?: string;
  /** As a definition writes it. */
  readonly example?: unknown;
  readonly options: readonly OptionRow[];
}

/** What a guard can read; any text where it says nothing. */
export type Form = 'json' | 'python' | 'typescript' | 'patch';

export interface GuardRow extends Described {
  readonly name: string;
  readonly nature: Nature;
  /** It runs foreign code and needs a sandbox. */
  readonly sandbox: boolean;
  /** It gives a score (R19). */
  readonly score: boolean;
  /** Left out: any text. */
  readonly judges?: Form;
  /** JSON Schema of `with`. */
  readonly schema: unknown;
}

export interface GuardCatalogue {
  list(): readonly GuardRow[];
  has(name: string): boolean;
  /** All problems of a leaf's `with`, with pointers relative to it; empty when it is acceptable. */
  check(name: string, options: unknown): readonly Issue[];
  /** What a leaf's `with` says that its author may not mean, with pointers relative to it. */
  warn(name: string, options: unknown): readonly Issue[];
  /** Its answer is computed in this process from the artifact, the options and the context alone. */
  isPure(name: string): boolean;
  /** Where a leaf with these options has to run; undefined when it runs no foreign code. */
  needs(name: string, options: unknown): Need | undefined;
}

export interface GeneratorRow extends Described {
  readonly kind: string;
  /** Of the user's own parts: what a definition calls it. */
  readonly name?: string;
  /** JSON Schema of what a definition writes; of an agent the run's input, of an own generator its `with`. */
  readonly schema: unknown;
}

/** The user's own agents and generators (running 3, `DSAP_WORKER_MODULE`). They may change while the service runs. */
export interface PartCatalogue {
  list(): readonly GeneratorRow[];
  agents(): readonly string[];
  generators(): readonly string[];
  /** All problems of an own generator's `with`, with pointers relative to it. */
  checkGenerator(name: string, options: unknown): readonly Issue[];
}

export const NO_PARTS: PartCatalogue = {
  list: () => [],
  agents: () => [],
  generators: () => [],
  checkGenerator: () => [],
};

export interface ModelRow {
  readonly name: string;
  /** Left out of a route. */
  readonly endpoint?: string;
  /** Of a route: the models that it stands for, in the order in which they are tried. */
  readonly route?: readonly string[];
}

/** A name that stands for several models, of which the first that is there answers (llm 3.8). */
export interface RouteRow {
  readonly name: string;
  readonly entries: readonly string[];
  /** It is the name of a model of the default endpoint as well, which is not asked under it. */
  readonly hidesModel: boolean;
}

export interface ModelCatalogue {
  /** The model of a definition that names none; undefined when the service has no default. */
  readonly defaultModel: string | undefined;
  /** The names of the endpoints. */
  readonly endpoints: readonly string[];
  /** What the settings allow each key of an endpoint; left out: they limit none. */
  readonly limits?: ReadonlyMap<string, AskedLimits>;
  list(): Promise<readonly ModelRow[]>;
  /** Left out: there are none. */
  readonly routes?: readonly RouteRow[];
  /** Whether a start that needs this model can be served; says why not, and in words which names could be. */
  offers(
    name: string,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly why: string; readonly available: string }>;
  /** Whether the cost of its calls is known (R112); of a route, those of every entry. */
  isPriced(name: string): boolean;
  /** What all runs together may use of models; left out: as much as they like. */
  readonly caps?: readonly Cap[];
}
