const HTML = 'text/html';
const JSON_TYPE = 'application/json';

/** Whether a client would rather have a page than JSON: browsers would; what takes anything, or says nothing, would not. */
export function prefersHtml(accept = ''): boolean {
  const wanted = new Map(accept.split(',').map(rangeOf));
  return weightOf(HTML, wanted) > weightOf(JSON_TYPE, wanted);
}

function rangeOf(range: string): readonly [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return [type, Number.isNaN(q) ? 0 : q];
}

/** The range that names it most closely counts. */
function weightOf(type: string, wanted: ReadonlyMap<string, number>): number {
  return wanted.get(type) ?? wanted.get(`${type.split('/')[0]}/*`) ?? wanted.get('*/*') ?? 0;
}
