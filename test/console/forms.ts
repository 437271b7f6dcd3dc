import type { TestApp } from '../api/test-app.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Pages and their forms as a browser without scripts uses them. */
export function formsOf(api: TestApp) {
  return {
    page: async (url: string) => {
      const html = (await api.get(url)).body;
      return { html, fields: fieldsOf(html) };
    },
    press: (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      api.send({
        method: 'POST',
        url,
        headers: { ...FORM, ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
  };
}

/** What a browser would send of a page's fields: hidden and typed ones, texts, chosen options, boxes that are ticked. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input(?:[^>"]|"[^"]*")*>/g)) {
    const { name, type, value = '' } = attributesOf(tag);
    const isSent = (type !== 'radio' && type !== 'checkbox') || / checked/.test(tag);
    if (name !== undefined && isSent) fields[name] = value;
  }
  for (const [, tag = '', text = ''] of html.matchAll(/(<textarea[^>]*>)(.*?)<\/textarea>/gs)) {
    const { name } = attributesOf(tag);
    if (name !== undefined) fields[name] = plain(text).replace(/^\n/, '').replaceAll(/\r?\n/g, '\r\n');
  }
  for (const [, tag = '', options = ''] of html.matchAll(/(<select[^>]*>)(.*?)<\/select>/gs)) {
    const { name } = attributesOf(tag);
    const chosen = /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? /<option[^>]*>/.exec(options)?.[0] ?? '';
    if (name !== undefined) fields[name] = attributesOf(chosen)['value'] ?? '';
  }
  return fields;
}
formsOf.fields = fieldsOf;

function attributesOf(tag: string): Record<string, string | undefined> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value = '']) => [name, plain(value)]),
  );
}

function plain(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** What stands in a region of a page. */
export function region(html: string, name: string): string {
  return (
    new RegExp(`<section[^>]* aria-label="${name}".*?</section>|<section aria-label="${name}".*?</section>`, 's').exec(
      html,
    )?.[0] ?? ''
  );
}

/** What a page shows of its own, without what stands around every page. */
export function mainOf(html: string): string {
  return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
}
