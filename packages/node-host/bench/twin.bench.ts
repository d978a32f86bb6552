import { labels, toSensorPlan } from '@lumenloom/contract';
import { readAnyLensFile, readSensorFile } from '@lumenloom/engine';
import { sensors } from '@lumenloom/engine/catalogue';
import {
  KNOWN_CHART,
  coloursBehindLens,
  colorChecker,
  compareTwin,
  estimateColour,
  estimateLens,
  estimateSensor,
  frameLayout,
  photonsOfName,
  practiseSession,
  readTwinManifest,
  twinDocument,
  type RawStack,
} from '@lumenloom/engine/twin';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf } from './recipes.ts';

/** Frames of a session, and what its measurement takes at most without and with comparison. */
const SCALE = 220 / 182;
const [MEASURED_MS, COMPARED_MS] = [20_000, 80_000];
const CELSIUS = 25;

const host = nodeHost(2);
const seeds = { temporal: 1, fixedPattern: 1 };

/** The frames of a practised camera in memory, 200 x 300. */
async function session() {
  const { sensor, ...plan } = planOf({ scene: 'Macbeth', optics: 'Double-Gauss' }, 300, 200, 10);
  const photons = photonsOfName('D65', 'light');
  const made = await practiseSession(
    { ...plan, sensor: sensor! },
    { photons, seeds, scale: SCALE },
    host,
  );
  const manifest = readTwinManifest(made.manifest);
  const shots = [];
  for (const [at, stack] of made.stacks.entries()) {
    const taken: Uint16Array[] = [];
    for await (const frame of stack.frames()) taken.push(frame);
    const entry = manifest.frames[at]!;
    shots.push({
      ...{ entry, exposure: entry.exposure! },
      frames: async function* () {
        yield* await Promise.resolve(taken);
      },
    });
  }
  return { made, manifest, shots };
}

async function measured({ made, manifest, shots }: Awaited<ReturnType<typeof session>>) {
  const layout = frameLayout(made, manifest.pattern!, manifest.bits!);
  const stacks = shots.flatMap(({ entry, exposure, ...shot }): RawStack[] =>
    entry.kind === 'dark' || entry.kind === 'flat'
      ? [
          {
            ...{ kind: entry.kind, exposure, celsius: entry.celsius, light: entry.light ?? '' },
            ...{ turned: entry.turned, photons: undefined, files: entry.files },
            frames: () => shot.frames(),
          },
        ]
      : [],
  );
  const references = {
    charts: { [KNOWN_CHART]: colorChecker },
    lights: {
      day: photonsOfName('D65', 'day'),
      lamp: photonsOfName('Illuminant A', 'lamp'),
    },
  };
  const sensor = await estimateSensor(stacks, layout, CELSIUS);
  const lens = await estimateLens(shots, sensor, manifest);
  const colour = estimateColour(lens.charts, sensor, references);
  const first = { sensor, lens, colour, isp: undefined };
  const documents = twinDocument(first, manifest, CELSIUS);
  const read = await readSensorFile(JSON.stringify(documents.sensor), 'sensor.json');
  const plan = toSensorPlan(labels(sensors)[0]!, undefined, read.sensor);
  if (!plan.ok) throw new Error(JSON.stringify(plan));
  const parts = {
    sensor: plan.value.sensor,
    lens: readAnyLensFile(documents.lens),
    celsius: CELSIUS,
  };
  const estimate = await coloursBehindLens(first, parts, references, { host, seeds });
  return { estimate, parts, references };
}

let frames: ReturnType<typeof session> | undefined;
/** Taken once. */
const sessionOnce = (): ReturnType<typeof session> => (frames ??= session());

/** A camera from its frames (docs/twins.md). */
export const twins: readonly Benchmark[] = [
  {
    name: 'twin: session of 220 frames of 200x300',
    runs: 3,
    cold: true,
    fast: async () => {
      const taken = await sessionOnce();
      return () => measured(taken);
    },
    limit: { ms: MEASURED_MS },
  },
  {
    name: 'twin: the same, compared with its camera',
    runs: 3,
    cold: true,
    fast: async () => {
      const taken = await sessionOnce();
      return async () => {
        const { estimate, parts, references } = await measured(taken);
        await compareTwin(estimate, parts, references, { host, seeds });
      };
    },
    limit: { ms: COMPARED_MS },
  },
];
