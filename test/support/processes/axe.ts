import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page; the size of targets, too, which it looks at only when it is asked to (WCAG 2.5.8). */
export async function foundByAxe(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    Reflect.get(globalThis, 'axe').run(document, { rules: { 'target-size': { enabled: true } } }),
  );
  return violations.map(
    ({ id, nodes }: { readonly id: string; readonly nodes: readonly { readonly html: string }[] }) =>
      `${id}: ${nodes[0]?.html.slice(0, 200)}`,
  );
}
