import { type Source, testsByRule } from '../citations.ts';

const SHOWN = /^Shown in: .*\n\n?/gm;

/** `docs/rules.md` with the line below each rule that names the tests whose titles name it; a rule that none names has no such line. */
export function withTests(page: string, tests: readonly Source[]): string {
  const shown = testsByRule(tests);
  return page
    .split(/^(?=## )/m)
    .map((section) => {
      const id = /^## (?<id>R\d+) /.exec(section)?.groups?.['id'] ?? '';
      const files = (shown.get(id) ?? []).map((file) => `\`${file}\``);
      const bare = section.replaceAll(SHOWN, '').trimEnd();
      return files.length === 0 ? bare : `${bare}\n\nShown in: ${files.join(', ')}.`;
    })
    .join('\n\n')
    .concat('\n');
}
