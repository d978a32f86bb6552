/**
 * Renders a tray of parts with all its passes into an OpenEXR file, named as Blender names them:
 * colour, depth along the axis in metres, and a number for each part. The same options give the
 * same bytes. Usage: tsx tools/media/labelled/passes.ts [--samples N] [--out FILE]
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { halfBits, halfPrecision } from '@lumenloom/engine';
import { writeExr } from '@lumenloom/node-host';
import { numberOption, readArguments, readOrExit } from '@lumenloom/node-host/command-line';
import { denoise } from '../apple/denoise.ts';
import { CHANNELS } from '../apple/film.ts';
import { renderFilm } from '../apple/render-film.ts';
import { firstHits } from './identify.ts';
import { TRAY_OF_PASSES } from './pictures.ts';
import { tray } from './tray-of-passes.ts';

const [WIDTH, HEIGHT] = [288, 192];
const DEFAULT_FILE = fileURLToPath(new URL('../../../examples/tray.exr', import.meta.url));
const CM_PER_METRE = 100;
/** Bits of a half float that are left out: a step is then 1/128, less than the noise. */
const SPARED_BITS = 3;
const THREADS = 2;

const options = readOrExit(
  'Usage: tsx tools/media/labelled/passes.ts [--samples N] [--out FILE]\n',
  () => {
    const { values } = readArguments(
      process.argv.slice(2),
      {
        samples: { value: 'N', default: '48', says: 'Most samples per pixel.' },
        out: { value: 'FILE', default: DEFAULT_FILE, says: 'Where the picture goes.' },
      },
      { min: 0, max: 0, are: 'no words' },
    );
    const samples = numberOption('samples', values.samples, { whole: true, min: 1, max: 1e6 });
    return { samples, out: values.out };
  },
);

const film = denoise(
  await renderFilm(
    {
      width: WIDTH,
      height: HEIGHT,
      samples: options.samples,
      seed: TRAY_OF_PASSES + 1,
      stillModule: new URL('./tray-of-passes.ts', import.meta.url).href,
    },
    THREADS,
    () => undefined,
  ),
);
const { indices, depths } = firstHits(tray, tray.createLabelled(), WIDTH, HEIGHT);
const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => pixel);
/** Fewer digits, so that the file is small. */
const spared = (value: number): number =>
  halfPrecision(Math.round(halfBits(value) / 2 ** SPARED_BITS) * 2 ** SPARED_BITS);
const colour = (channel: number): Float32Array =>
  Float32Array.from(pixels, (pixel) => spared(film.data[pixel * CHANNELS + channel]!));
await writeFile(
  options.out,
  writeExr({
    rows: HEIGHT,
    columns: WIDTH,
    channels: new Map([
      ['ViewLayer.Combined.R', colour(0)],
      ['ViewLayer.Combined.G', colour(1)],
      ['ViewLayer.Combined.B', colour(2)],
      // Millimetres are enough.
      ['ViewLayer.Depth.Z', depths.map((cm) => Math.round(10 * cm) / (10 * CM_PER_METRE))],
      // 0 is what has no label.
      ['ViewLayer.IndexOB.X', Float32Array.from(indices, (index) => index + 1)],
    ]),
    attributes: { comments: 'Lumenloom, tools/media/labelled/passes.ts' },
  }),
);
process.stdout.write(`${options.out}\n`);
