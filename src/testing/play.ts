import { type AnswerFunction, type AnswerSource, type AnswersByName, scriptedAnswers } from './answers.ts';
import { Cassette } from './cassette/cassette.ts';
import { type Clock, createClock } from './clock.ts';
import { type Decisions, personOf } from './decisions.ts';
import type { PlayedDefinition } from './play-definition.ts';
import { type PlayedParts, playedParts } from './play-parts.ts';
import type { Played } from './played.ts';
import { playWith } from './player.ts';
import { runningSteps } from './running-steps.ts';

export interface PlayOptions {
  /** What models, judges, activities outside and generators of yours say. */
  readonly answers?: AnswersByName | AnswerFunction | Cassette;
  /** `{}` when left out. */
  readonly input?: unknown;
  /** What people decide. */
  readonly decisions?: Decisions;
  /** Guards, generators and agents of your own. Generators run only for the steps in `run`. */
  readonly parts?: PlayedParts;
  /** Steps whose generator of your own runs, with whatever it does to the world; for all others `answers` says what it makes. */
  readonly run?: readonly string[];
  /** Draws which of the calls that are under way together is answered next; left out: the one that began first. */
  readonly seed?: number;
}

/**
 * Plays a definition to its end, in memory: the core, the guards and the prompts of the service, with the answers and decisions of a test.
 * Calls that are under way together are answered one after the other; people answer once nothing else can go on, the oldest question first.
 * Throws `PlayError` for what is missing, left over or refused, and whatever a function of the test throws.
 */
export async function play(definition: PlayedDefinition, options: PlayOptions = {}): Promise<Played> {
  const { answers = {}, input = {}, decisions = {}, parts, run = [], seed } = options;
  const clock = createClock();
  const source = sourceOf(answers, clock);
  const person = personOf(decisions);
  const own = { parts: playedParts(parts), running: runningSteps(run, answers) };
  const { played, steps } = await playWith({ definition, input, ...own, clock, source, person, draw: drawnBy(seed) });
  own.running.end(steps);
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
