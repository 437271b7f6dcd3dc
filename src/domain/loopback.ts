/** 127.0.0.0/8 and ::1, as literals, bracketed or not. */
export function isLoopbackHost(host: string): boolean {
  return host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
