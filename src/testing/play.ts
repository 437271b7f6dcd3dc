import { type AnswerFunction, type AnswerSource, type AnswersByName, scriptedAnswers } from './answers.ts';
import { Cassette } from './cassette/cassette.ts';
import { type Clock, createClock } from './clock.ts';
import { type Decisions, personOf } from './decisions.ts';
import type { PlayedDefinition } from './play-definition.ts';
import { type PlayedParts, playedParts } from './play-parts.ts';
import type { Played } from './played.ts';
import { playWith } from './player.ts';

export interface PlayOptions {
  /** What models, judges and activities outside say. */
  readonly answers?: AnswersByName | AnswerFunction | Cassette;
  /** `{}` when left out. */
  readonly input?: unknown;
  /** What people decide. */
  readonly decisions?: Decisions;
  /** Guards, generators and agents of your own. */
  readonly parts?: PlayedParts;
  /** Draws which of the calls that are under way together is answered next; left out: the one that began first. */
  readonly seed?: number;
}

/**
 * Plays a definition to its end, in memory: the core, the guards and the prompts of the service, with the answers and decisions of a test.
 * Calls that are under way together are answered one after the other; people answer once nothing else can go on, the oldest question first.
 * Throws `PlayError` for what is missing, left over or refused, and whatever a function of the test throws.
 */
export async function play(definition: PlayedDefinition, options: PlayOptions = {}): Promise<Played> {
  const { answers = {}, input = {}, decisions = {}, parts, seed } = options;
  const clock = createClock();
  const source = sourceOf(answers, clock);
  const person = personOf(decisions);
  const setting = { definition, input, parts: playedParts(parts), clock, source, person, draw: drawnBy(seed) };
  const { played, steps } = await playWith(setting);
  source.end(steps);
  person.end(steps);
  return played;
}

function sourceOf(answers: NonNullable<PlayOptions['answers']>, clock: Clock): AnswerSource {
  return answers instanceof Cassette ? answers.open() : scriptedAnswers(answers, clock);
}

/** Which of so many is next: by a linear congruential generator (Numerical Recipes), so that a seed draws the same everywhere. */
function drawnBy(seed: number | undefined): (count: number) => number {
  if (seed === undefined) return () => 0;
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
