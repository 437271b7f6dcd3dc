/** Takes the data of an event in its own shape, which is the service's, of the same version as the script: nobody checks it twice. */
type Hear = { hear(data: unknown): 'over' | void }['hear'];

/** What a stream of the service tells, and where to go on. */
export interface Followed {
  /** By the name of an event. `over`: nothing more is to be waited for. */
  readonly on: Readonly<Record<string, Hear>>;
  /** Told whenever the stream comes, goes, or is over. */
  readonly tell: (standing: Standing) => void;
}

export type Standing = 'Live' | 'Reconnecting' | '';

/** Seconds at most between two tries. */
const LONGEST_WAIT = 30;

/**
 * Follows the one stream of a page, from where the page stood when it was made: an element names it (`parts/live.ts`).
 * A hidden page closes it, and goes on from the last id when it is seen again; a lost one is tried again after 1, 2, 4 … 30 s.
 */
export function follow({ on, tell }: Followed): void {
  const main = document.querySelector<HTMLElement>('[data-follow]');
  const { follow: path, after = '' } = main?.dataset ?? {};
  if (path === undefined) return;
  let last = after;
  let source: EventSource | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let wait = 1;
  let isOver = false;

  const close = (): void => {
    clearTimeout(waiting);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    close();
    if (isOver || document.hidden) return;
    const url = new URL(path, location.href);
    if (last !== '') url.searchParams.set('after', last);
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener('open', () => {
      wait = 1;
      tell('Live');
    });
    opened.addEventListener('error', () => {
      close();
      tell('Reconnecting');
      waiting = setTimeout(open, wait * 1_000);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
    for (const [event, hear] of Object.entries(on))
      opened.addEventListener(event, (message: MessageEvent<string>) => {
        if (message.lastEventId !== '') last = message.lastEventId;
        if (hear(JSON.parse(message.data)) !== 'over') return;
        isOver = true;
        close();
        tell('');
      });
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', ({ persisted }) => void (persisted && open()));
  open();
}
