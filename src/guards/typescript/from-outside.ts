/** Whether a signal is one that programs are not ended by through what they do. */
export function isFromOutside(signal: string): boolean {
  return ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal);
}
