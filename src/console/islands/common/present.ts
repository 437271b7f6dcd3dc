/** What only somebody who looks at a page does. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin', 'visibilitychange'] as const;

/** Calls `then` once, as soon as somebody shows to be at the page: one that is opened and read asks for nothing more. */
export function whenSomebodyIsThere(then: () => void): void {
  const found = new AbortController();
  const hear = (): void => {
    if (found.signal.aborted || document.hidden) return;
    found.abort();
    then();
  };
  for (const sign of SIGNS)
    document.addEventListener(sign, hear, { signal: found.signal, passive: true, capture: true });
}
