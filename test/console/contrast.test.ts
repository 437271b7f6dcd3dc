// Pure: whoever sees little can read what stands there: each colour of the style on each ground, in both themes (console 4, WCAG 1.4.3 and 1.4.11).
import { CONSOLE_STYLE } from '../../src/console/style.ts';

/** Between a text and its ground, and between a line or mark and its ground (console 4 asks for 4.9 and 3). */
const LEAST = { text: 4.9, mark: 3 };

/** The variables of a theme, as the rules of a person's own choice set them. */
function coloursOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const rule = new RegExp(`data-theme=${theme}\\]\\{([^}]*)`).exec(CONSOLE_STYLE)?.[1] ?? '';
  return new Map([...rule.matchAll(/--(\w+):(#\w+)/g)].map(([, name = '', colour = '']) => [name, colour]));
}

/** Variables that some rule sets this property to. */
function usedAs(property: string): readonly string[] {
  const found = CONSOLE_STYLE.matchAll(new RegExp(`[;{](?:${property}):[^;}]*?var\\(--(\\w+)\\)`, 'g'));
  return [...new Set([...found].map(([, name = '']) => name))].toSorted();
}

function luminance(colour: string): number {
  const digits = colour.slice(1);
  const whole = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXTS = usedAs('color|fill').filter((name) => name !== 'line');
const MARKS = [...new Set([...usedAs('border|border-\\w+|outline|stroke|fill'), 'line'])].filter(
  (name) => name !== 'surface',
);
/** What a filled button is; a text of another colour never stands on it. */
const FILLED = 'run';

test('every colour of a text, a mark and a ground that rules name is known', () => {
  expect(TEXTS).toEqual(['ask', 'bad', 'bg', 'good', 'ink', 'ink2', 'person', 'run', 'surface']);
  expect(usedAs('background')).toEqual(['bg', 'run', 'surface']);
  expect(MARKS.toSorted()).toEqual(['ask', 'bad', 'bg', 'ink', 'line', 'run']);
});

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colours = coloursOf(theme);
  const pairs = ['bg', 'surface'].flatMap((ground) => [...colours.keys()].map((name) => [name, ground] as const));
  const of = (name: string): string => colours.get(name) ?? '';

  test.each(pairs.filter(([name]) => !['bg', 'surface', 'line'].includes(name)))('text in %s on %s', (text, ground) => {
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(LEAST.text);
  });

  test.each(pairs.filter(([name]) => MARKS.includes(name) && name !== 'bg'))('a line in %s on %s', (line, ground) => {
    expect(contrast(of(line), of(ground))).toBeGreaterThanOrEqual(LEAST.mark);
  });

  test('the words of the filled button', () => {
    expect(contrast(of('bg'), of(FILLED))).toBeGreaterThanOrEqual(LEAST.text);
  });
});
