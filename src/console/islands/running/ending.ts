import { patch } from '../common/patch.ts';

/** What a page that has ended shows otherwise than one that is followed, each in its place. */
const PARTS = ['[data-key="crumbs"]', '[data-key="standing"]', 'form.buttons'] as const;

/**
 * Puts in what the page would show if it were opened now, once its run has ended: the result, and ways that still lead somewhere. Scroll,
 * focus and folds stay.
 */
export async function showEnd(): Promise<void> {
  const ended = await pageAsItIs();
  if (!ended) return;
  const result = ended.querySelector('[aria-label="Result"]');
  keepingPlace(() => {
    for (const part of PARTS) {
      const [there, now] = [document.querySelector(part), ended.querySelector(part)];
      if (there && now) patch(there, now);
    }
    if (result) document.querySelector('form.buttons')?.before(result);
    // Room was kept for what might still change.
    document.querySelector('[data-follow]')?.removeAttribute('data-follow');
  });
}

/** A browser parses a document that it is sent by itself: no text of others is handed to a parser. */
function pageAsItIs(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    request.responseType = 'document';
    request.addEventListener('load', () => resolve(request.status === 200 ? request.responseXML : null));
    request.addEventListener('error', () => resolve(null));
    request.send();
  });
}

/**
 * What has the focus stays where it is seen; without one a browser holds by itself what was scrolled to. Where it goes, the heading of the page
 * takes the focus, and the place where it was stays.
 */
function keepingPlace(change: () => void): void {
  const held = document.activeElement === document.body ? null : document.activeElement;
  const place = held?.closest('form.buttons') ?? held;
  const before = place?.getBoundingClientRect().top ?? -1;
  const isSeen = before >= 0 && before < innerHeight;
  change();
  if (held && !held.isConnected) document.querySelector('h1')?.focus({ preventScroll: true });
  if (place && isSeen) scrollBy(0, place.getBoundingClientRect().top - before);
}
