import type { Told } from '../../test/support/random/kept-story.ts';

/** Fields whose words say what kind of thing has happened. */
const TELLING = new Set([
  'type',
  'status',
  'kind',
  'verdict',
  'reason',
  'action',
  'outcome',
  'cause',
  'budget',
  'change',
  'source',
  'how',
  'code',
]);

/** What kinds of events there are in a story, by their words, and which follow on what. */
export function featuresOfStory({ seen, arrived, rules }: Told): readonly string[] {
  const found = new Set([`rules ${rules ?? 'of now'}`]);
  for (const [moment, { events }] of seen.entries()) {
    let before: string = arrived[moment - 1]?.input.kind ?? 'begin';
    for (const event of events) {
      const shape = shapeOf(event);
      found.add(shape).add(`${before} → ${shape}`);
      before = shape;
    }
  }
  return [...found];
}

function shapeOf(event: object): string {
  return Object.entries(event)
    .map(([field, value]) =>
      TELLING.has(field) && typeof value === 'string'
        ? `${field}=${value.split(' ')[0]?.replaceAll(/[\d_].*/g, '')}`
        : field,
    )
    .join(' ');
}

/** What there is in JSON: which fields lie where, and how large, as far as that is told by a word. */
export function featuresOfJson(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value))
    return [`${place} of ${Math.min(3, value.length)}`, ...value.flatMap((each) => featuresOfJson(each, `${place}/-`))];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) =>
      featuresOfJson(each, `${place}/${/\d|~/.test(key) ? '*' : key}`),
    );
  if (typeof value === 'number') return [`${place} ${Math.sign(value) * Math.min(2, Math.abs(Math.round(value)))}`];
  if (typeof value === 'boolean') return [`${place} ${value}`];
  return [place];
}
