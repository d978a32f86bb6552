/**
 * Paints a street at dusk with lamps into an OpenEXR file: light in linear numbers, 1 for a white
 * surface, some ten thousand for a lamp. The same options give the same bytes. Usage: tsx
 * tools/media/labelled/dusk.ts [--out FILE]
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { halfBits, halfPrecision } from '@lumenloom/engine';
import { writeExr } from '@lumenloom/node-host';
import { readArguments, readOrExit } from '@lumenloom/node-host/command-line';

const [WIDTH, HEIGHT] = [480, 320];
const DEFAULT_FILE = fileURLToPath(new URL('../../../examples/dusk.exr', import.meta.url));
/** Bits of a half float that are left out, so that the file is small. */
const SPARED_BITS = 4;

type Colour = readonly [red: number, green: number, blue: number];

const LAMP: Colour = [45000, 31000, 15000];
const WINDOW: Colour = [0.9, 0.6, 0.25];

/** Where the street meets the sky, shares of the width and of the height. */
const VANISHING = [0.42, 0.58] as const;
/** Lamps: place as shares of the width and of the height, and radius in pixels. */
const LAMPS = [
  [0.84, 0.2, 2.2],
  [0.7, 0.345, 1.4],
  [0.61, 0.435, 0.9],
  [0.16, 0.3, 1.6],
] as const;
/** Houses: left and right side, and upper edge at each of them, shares of width and height. */
const HOUSES = [
  [0, 0.3, 0.12, 0.42],
  [0.3, 0.39, 0.46, 0.52],
  [0.47, 0.6, 0.5, 0.44],
  [0.6, 1, 0.4, 0.05],
] as const;

const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
  a[2] + share * (b[2] - a[2]),
];

/** Light at a place, shares of the width and of the height. */
function lightAt(x: number, y: number): Colour {
  const house = HOUSES.find(([left, right]) => x >= left && x < right);
  const roof = house && house[2] + ((x - house[0]) / (house[1] - house[0])) * (house[3] - house[2]);
  const ground = VANISHING[1] + 0.9 * Math.max(0, Math.abs(x - VANISHING[0]) - 0.06) * 0.42;
  if (roof !== undefined && y > roof && y < ground) {
    // Windows stand in rows that run towards the vanishing point.
    const depth = 1 / (0.05 + Math.abs(x - VANISHING[0]));
    const storey = (y - VANISHING[1]) * depth * 3.1;
    const along = Math.log(Math.abs(x - VANISHING[0]) + 0.02) * 7;
    const [row, column] = [Math.floor(storey), Math.floor(along)];
    const isGlass =
      storey < 0 &&
      storey - row > 0.35 &&
      storey - row < 0.85 &&
      along - column > 0.3 &&
      along - column < 0.75;
    const isLit = (row * 7 + column * 13 + 400) % 5 < 2;
    if (isGlass) return isLit ? WINDOW : [0.012, 0.016, 0.024];
    return [0.022, 0.02, 0.022];
  }
  if (y >= VANISHING[1] - 0.005) {
    // The road, lighter under the lamps.
    const depth = (y - VANISHING[1] + 0.02) * 4;
    const across = (x - VANISHING[0]) / depth;
    const isLine = Math.abs(across + 0.02) < 0.02 && Math.floor(2 / depth) % 2 === 0;
    const pool = Math.exp(-(((across - 0.28) / 0.2) ** 2)) * 0.09;
    return isLine ? [0.14, 0.13, 0.11] : [0.03 + pool, 0.029 + 0.75 * pool, 0.032 + 0.4 * pool];
  }
  const dusk = Math.max(0, Math.min(1, y / VANISHING[1]));
  return mix([0.025, 0.045, 0.11], [0.24, 0.15, 0.14], dusk ** 2.2);
}

const SAMPLES = 4;

/** Mean light over a pixel. */
function pixelAt(column: number, row: number): Colour {
  const sum: [number, number, number] = [0, 0, 0];
  for (let j = 0; j < SAMPLES; j += 1)
    for (let i = 0; i < SAMPLES; i += 1) {
      const [x, y] = [column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES];
      const lamp = LAMPS.some(
        ([lampX, lampY, radius]) => Math.hypot(x - lampX * WIDTH, y - lampY * HEIGHT) < radius,
      );
      const post = LAMPS.some(
        ([lampX, lampY, radius]) =>
          Math.abs(x - lampX * WIDTH) < radius / 3 && y > lampY * HEIGHT && y < 0.68 * HEIGHT,
      );
      const light = lamp
        ? LAMP
        : post
          ? ([0.01, 0.01, 0.011] as const)
          : lightAt(x / WIDTH, y / HEIGHT);
      for (const [channel, value] of light.entries()) sum[channel]! += value / SAMPLES ** 2;
    }
  return sum;
}

const { out } = readOrExit('Usage: tsx tools/media/labelled/dusk.ts [--out FILE]\n', () => {
  const { values } = readArguments(
    process.argv.slice(2),
    { out: { value: 'FILE', default: DEFAULT_FILE, says: 'Where the picture goes.' } },
    { min: 0, max: 0, are: 'no words' },
  );
  return values;
});
const spared = (value: number): number =>
  halfPrecision(Math.round(halfBits(value) / 2 ** SPARED_BITS) * 2 ** SPARED_BITS);
const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
  pixelAt(at % WIDTH, Math.floor(at / WIDTH)),
);
const channel = (index: number): Float32Array =>
  Float32Array.from(pixels, (pixel) => spared(pixel[index]!));
await writeFile(
  out,
  writeExr({
    rows: HEIGHT,
    columns: WIDTH,
    channels: new Map([
      ['R', channel(0)],
      ['G', channel(1)],
      ['B', channel(2)],
    ]),
    attributes: { comments: 'Lumenloom, tools/media/labelled/dusk.ts' },
  }),
);
process.stdout.write(`${out}\n`);
