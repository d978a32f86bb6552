import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  BITS,
  VERSION,
  adaptivePaths,
  pilotPaths,
  pilotSeed,
  type WorldPaths,
} from '@lumenloom/engine';
import { medianError } from '@lumenloom/engine/quick';
import { defaultThreads, openedWorld, renderHelpers } from '@lumenloom/node-host';
import {
  UsageError,
  makeFolder,
  numberOption,
  progressOn,
  writeFile,
} from '@lumenloom/node-host/command-line';
import {
  BEHIND_WITHOUT_LENS,
  LitWorld,
  cameraOf,
  labelledPicture,
  pathsOf,
  renderPicture,
  warningsOf,
  worldLabels,
  type WorldDocument,
  type WorldPicture,
} from '@lumenloom/world';
import { THREADS, seedOption, threadsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { jsonText } from '../print.ts';
import { inWorld, worldAt } from './open-world.ts';
import { samplesOption } from './samples-option.ts';
import { pictureFiles } from './world-picture-files.ts';

const PIXEL_SAMPLES = 64;
const MOST = { pixels: 100_000, degrees: 179, hertz: 1e6 };

/** `lumenloom world render`: a world through a pinhole. */
export const render = command(
  {
    usage: ['<world.json> --out <folder> [options]'],
    says: 'Renders a world through the pinhole of its camera: world.exr with 31 bands, depth, identifiers, normals and motion, world.json with what stands in it, preview.png. Each pixel says its standard error.',
    words: { min: 1, max: 1, are: '<world.json>' },
    options: {
      out: { value: 'DIR', output: 'folder', says: 'Where the files go.' },
      columns: { value: 'N', says: 'Columns, in place of those of the camera.' },
      rows: { value: 'N', says: 'Rows, in place of those of the camera.' },
      hfov: { value: 'DEG', says: 'Horizontal angle in degrees, in place of the camera.' },
      samples: {
        value: 'N',
        says: 'Paths of each pixel, in place of those of the document, which are 64 without it.',
      },
      noise: {
        value: 'SHARE',
        says: 'In place of --samples: standard error that a tile of 16 × 16 pixels may have, a share of its luminance.',
      },
      seed: { value: 'N', says: 'Seed of the paths.' },
      threads: THREADS,
      rgb: { says: 'Red, green and blue in world.exr in place of the bands.' },
      npy: { says: 'Arrays as .npy too.' },
      hidden: { says: 'With --npy: what stands behind the first surface.' },
      groups: { says: 'With --npy: the radiance of each group of lamps.' },
      'labels-out': { value: 'F.json', output: 'file', says: 'Labels as COCO has them.' },
      rate: { value: 'HERTZ', default: '1', says: 'Pictures per second, for motion.' },
    },
    examples: [
      'world render world.json --out picture',
      'world render world.json --out picture --samples 256 --npy --labels-out labels.json',
    ],
    document: 'docs/reference/world.md',
  },
  async ({ values, words: [path = ''] }, { stdout, stderr, signal }) => {
    const folder = values.out;
    if (folder === undefined) throw new UsageError('--out is missing: name a folder.');
    const size = { whole: true, min: 1, max: MOST.pixels } as const;
    const columns = numberOption('columns', values.columns, size);
    const rows = numberOption('rows', values.rows, size);
    const hfovDegrees = numberOption('hfov', values.hfov, { above: 0, max: MOST.degrees });
    const rate = numberOption('rate', values.rate, { above: 0, max: MOST.hertz });
    const threads = threadsOption(values.threads) ?? defaultThreads();
    const opened = await worldAt(path);
    const light = await inWorld(() => openedWorld(opened));
    const asked = light.world.document.render ?? {};
    const noise = noiseOf(values, asked);
    const fixed =
      values.samples === undefined
        ? (asked.samples ?? PIXEL_SAMPLES)
        : samplesOption(values.samples, PIXEL_SAMPLES);
    const seed = seedOption('seed', values.seed) ?? asked.seed ?? 0;
    const lit = await inWorld(() => new LitWorld(light));
    const camera = await inWorld(() =>
      cameraOf(light.world, lit.posed.poses, {
        ...(columns !== undefined && { columns }),
        ...(rows !== undefined && { rows }),
        ...(hfovDegrees !== undefined && { hfovDegrees }),
      }),
    );
    const progress = progressOn(stderr, 'Rendering');
    const began = performance.now();
    const settings = {
      rate,
      helpers: renderHelpers(opened, threads),
      stopped: () => signal.aborted,
      pause: () => setImmediate(),
      reach: progress.reach,
    };
    const samples =
      noise === undefined
        ? fixed
        : await pathsFor(lit, camera, { ...settings, noise, seed, most: asked.maxSamples });
    const picture = await renderPicture(lit, camera, {
      ...settings,
      samples,
      seed,
      ...(values.hidden && { hidden: BEHIND_WITHOUT_LENS }),
    });
    progress.end();
    makeFolder(folder);
    const report = reportOf(lit, picture, {
      samples,
      seed,
      seconds: (performance.now() - began) / 1000,
    });
    const files = await pictureFiles(picture, values);
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    await writeFile(join(folder, 'world.json'), jsonText(report));
    const labels = values['labels-out'];
    if (labels !== undefined) {
      makeFolder(dirname(labels));
      await writeFile(
        labels,
        jsonText(worldLabels(lit, labelledPicture(camera, picture), 'preview.png')),
      );
    }
    for (const sentence of report.warnings) stderr.write(`${sentence}\n`);
    stdout.write(
      `${camera.columns} × ${camera.rows} pixels, ${Math.round(report.samplesMean)} samples, standard error ${report.standardErrorPercent ?? 'unknown'} % (median).\nWrote ${[...files.keys(), 'world.json'].join(', ')} in ${folder}\n`,
    );
  },
);

/** Paths of a pixel with `noise`, at most, where the document does not say. */
const MOST_PATHS = 4096;

/** The noise that is asked for by the option, or by a document without paths of the option. */
function noiseOf(
  values: Readonly<Record<'noise' | 'samples', string | undefined>>,
  { noise }: NonNullable<WorldDocument['render']>,
): number | undefined {
  const asked = numberOption('noise', values.noise, { above: 0, max: 1 });
  if (asked !== undefined && values.samples !== undefined)
    throw new UsageError('--noise and --samples are both given: give one.');
  if (asked !== undefined || !noise || values.samples !== undefined) return asked;
  if (noise.relative === undefined)
    throw new UsageError(
      'render.noise.ofShot needs a sensor: photograph the world with simulate, or give --noise.',
    );
  return noise.relative;
}

/** Paths of each pixel, after a pilot. */
async function pathsFor(
  lit: LitWorld,
  camera: Parameters<typeof renderPicture>[1],
  {
    noise,
    seed,
    most = MOST_PATHS,
    ...settings
  }: Omit<Parameters<typeof renderPicture>[2], 'samples'> & {
    readonly noise: number;
    readonly most: number | undefined;
  },
): Promise<WorldPaths> {
  const paths = pilotPaths(1);
  const pilot = await renderPicture(lit, camera, {
    ...settings,
    samples: paths,
    seed: pilotSeed(seed),
  });
  return adaptivePaths(
    { ...pilot, paths },
    { allowed: (luminance) => noise * luminance, sampling: 1, groups: 1, most },
  );
}

/** world.json of a rendering. */
function reportOf(
  lit: LitWorld,
  picture: WorldPicture,
  run: { readonly samples: WorldPaths; readonly seed: number; readonly seconds: number },
) {
  const { world } = lit.light;
  const pixels = picture.columns * picture.rows;
  const paths = pathsOf(run.samples, pixels);
  return {
    version: VERSION,
    bits: BITS,
    columns: picture.columns,
    rows: picture.rows,
    samplesMean: paths / pixels,
    seed: run.seed,
    seconds: run.seconds,
    triangles: world.triangles,
    standardErrorPercent: medianError(picture),
    fireflies: picture.fireflies,
    cutPathsPercent: (100 * picture.cutPaths) / paths,
    groups: picture.groups,
    materials: Object.fromEntries(picture.materialNames.map((name, at) => [at + 1, name])),
    ids: Object.fromEntries(
      world.objects.flatMap(({ id, instances, keys }) =>
        Array.from({ length: instances }, (_, instance) => [
          id + instance,
          { object: keys.name, instance, label: keys.label ?? null },
        ]),
      ),
    ),
    ignored: world.ignored,
    warnings: [...world.warnings, ...warningsOf(lit)],
  };
}
