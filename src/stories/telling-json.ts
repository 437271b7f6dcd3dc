/** Maps and sets as JSON. What is written holds none of the two keys by itself: its objects are ours, with names that we gave. */

const MAP = '$map';
const SET = '$set';

export function toJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Map) return { [MAP]: [...part] };
    return part instanceof Set ? { [SET]: [...part] } : part;
  });
}

/** What `toJson` wrote, from its parsed form: whoever kept it knows what it was. */
export function fromJson(written: unknown): ReturnType<typeof JSON.parse> {
  return Object(withMaps(written));
}

function withMaps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withMaps);
  if (MAP in value && Array.isArray(value[MAP])) return new Map(value[MAP].map(([key, part]) => [key, withMaps(part)]));
  if (SET in value && Array.isArray(value[SET])) return new Set(value[SET]);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withMaps(part)]));
}
