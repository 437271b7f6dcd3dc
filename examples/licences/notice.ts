import { z } from 'zod';

/** The artifact of the step `extract`, as its guards let it through. */
export const Facts = z.object({
  spdx: z.string(),
  quote: z.string(),
  holders: z.array(z.object({ name: z.string(), years: z.string().nullable(), quote: z.string() })),
});
export type Facts = z.infer<typeof Facts>;

/** What is known of one package when its run has ended. */
export type NoticeEntry =
  | {
      readonly kind: 'settled';
      readonly package: string;
      readonly version: string;
      readonly facts: Facts;
      readonly summary: string;
      readonly text: string;
    }
  | {
      readonly kind: 'open';
      readonly package: string;
      readonly version: string;
      readonly manifestLicense: string | null;
      readonly reason: string;
    };

type Settled = Extract<NoticeEntry, { kind: 'settled' }>;
type Open = Extract<NoticeEntry, { kind: 'open' }>;

/**
 * The third-party notice: every package whose facts passed all guards, with the copyright lines as its licence file has them, and the
 * texts themselves, each once. What nobody settled is listed as open, never guessed. The same entries give the same notice.
 */
export function noticeOf(entries: readonly NoticeEntry[]): string {
  const settled = entries.filter((entry) => entry.kind === 'settled');
  const open = entries.filter((entry) => entry.kind === 'open');
  const texts = [...new Set(settled.map(({ text }) => text))];
  const sections = [
    'THIRD-PARTY NOTICE\n\nThis software contains the packages listed here, under the licences of their authors.',
    ...settled.map((entry) => packageSection(entry, texts.indexOf(entry.text) + 1)),
    ...(open.length > 0 ? [openSection(open)] : []),
    ...texts.map((text, index) => `${RULE}\nText ${index + 1}\n${RULE}\n\n${text}`),
  ];
  return `${sections.join('\n\n')}\n`;
}

const RULE = '-'.repeat(80);

function packageSection({ package: name, version, facts, summary }: Settled, text: number): string {
  const lines = [...new Set(facts.holders.map(({ quote }) => `  ${onOneLine(quote)}`))];
  const title = `${name} ${version}\n  ${facts.spdx}, text ${text}`;
  return [title, ...lines, '', ...wrapped(onOneLine(summary), 78).map((line) => `  ${line}`)].join('\n');
}

function openSection(open: readonly Open[]): string {
  const rows = open.map((entry) => {
    const declared = entry.manifestLicense ?? 'no licence';
    return `  ${entry.package} ${entry.version} (its manifest says: ${declared})\n    ${onOneLine(entry.reason)}`;
  });
  return ['NOT SETTLED, to be cleared by a person before redistribution', ...rows].join('\n');
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Lines of at most so many characters, broken at spaces. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
