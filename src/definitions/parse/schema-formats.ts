export interface SchemaFormat {
  /** Completes "must be …". */
  readonly demand: string;
  /** A value that fits. */
  readonly example: string | number;
}

/**
 * Every value of `format` that a JSON Schema is checked by. One table for the warning about an unknown format, the feedback on a value that
 * does not fit, and the list in `docs/guards.md`.
 */
export const SCHEMA_FORMATS: Readonly<Record<string, SchemaFormat>> = {
  date: { demand: 'a date that the calendar has (RFC 3339)', example: '2026-11-21' },
  time: { demand: 'a time of day with its offset (RFC 3339)', example: '09:30:00Z' },
  'date-time': { demand: 'a date and time with its offset (RFC 3339)', example: '2026-11-21T09:30:00+01:00' },
  'iso-time': { demand: 'a time of day, with or without an offset', example: '09:30:00' },
  'iso-date-time': { demand: 'a date and time, with or without an offset', example: '2026-11-21 09:30:00' },
  duration: { demand: 'a duration (ISO 8601)', example: 'P3DT2H' },
  email: { demand: 'an e-mail address in ASCII', example: 'ada@example.com' },
  hostname: { demand: 'a host name in ASCII (RFC 1123)', example: 'www.example.com' },
  ipv4: { demand: 'an IPv4 address', example: '192.0.2.1' },
  ipv6: { demand: 'an IPv6 address', example: '2001:db8::1' },
  uri: { demand: 'an absolute URI (RFC 3986)', example: 'https://example.com/a?b' },
  'uri-reference': { demand: 'a URI or a relative reference (RFC 3986)', example: '../a' },
  'uri-template': { demand: 'a URI template (RFC 6570)', example: '/orders/{id}' },
  url: { demand: 'an http, https or ftp URL of a public host', example: 'https://example.com' },
  uuid: { demand: 'a UUID (RFC 4122)', example: '123e4567-e89b-12d3-a456-426614174000' },
  'json-pointer': { demand: 'a JSON pointer (RFC 6901)', example: '/lines/0/net' },
  'json-pointer-uri-fragment': { demand: 'a JSON pointer as a URI fragment (RFC 6901)', example: '#/lines/0' },
  'relative-json-pointer': { demand: 'a relative JSON pointer', example: '1/net' },
  regex: { demand: 'a regular expression of JavaScript', example: '^[a-z]+$' },
  byte: { demand: 'text in Base64', example: 'aGVsbG8=' },
  int32: { demand: 'a whole number from -2147483648 to 2147483647', example: 7 },
  int64: { demand: 'a whole number of 64 bits', example: 7 },
  float: { demand: 'any number', example: 0.5 },
  double: { demand: 'any number', example: 0.5 },
  password: { demand: 'any text (a note for programs that show it)', example: 'a secret' },
  binary: { demand: 'any text (a note for programs that read it)', example: 'some bytes' },
  iban: {
    demand:
      'an IBAN in its electronic form (ISO 13616): capital letters and digits without spaces, a country of the IBAN registry, the length of that country, right check digits',
    example: 'DE89370400440532013000',
  },
  bic: {
    demand: 'a BIC of 8 or 11 capital letters and digits with a country in it (ISO 9362)',
    example: 'DEUTDEFF500',
  },
  luhn: {
    demand: '2 to 64 digits without spaces, the last of which is the Luhn check digit (ISO/IEC 7812-1)',
    example: '4111111111111111',
  },
  ean: { demand: 'a GTIN (EAN) of 8, 13 or 14 digits with the right check digit', example: '4006381333931' },
  isbn: {
    demand: 'an ISBN of 10 or 13 digits with the right check digit (ISO 2108), with or without single hyphens',
    example: '978-0-306-40615-7',
  },
  currency: {
    demand:
      'a currency code in capital letters that is in force (ISO 4217); a withdrawn code such as DEM does not count',
    example: 'EUR',
  },
  country: {
    demand: 'a country code in two capital letters that is officially assigned (ISO 3166-1 alpha-2)',
    example: 'DE',
  },
  language: {
    demand:
      'a language tag of registered parts (BCP 47) in any case of letters; "english" and "en_US" are no language tags',
    example: 'de-CH',
  },
  'phone-e164': {
    demand: 'a telephone number of "+" and 7 to 15 digits without spaces (ITU-T E.164)',
    example: '+493012345678',
  },
};
