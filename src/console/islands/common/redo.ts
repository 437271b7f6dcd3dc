// Of a question whose answer can send the run back to a step: what is made again and kept, for the step that is chosen.
import { h, render } from 'preact';
import type { PreviewView } from '../../../api/control/preview.ts';
import { Effects, sentence } from '../../parts/foretold.ts';

/** `id`: of the question, `shown`: what it showed. Asks for nothing before another step is chosen. */
export function tellOfRedo(form: HTMLFormElement, id: string, shown: string): void {
  const select = form.querySelector<HTMLSelectElement>('select[name=redo-step]');
  const said = form.querySelector('#does-redo');
  if (!select || !said) return;
  const place = document.createElement('div');
  place.setAttribute('role', 'status');
  select.after(place);
  let newest = 0;
  const tell = async (): Promise<void> => {
    const asked = ++newest;
    const told = await foretold(id, { action: 'redo', step: select.value, guidance: '…', shown });
    if (asked !== newest) return;
    render(told ? h(Effects, { told: { preview: told, attempts: [] } }) : null, place);
    if (told) said.textContent = sentence(told.consequence);
  };
  select.addEventListener('change', () => void tell());
}

async function foretold(id: string, decision: object): Promise<PreviewView | undefined> {
  const answer = await fetch(`/v1/escalations/${encodeURIComponent(id)}/decision?preview=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(decision),
  });
  if (!answer.ok) return undefined;
  const told: PreviewView = await answer.json();
  return told;
}
