import type { Card, CardStep, Condition, Reading, Source } from './card.ts';
import { firstMatch, type Match, matchesOf } from './pattern.ts';
import { fill } from './template.ts';

export type Values = Readonly<Record<string, string>>;

/** What a card reads in a prompt: the prompt's parts and the values of the captures, each of which may use those above it. */
export function readingsOf(card: Card, step: CardStep, parts: Readonly<Record<Source, string>>): Values {
  const readings = Object.entries({ ...card.captures, ...step.captures });
  return readings.reduce<Values>((values, [name, reading]) => ({ ...values, [name]: valueOf(reading, values) }), parts);
}

export function holds(condition: Condition, values: Values): boolean {
  return condition.pattern.matcher(values[condition.from] ?? '').find() !== condition.not;
}

function valueOf(reading: Reading, values: Values): string {
  const found = foundBy(reading, values[reading.from] ?? '', values) ?? fill(reading.default, values);
  return reading.replace.reduce((value, rule) => rule.pattern.matcher(value).replaceAll(rule.with), found);
}

/** Undefined: nothing is there, so the default stands. */
function foundBy(reading: Reading, source: string, values: Values): string | undefined {
  if ('map' in reading) return Object.hasOwn(reading.map, source) ? fill(reading.map[source] ?? '', values) : undefined;
  if ('cases' in reading) {
    const found = reading.cases.find(({ pattern }) => pattern.matcher(source).find());
    return found && fill(found.value, values);
  }
  const write = (match: Match) =>
    reading.each === undefined ? (match[reading.group] ?? '') : fill(reading.each, { ...values, ...match });
  if (!reading.all) {
    const match = firstMatch(reading.pattern, source);
    return match && write(match);
  }
  const matches = matchesOf(reading.pattern, source);
  return matches.length > 0 ? matches.map(write).join(reading.join) : undefined;
}
