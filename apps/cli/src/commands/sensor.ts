import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  VERSION,
  chipLines,
  describeChip,
  endOfEfficiency,
  exposeIrradiance,
  gainText,
  isWide,
  npyHeader,
  readNpy,
  usualGain,
  withNearInfrared,
  type FlickerPlan,
  type StageSink,
} from '@lumenloom/engine';
import {
  fixedPatternSeed,
  hashToSeed,
  labels,
  planFlicker,
  unknownFlickerKeys,
  type Problem,
} from '@lumenloom/contract';
import { sensors } from '@lumenloom/engine/catalogue';
import { nodeHost, npyFolder, writeFile } from '@lumenloom/node-host';
import { UsageError, numberOption, sayOn } from '@lumenloom/node-host/command-line';
import {
  FPN_SEED,
  JSON_OUTPUT,
  NOISE,
  SEED,
  THREADS,
  exposureOption,
  noiseOption,
  accept,
  readBytes,
  readJson,
  seedOption,
  threadsOption,
} from '../arguments.ts';
import { command } from './command.ts';
import { jsonText } from './print.ts';
import { PARAMS, readSensor, sensorFileOptions, withoutOptics } from './read-sensor.ts';

const NAMES = labels(sensors);

/** `lumenloom sensor`: exposes a sensor to irradiance from a file. */
export const sensor = command(
  {
    usage: ['<irradiance.npy> --sensor NAME --exposure SECONDS [options]'],
    says: `Exposes a sensor (${NAMES.join(', ')}) to irradiance [31, rows, cols] (float32 or float64, photons/(s·m²·nm), 400 to 700 nm) or [61, rows, cols] (400 to 1000 nm) and writes electrons.npy, volts.npy, raw.npy and report.json. Rows and cols are those of the file. Light that changes is [cells, 31 or 61, rows, cols] with --light-step.`,
    words: { min: 1, max: 1, are: '<irradiance.npy>' },
    options: {
      sensor: { value: NAMES.join('|'), says: 'The sensor.' },
      exposure: { value: 'SECONDS', says: 'The exposure time.' },
      params: PARAMS,
      ...sensorFileOptions,
      'light-step': {
        value: 'SECONDS',
        says: 'Length of a cell of irradiance [cells, 31 or 61, rows, cols], which is even within it.',
      },
      flicker: { value: 'FILE', says: "The recipe's object flicker, as JSON." },
      frames: {
        value: 'N',
        says: 'Takes N frames, frame i with the seed plus i; raw.npy is uint16 [N, rows, cols] then.',
      },
      'frame-rate': {
        value: 'HERTZ',
        says: 'Frame i begins at i/HERTZ seconds; without it all frames begin at 0.',
      },
      noise: NOISE,
      seed: SEED,
      'fpn-seed': FPN_SEED,
      threads: THREADS,
      out: { value: 'DIR', default: 'out', output: 'folder', says: 'Where the files go.' },
      json: JSON_OUTPUT,
    },
    examples: [
      'sensor out/irradiance.npy --sensor Bayer-grbg --exposure 0.01',
      'sensor light.npy --sensor-file published:imx250 --exposure 1e-3 --noise off',
    ],
    document: 'docs/reference/radiometry.md',
  },
  async ({ values, words }, { stdout, stderr }) => {
    const say = sayOn(values.json ? stderr : stdout);
    const exposureSeconds = exposureOption(values.exposure);
    if (exposureSeconds === undefined)
      throw new UsageError('Give the exposure in seconds, for example --exposure 0.01.');
    const noise = noiseOption(values.noise);
    const seed = seedOption('seed', values.seed);
    const fpnSeed = seedOption('fpn-seed', values['fpn-seed']);
    const threads = threadsOption(values.threads);
    const { sensor: plan, nearInfrared, notes } = await readSensor(values);
    notes.forEach(say);
    withoutOptics(plan).forEach(say);
    const gain = usualGain(plan.parameters.analog_gain);
    say(`Gain: ${gainText(gain)}.`);
    const flicker = values.flicker === undefined ? undefined : await readFlicker(values.flicker);
    const time = readTime(values);
    const irradiance = readNpy(await readBytes(words[0]!));
    if (isWide(irradiance)) endOfEfficiency(nearInfrared).forEach(say);
    const wide = withNearInfrared(plan, nearInfrared);
    await mkdir(values.out, { recursive: true });
    const [rows = 0, columns = 0] = irradiance.shape.slice(-2);
    const seeds = {
      temporal: seed ?? hashToSeed([plan, exposureSeconds]),
      fixedPattern: fpnSeed ?? fixedPatternSeed(plan.label, rows, columns),
    };
    const host = nodeHost(threads);
    const arrays = new FrameArrays(values.out, time.frames);
    let report: object = {};
    for (let index = 0; index < (time.frames ?? 1); index += 1) {
      const { hertz, lightStepSeconds } = time;
      const { chip } = await exposeIrradiance(
        irradiance,
        wide,
        {
          exposureSeconds,
          noise,
          seeds: { ...seeds, temporal: (seeds.temporal + index) % 2 ** 32 },
          flicker,
          lightStepSeconds,
          frame: hertz === undefined ? undefined : { index, hertz },
        },
        host,
        arrays.sink(index),
      );
      if (index > 0 || !chip) continue;
      report = describeChip(chip, { sensor: plan, size: { rows, columns }, flicker });
      chipLines(report).forEach(say);
    }
    const files = await arrays.finish();
    const { label, bits } = plan;
    await writeFile(
      join(values.out, 'report.json'),
      jsonText({ version: VERSION, sensor: { label, bits, exposureSeconds, ...report }, seeds }),
    );
    if (values.json)
      stdout.write(jsonText({ folder: values.out, files, exposureSeconds, seeds, gain, notes }));
    else say(`Wrote ${files.slice(0, -1).join(', ')} and ${files.at(-1)!} to ${values.out}.`);
  },
);

