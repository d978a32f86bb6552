import { mkdir } from 'node:fs/promises';
import { exposeIrradiance, gainText, readNpy, usualGain } from '@lumenloom/engine';
import { fixedPatternSeed, hashToSeed, labels } from '@lumenloom/contract';
import { sensors } from '@lumenloom/engine/catalogue';
import { nodeHost, npyFolder } from '@lumenloom/node-host';
import { UsageError, sayOn } from '@lumenloom/node-host/command-line';
import {
  FPN_SEED,
  JSON_OUTPUT,
  NOISE,
  SEED,
  THREADS,
  exposureOption,
  noiseOption,
  readBytes,
  seedOption,
  threadsOption,
} from '../arguments.ts';
import { command } from './command.ts';
import { jsonText } from './print.ts';
import { PARAMS, readSensor, sensorFileOptions } from './read-sensor.ts';

const NAMES = labels(sensors);

/** `lumenloom sensor`: exposes a sensor to irradiance from a file. */
export const sensor = command(
  {
    usage: ['<irradiance.npy> --sensor NAME --exposure SECONDS [options]'],
    says: `Exposes a sensor (${NAMES.join(', ')}) to irradiance [31, rows, cols] (float32 or float64, photons/(s·m²·nm), 400 to 700 nm) and writes electrons.npy, volts.npy and raw.npy. Rows and cols are those of the file.`,
    words: { min: 1, max: 1, are: '<irradiance.npy>' },
    options: {
      sensor: { value: NAMES.join('|'), says: 'The sensor.' },
      exposure: { value: 'SECONDS', says: 'The exposure time.' },
      params: PARAMS,
      ...sensorFileOptions,
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
    const { sensor: plan, notes } = await readSensor(values);
    notes.forEach(say);
    const gain = usualGain(plan.parameters.analog_gain);
    say(`Gain: ${gainText(gain)}.`);
    const irradiance = readNpy(await readBytes(words[0]!));
    await mkdir(values.out, { recursive: true });
    const [, rows = 0, columns = 0] = irradiance.shape;
    const seeds = {
      temporal: seed ?? hashToSeed([plan, exposureSeconds]),
      fixedPattern: fpnSeed ?? fixedPatternSeed(plan.label, rows, columns),
    };
    await exposeIrradiance(
      irradiance,
      plan,
      { exposureSeconds, noise, seeds },
      nodeHost(threads),
      npyFolder(values.out),
    );
    const files = ['electrons.npy', 'volts.npy', 'raw.npy'];
    if (values.json)
      stdout.write(jsonText({ folder: values.out, files, exposureSeconds, seeds, gain, notes }));
    else say(`Wrote electrons.npy, volts.npy and raw.npy to ${values.out}.`);
  },
);
