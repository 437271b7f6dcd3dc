/**
 * A form whose lists are its whole question is sent as soon as one of them is chosen from. Arrow keys only walk through a list that is
 * closed: there Enter, or the form's button, sends it.
 */
export function sendWhenChosen(): void {
  for (const list of document.querySelectorAll<HTMLSelectElement>('form[data-sends] select')) {
    const before = list.value;
    let isWalking = false;
    list.addEventListener('pointerdown', () => (isWalking = false));
    list.addEventListener('keydown', (event) => {
      isWalking = event.key !== 'Enter';
      if (isWalking || list.value === before) return;
      event.preventDefault();
      list.form?.requestSubmit();
    });
    list.addEventListener('change', () => {
      if (!isWalking) list.form?.requestSubmit();
    });
  }
}
