/** What tests of definitions import from `dsap/testing` (docs/testing.md). */
export type { Answer, AnswerFunction, AnswersByName, Asked } from './answers.ts';
export { type Cassette, type CassetteOptions, cassette } from './cassette/cassette.ts';
export type { AskedQuestion, Decided, DecisionFunction, Decisions, PlayedDecision } from './decisions.ts';
export { type PlayOptions, play } from './play.ts';
export type { PlayedDefinition } from './play-definition.ts';
export { PlayError, type PlayProblem } from './play-error.ts';
export type { PlayedPrompt } from './play-models.ts';
export type { PlayedParts } from './play-parts.ts';
export type {
  Played,
  PlayedArtifact,
  PlayedAttempt,
  PlayedQuestion,
  PlayedStep,
  PlayedVerdict,
} from './played.ts';
