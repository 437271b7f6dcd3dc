/** What a page of the console may do: show text and its own style, and send its own forms (console 4). */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'private, no-cache',
  vary: 'Cookie, Authorization',
};

/** The same for a page whose island makes styles of its own: those with its nonce are let in, and nobody keeps the page. */
export function headersOf({ styleNonce }: { readonly styleNonce?: string }): Readonly<Record<string, string>> {
  if (styleNonce === undefined) return PAGE_HEADERS;
  const policy = PAGE_HEADERS['content-security-policy'];
  return {
    ...PAGE_HEADERS,
    'content-security-policy': policy.replace("style-src 'self'", `style-src 'self' 'nonce-${styleNonce}'`),
    'cache-control': 'no-store',
  };
}
