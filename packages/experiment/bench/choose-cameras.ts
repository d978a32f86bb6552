import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partsIndex } from '@lumenloom/node-host';
import type { ChoiceResults } from '../src/choose/choice-results.ts';

const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));
const [ROWS, COLUMNS] = [100, 150];
/** At which the object fills the window, so that lenses of any focal length see the same of it. */
const USUAL_PIXEL_MM = 3.45e-3;
/** Of the ideal lens. */
const IDEAL_MM = 8.2;
const LEAST_DEGREES = 0.1;
/** In cd/m², and the exposure: so little light that sensors differ by their noise. */
const [DUSK, SECONDS] = [1, 0.01];
const IDEAL = 'ideal';
/** Of the read noise of the best sensor. */
const PLANTED = 1 / 3;

export interface BenchSize {
  readonly lenses: number;
  readonly sensors: number;
  readonly pictures: number;
  readonly minutes: number;
  readonly seed: number;
}

/** What a race of cameras has cost and found. */
export interface RacedCameras {
  readonly minutes: number;
  readonly cameras: number;
  readonly runs: number;
  /** Of all cameras on all pictures. */
  readonly allRuns: number;
  /** Of optical images that a camera shares with others of its lens, 0 to 1. */
  readonly shared: number;
  readonly sentence: string;
  /** Whether the planted best is the best, or cannot be told from it. */
  readonly isFound: boolean;
}

type Entry = { readonly name: string; readonly set: Readonly<Record<string, unknown>> };

const degreesAt = (focalMm: number): number =>
  Math.max(LEAST_DEGREES, (360 / Math.PI) * Math.atan((COLUMNS * USUAL_PIXEL_MM) / 2 / focalMm));

/** Published lenses and sensors, and a best one of both. */
async function partsOf({ lenses, sensors }: BenchSize) {
  const index = await partsIndex();
  const lens: Entry[] = index.lenses
    .filter(({ name }) => name.startsWith('published:'))
    .slice(0, lenses)
    .map(({ name, figures }) => ({
      name,
      set: {
        optics: name,
        'sceneFileParams.hfov': degreesAt(figures.focalLengthMm),
      },
    }));
  const known = index.sensors
    .filter(
      ({ name, figures }) =>
        name.startsWith('published:') && figures.pixelUm !== null && figures.pattern !== null,
    )
    .toSorted((a, b) => noiseOf(a) - noiseOf(b))
    .slice(0, sensors);
  const sensorOf = ({ name, figures }: (typeof known)[number]): Entry => ({
    name,
    set: {
      sensor: name,
      isp: figures.pattern === 'mono' ? '' : 'Fast-openISP',
    },
  });
  const best = known[0]!;
  return {
    lens: [
      ...lens,
      { name: IDEAL, set: { optics: '', 'sceneFileParams.hfov': degreesAt(IDEAL_MM) } },
    ],
    sensor: [
      ...known.map(sensorOf),
      {
        name: `quiet ${best.name}`,
        set: {
          ...sensorOf(best).set,
          'sensorFile.readNoiseElectrons': PLANTED * noiseOf(best),
        },
      },
    ],
  };
}

const noiseOf = ({
  figures,
}: {
  readonly figures: { readonly readNoiseElectrons: number | null };
}): number => figures.readNoiseElectrons ?? Infinity;

/** Races them on the marks with the built program, on two threads. */
export async function raceParts(size: BenchSize): Promise<RacedCameras> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
  try {
    const parts = await partsOf(size);
    const planted = `${parts.lens.at(-1)!.name} + ${parts.sensor.at(-1)!.name}`;
    const plan = {
      version: 1,
      name: 'Bench',
      seed: size.seed,
      recipe: { exposureParams: { mode: 'fixed', seconds: SECONDS } },
      parts,
      requirements: { imageCircle: true },
      evaluate: {
        ...{ dataset: 'example:marks', network: 'example:marks' },
        scene: { luminance: DUSK, illuminant: 'D65' },
      },
      goal: { figure: 'dataset.map50' },
      window: { rows: ROWS, cols: COLUMNS },
      race: {
        first: Math.min(20, size.pictures),
        preview: { pictures: 12, share: 0.1 },
        budget: { pictures: size.pictures, minutes: size.minutes },
      },
    };
    const file = join(folder, 'plan.json');
    await writeFile(file, JSON.stringify(plan));
    const start = performance.now();
    const out = join(folder, 'out');
    await runProgram(['choose', file, '--out', out, '--jobs', '2']);
    const minutes = (performance.now() - start) / 60_000;
    const results = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as ChoiceResults;
    return {
      minutes,
      ...costOf(results, parts.lens.length, size),
      isFound: isFound(results, planted),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Left in the race: the best, or one that cannot be told from it. */
const isFound = ({ candidates }: ChoiceResults, planted: string): boolean =>
  candidates.some(
    ({ name, status }) => name === planted && (status === 'best' || status === 'alike'),
  );

function costOf(
  { candidates, preview, runs, sentence, pictures }: ChoiceResults,
  lenses: number,
  size: BenchSize,
) {
  const cameras = candidates.length + (preview?.out.length ?? 0);
  const shown = (preview?.pictures ?? 0) + pictures;
  return {
    ...{ cameras, runs, sentence },
    allRuns: cameras * size.pictures,
    shared: Math.max(0, 1 - (lenses * shown) / runs),
  };
}

async function runProgram(words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [status] = (await once(child, 'exit')) as unknown as readonly [number | null];
  if (status !== 0) throw new Error(`The program ended with ${status}.`);
}