const MOST_FRAMES = 10_000;

/** What the options say about time. */
function readTime(
  values: Readonly<Record<'frames' | 'frame-rate' | 'light-step', string | undefined>>,
) {
  return {
    frames: numberOption('frames', values.frames, { whole: true, min: 1, max: MOST_FRAMES }),
    hertz: numberOption('frame-rate', values['frame-rate'], { above: 0, max: 1e5 }),
    lightStepSeconds: numberOption('light-step', values['light-step'], { above: 0, max: 1e6 }),
  };
}

/** The flicker of a file. @throws UsageError naming the field at fault. */
async function readFlicker(path: string): Promise<FlickerPlan | undefined> {
  const sent = await readJson(path);
  const problems: Problem[] = [];
  const flicker = planFlicker(sent, { notes: [], problems });
  if (problems.length > 0) accept({ ok: false, problems });
  const unknown = unknownFlickerKeys(sent);
  if (unknown.length > 0)
    throw new UsageError(`${path} has fields that mean nothing here: ${unknown.join(', ')}.`);
  return flicker;
}

/** Arrays that are stacked where there are several frames; of the others the first one counts. */
const STACKED: ReadonlySet<string> = new Set(['raw', 'opticalBlack']);

/** Writes the arrays of frames into a folder. */
class FrameArrays {
  readonly #folder: string;
  readonly #frames: number | undefined;
  readonly #files: string[] = [];
  readonly #stacks = new Map<string, { shape: readonly number[]; pieces: Uint8Array[] }>();

  constructor(folder: string, frames: number | undefined) {
    this.#folder = folder;
    this.#frames = frames;
  }

  /** Takes the arrays of a frame. */
  sink(index: number): StageSink {
    const folder = npyFolder(this.#folder);
    return {
      write: async (name, type, shape, pieces) => {
        if (this.#frames === undefined || !STACKED.has(name)) {
          if (index > 0) return;
          this.#files.push(`${name}.npy`);
          await folder.write(name, type, shape, pieces);
          return;
        }
        const stack = this.#stacks.get(name) ?? { shape, pieces: [] };
        this.#stacks.set(name, stack);
        for await (const { buffer, byteOffset, byteLength } of pieces)
          stack.pieces.push(new Uint8Array(buffer, byteOffset, byteLength));
      },
    };
  }

  /** Writes the stacks. @returns the names of all files. */
  async finish(): Promise<string[]> {
    for (const [name, { shape, pieces }] of this.#stacks) {
      const header = npyHeader('uint16', [this.#frames!, ...shape]);
      await writeFile(join(this.#folder, `${name}.npy`), Buffer.concat([header, ...pieces]));
      this.#files.push(`${name}.npy`);
    }
    return this.#files;
  }
}
