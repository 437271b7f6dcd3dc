/** The service's time in milliseconds since the epoch, by its own clock as the page told it. */
export function serviceClock(): () => number {
  const told = Number(document.documentElement.dataset['now']);
  const ahead = Number.isFinite(told) ? Date.now() - told : 0;
  return () => Date.now() - ahead;
}
