/**
 * A card is a simulated model as data: what it answers per step, right and wrong, how likely it is right, how much feedback helps,
 * how fast it is and how often its provider fails (running 4). Documented for authors in `docs/simulated-models.md`.
 */
import { z } from 'zod';
import { chosenBy, hasKey } from './chosen.ts';
import { Milliseconds } from './duration.ts';
import { Outages } from './outages.ts';
import { Pattern } from './pattern.ts';
import { ASIDE, Finish } from './reply.ts';

const Rate = z.number().min(0).max(1);
const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name is letters, digits and _');
/** Parts of the prompt that values may be read from. */
const SOURCES = ['prompt', 'system', 'user', 'task', 'feedback', 'injected', 'repair'] as const;
export type Source = (typeof SOURCES)[number];

/** `from` is a part of the prompt or the name of a value above; the whole prompt when left out. */
const from = z.string().default('prompt');
const replace = z.array(z.strictObject({ pattern: Pattern, with: z.string() })).default([]);
const ending = { default: z.string().default(''), replace };

/** What a pattern finds: the first match's group, or with `all` every match, each written as `each` says. */
const Capture = z.strictObject({
  from,
  pattern: Pattern,
  group: z.union([z.int().min(0), Name]).default(0),
  all: z.boolean().default(false),
  each: z.string().optional(),
  join: z.string().default('\n'),
  ...ending,
});

/** The value of the first case whose pattern is found. */
const Choice = z.strictObject({
  from,
  cases: z.array(z.strictObject({ pattern: Pattern, value: z.string() })).min(1),
  ...ending,
});

/** The entry that a value has in a table. */
const Lookup = z.strictObject({ from: z.string(), map: z.record(z.string(), z.string()), ...ending });

const Reading = chosenBy<z.infer<typeof Capture> | z.infer<typeof Choice> | z.infer<typeof Lookup>>((value) => {
  if (hasKey(value, 'map')) return Lookup;
  return hasKey(value, 'cases') ? Choice : Capture;
});
const Readings = z.record(Name, Reading).default({});
const Condition = z.strictObject({ from, pattern: Pattern, not: z.boolean().default(false) });

const FullVariant = z.strictObject({
  text: z.string(),
  weight: z.number().positive().default(1),
  /** Given only where this holds. */
  when: Condition.optional(),
  /** A mistake that is not made again once the feedback in the prompt holds this pattern. */
  until: Pattern.optional(),
  finish: Finish,
});
/** A text alone is a variant, and a variant alone is a list of one. */
const Variant = z.preprocess((value) => (typeof value === 'string' ? { text: value } : value), FullVariant);
const Variants = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(Variant),
);

/** Right answers are impossible while this lasts; an injected summary in the prompt always ends it. */
const UpstreamFault = z.strictObject({
  /** The step whose artifact is at fault; without one only an injected summary helps. */
  step: z.string().optional(),
  /** It lasts while that artifact, as the prompt shows it, holds the pattern; without one, for the first epoch. */
  while: Pattern.optional(),
});

const Faults = z
  .strictObject({
    rate429: Rate,
    rate500: Rate,
    reset: Rate,
    stall: Rate,
    error: Rate,
    truncation: Rate,
    refusal: Rate,
  })
  .partial();

const Manner = {
  /** Chance of a right answer without feedback. */
  epsilon: Rate.optional(),
  /** The share of the remaining chance of error that every rejection in the prompt takes away. */
  rho: Rate.optional(),
  /** Chance that a wrong answer is the one already given, whatever was said against it. */
  stubborn: z.union([Rate, z.boolean().transform(Number)]).optional(),
  latencyMs: Milliseconds.optional(),
  tokensPerSecond: z.number().min(0).optional(),
  ...ASIDE,
  faults: Faults.optional(),
};

const CardStep = z.strictObject({
  ...Manner,
  captures: Readings,
  right: Variants.refine((variants) => variants.length > 0, 'a step has at least one right answer'),
  wrong: Variants.prefault([]),
  upstreamFault: UpstreamFault.optional(),
});

export const Card = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'a card is named like a definition: a-z, 0-9, . and -'),
    description: z.string().optional(),
    seed: z.int().default(1),
    outages: Outages,
    ...Manner,
    captures: Readings,
    /** By step id; `*` is for every other step. */
    steps: z.record(z.string(), CardStep),
  })
  .superRefine((card, context) => {
    for (const [step, { captures }] of Object.entries(card.steps)) {
      for (const { name, from: source } of unknownSources({ ...card.captures, ...captures })) {
        context.addIssue({
          code: 'custom',
          path: ['steps', step, 'captures', name, 'from'],
          message: `\`${source}\` is no part of the prompt (${SOURCES.join(', ')}) and no value read above`,
        });
      }
    }
  });

export type Card = z.infer<typeof Card>;
export type CardStep = z.infer<typeof CardStep>;
export type CardFaults = z.infer<typeof Faults>;
export type Reading = z.infer<typeof Reading>;
export type Condition = z.infer<typeof Condition>;
export type Variant = z.infer<typeof FullVariant>;
export type UpstreamFault = z.infer<typeof UpstreamFault>;

function unknownSources(readings: Readonly<Record<string, Reading>>): readonly { name: string; from: string }[] {
  const known = new Set<string>(SOURCES);
  return Object.entries(readings).flatMap(([name, reading]) => {
    const problem = known.has(reading.from) ? [] : [{ name, from: reading.from }];
    known.add(name);
    return problem;
  });
}
