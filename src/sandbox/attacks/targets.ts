/** What attacks are told about the host; what they are not told, and could only learn by getting at it, is the secrets of a scene. */
export interface Targets {
  /** The environment variable that holds a secret, in our own process and in the victim. */
  readonly secretName: string;
  /** Of a TCP listener on 127.0.0.1. */
  readonly port: number;
  /** The abstract name of a Unix socket, without the leading NUL. */
  readonly abstract: string;
  /** The path of a Unix socket. */
  readonly socket: string;
  /** A file outside with a secret. */
  readonly secretFile: string;
  /** A JavaScript module outside that exports a secret. */
  readonly module: string;
  /** A folder outside that everybody may write. */
  readonly outside: string;
  /** The pid of a process that everybody of its account may kill. */
  readonly victim: number;
  /** Named by every process and file of an attack, so that what is left can be told. */
  readonly marker: string;
}
