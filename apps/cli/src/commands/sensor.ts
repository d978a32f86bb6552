import { mkdir } from 'node:fs/promises';
import { exposeIrradiance, gainText, readNpy, usualGain } from '@lumenloom/engine';
import { fixedPatternSeed, hashToSeed, labels } from '@lumenloom/contract';
import { sensors } from '@lumenloom/engine/catalogue';
import { nodeHost, npyFolder } from '@lumenloom/node-host';
import { UsageError, readArguments } from '@lumenloom/node-host/command-line';
import { exposureOption, noiseOption, readBytes, seedOption, threadsOption } from '../arguments.ts';
import type { Command } from './command.ts';
import {
  SENSOR_FILE_HELP,
  SENSOR_FILE_USAGE,
  readSensor,
  sensorFileOptions,
} from './read-sensor.ts';

const NAMES = labels(sensors);

/** `lumenloom sensor`: exposes a sensor to irradiance from a file. */
export const sensor: Command = {
  name: 'sensor',
  usage: `sensor <irradiance.npy> --sensor NAME --exposure SECONDS [--params sensor.json] ${SENSOR_FILE_USAGE} [--noise on|off] [--seed N] [--fpn-seed N] [--threads N] [--out DIR]`,
  summary: `Exposes a sensor (${NAMES.join(', ')}) to irradiance [31, rows, cols] (float32 or float64, photons/(s·m²·nm), 400 to 700 nm) and writes electrons.npy, volts.npy and raw.npy to DIR (default: out). sensor.json is the sensorParams object of a recipe, every field optional; rows and cols are those of the file. ${SENSOR_FILE_HELP}`,
  run: async (args, { stdout }) => {
    const { values, words } = readArguments(
      args,
      {
        sensor: { type: 'string' },
        params: { type: 'string' },
        exposure: { type: 'string' },
        noise: { type: 'string' },
        seed: { type: 'string' },
        'fpn-seed': { type: 'string' },
        threads: { type: 'string' },
        out: { type: 'string', default: 'out', output: 'folder' },
        ...sensorFileOptions,
      },
      { min: 1, max: 1, are: '<irradiance.npy>' },
    );
    const exposureSeconds = exposureOption(values.exposure);
    if (exposureSeconds === undefined)
      throw new UsageError('Give the exposure in seconds, for example --exposure 0.01.');
    const noise = noiseOption(values.noise);
    const seed = seedOption('seed', values.seed);
    const fpnSeed = seedOption('fpn-seed', values['fpn-seed']);
    const threads = threadsOption(values.threads);
    const { sensor: plan, notes } = await readSensor(values);
    notes.forEach((note) => stdout.write(`${note}\n`));
    stdout.write(`Gain: ${gainText(usualGain(plan.parameters.analog_gain))}.\n`);
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
    stdout.write(`Wrote electrons.npy, volts.npy and raw.npy to ${values.out}.\n`);
  },
};
