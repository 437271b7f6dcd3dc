import type { Terminal } from './terminal.ts';

/** Follows until Ctrl-C, and tells where the connection is lost. */
export function following(terminal: Terminal) {
  return {
    signal: terminal.interrupted,
    onState: (state: 'lost' | 'back') =>
      terminal.tell(['quiet', state === 'lost' ? 'The connection is lost; it is tried again …' : 'Connected again.']),
  };
}
