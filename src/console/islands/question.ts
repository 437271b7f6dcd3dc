// Of a question's page: what was shown stays, and when it is not true any more the answers rest until a person has looked.

import { statusWord } from '../../api/report/words.ts';
import type { QuestionRowView } from '../../api/rows/question-row.ts';
import { answeredBy, decisionWord } from '../../model/events/escalation-words.ts';
import { begin } from './common/begin.ts';
import { follow } from './common/follow.ts';
import { whenSomebodyIsThere } from './common/present.ts';
import { tellOfRedo } from './common/redo.ts';
import { showStanding } from './common/say.ts';

begin();
const form = document.querySelector<HTMLFormElement>('form[data-question]');
const { question: id = '', shown = '' } = form?.dataset ?? {};

/** Over the page, so that nothing under a hand moves. */
function tell(words: string): void {
  if (!form || document.querySelector('.moved')) return;
  for (const button of form.querySelectorAll('button')) button.disabled = true;
  const place = document.createElement('div');
  place.className = 'moved status';
  place.setAttribute('role', 'status');
  const text = document.createElement('p');
  text.textContent = words;
  const look = document.createElement('button');
  look.textContent = 'Show what changed';
  look.name = 'action';
  look.value = 'look';
  look.formNoValidate = true;
  look.setAttribute('form', form.id);
  place.append(text, look);
  document.body.append(place);
}

/** A row of the question says that something about it may be otherwise; whether that is anything shown here, its page says. */
async function compare(): Promise<void> {
  const answer = await fetch(`/v1/escalations/${encodeURIComponent(id)}?view=page`);
  if (!answer.ok) return;
  const now: { readonly shown?: string } = await answer.json();
  if (now.shown !== shown) tell('This question changed while you looked.');
}

function hear({ id: heard, status, decided }: QuestionRowView): 'over' | void {
  if (heard !== id) return undefined;
  if (status === 'open') return void compare();
  const by = decided === null ? '' : `: ${decisionWord(decided.action)} ${answeredBy(decided.by)}`;
  tell(`${statusWord(status)} meanwhile${by}.`);
  return 'over';
}

if (form) tellOfRedo(form, id, shown);

// What changed before somebody moves a hand is heard then: the stream goes on from where the page stood.
if (form)
  whenSomebodyIsThere(() => follow({ tell: showStanding, on: { question: hear, reset: () => void compare() } }));
