/** Changes the colours in place, so that a press loses neither words nor place; the form does it where there are no scripts. */
export function switchTheme(): void {
  const form = document.querySelector<HTMLFormElement>('form.theme');
  form?.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const { value } = submitter;
    document.cookie = `dsap_theme=${value}; path=/console; max-age=31536000; samesite=lax`;
    document.documentElement.dataset['theme'] = value;
    for (const button of form.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button === submitter));
  });
}
