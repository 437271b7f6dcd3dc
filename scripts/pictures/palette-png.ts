import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Colours of a picture: pages have few, and many shades of them at the edges of letters. */
const MOST_COLOURS = 64;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** A number of 24 bits for each, row by row. */
  readonly colours: Uint32Array;
}

/**
 * A screenshot as a PNG of at most 64 colours, which takes a quarter of the room. It takes what Chromium makes: 8 bits a channel, RGB or RGBA,
 * not interlaced; throws at anything else.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, colours } = decoded(png);
  const palette = paletteOf(colours);
  const places = new Map<number, number>();
  const placeOf = (colour: number): number => {
    const known = places.get(colour) ?? nearest(palette, colour);
    places.set(colour, known);
    return known;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = placeOf(colours[y * width + x] ?? 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, each the place of a colour in the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colourBytes = Buffer.from(palette.flatMap(channelsOf));
  const chunks = [
    chunk('IHDR', header),
    chunk('PLTE', colourBytes),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** The commonest colours first, and none that is hardly another one than a commoner. */
function paletteOf(colours: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].toSorted((one, other) => other[1] - one[1]).map(([colour]) => colour);
  for (let apart = 0; ; apart = apart * 2 + 64) {
    const palette: number[] = [];
    for (const colour of byCount)
      if (palette.every((other) => distance(colour, other) > apart)) {
        palette.push(colour);
        if (palette.length > MOST_COLOURS) break;
      }
    if (palette.length <= MOST_COLOURS) return palette;
  }
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, other] of palette.entries()) {
    const far = distance(colour, other);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff] as const;

function distance(one: number, other: number): number {
  const [red, green, blue] = channelsOf(one);
  const [otherRed, otherGreen, otherBlue] = channelsOf(other);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

function decoded(png: Buffer): Pixels {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG.');
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 8, at + 8 + length);
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'IHDR') [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), channelsIn(body)];
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const colours = new Uint32Array(width * height);
  for (let place = 0; place < colours.length; place += 1) {
    const at = place * channels;
    colours[place] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  }
  return { width, height, colours };
}

function channelsIn(header: Buffer): number {
  const [depth, type, , , interlaced] = header.subarray(8);
  if (depth !== 8 || interlaced !== 0 || (type !== 2 && type !== 6))
    throw new Error('This PNG is none of a screenshot.');
  return type === 2 ? 3 : 4;
}

/** Rows as they were before each was filtered (PNG 9). `stride`: bytes of a row; `step`: bytes of a pixel. */
function unfiltered(raw: Buffer, stride: number, height: number, step: number): Buffer {
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < step ? 0 : (bytes[at - step] ?? 0);
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner = x < step || y === 0 ? 0 : (bytes[at - stride - step] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      bytes[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const toLeft = Math.abs(guess - left);
  const toUp = Math.abs(guess - up);
  const toCorner = Math.abs(guess - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const all = Buffer.alloc(named.length + 8);
  all.writeUInt32BE(body.length, 0);
  named.copy(all, 4);
  all.writeUInt32BE(crc(named), named.length + 4);
  return all;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CRC[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
