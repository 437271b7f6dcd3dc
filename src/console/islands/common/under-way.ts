import { visible } from '../../../text/visible.ts';

/** What an attempt has written more; `offset` is in bytes, and 0 begins anew. */
export interface Chunk {
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly offset: number;
  readonly text: string;
}

/** Characters of a text under way that are shown: its end, which is what grows. */
const SHOWN = 8_000;

interface UnderWay {
  /** Shows what came under the line of its attempt. */
  hear(chunk: Chunk): void;
  /** Its line says more now than the text did. */
  end(key: string): void;
}

/** Texts while they are written, which nobody has judged. */
export function underWay(): UnderWay {
  return {
    hear({ step, epoch, attempt, offset, text }) {
      const line = [
        ...document.querySelectorAll<HTMLElement>(
          `[data-key^="attempt ${CSS.escape(`${step} ${epoch} ${attempt} `)}"]`,
        ),
      ].at(-1);
      if (!line) return;
      const place = line.nextElementSibling?.matches('.growing') === true ? line.nextElementSibling : growing(line);
      const pre = place.querySelector('pre');
      if (!pre) return;
      const isAtEnd = pre.scrollHeight - pre.scrollTop - pre.clientHeight < 40;
      const whole = (offset === 0 ? '' : (pre.textContent ?? '')) + visible(text).text;
      pre.textContent = whole.slice(-SHOWN);
      if (isAtEnd) pre.scrollTop = pre.scrollHeight;
    },
    end(key) {
      const next = document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.nextElementSibling;
      if (next?.matches('.growing') === true) next.remove();
    },
  };
}

function growing(line: HTMLElement): HTMLElement {
  const place = document.createElement('li');
  place.className = 'growing';
  place.dataset['order'] = line.dataset['order'];
  const name = document.createElement('small');
  name.textContent = 'Not judged yet';
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', 'Text under way');
  place.append(name, pre);
  line.after(place);
  return place;
}
