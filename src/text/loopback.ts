/** 127.0.0.0/8, ::1 and the name that stands for them. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackHost(host);
}

/** The same of an address with a port, such as `127.0.0.1:7233`. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.replace(/:\d+$/, '').toLowerCase());
}

/** 127.0.0.0/8 and ::1, as literals, bracketed or not. */
export function isLoopbackHost(host: string): boolean {
  return host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
