/** 127.0.0.0/8, ::1 and the name that stands for them. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** The same of an address with a port, such as `127.0.0.1:7233`. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopback(address.replace(/:\d+$/, '').toLowerCase());
}
