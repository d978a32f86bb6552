import { monochromaticLight } from '@lumenloom/engine';
import { fixedPatternSeed, hashToSeed, labels } from '@lumenloom/contract';
import { sensors } from '@lumenloom/engine/catalogue';
import { UsageError, numberOption, readArguments } from '@lumenloom/node-host/command-line';
import { seedOption, threadsOption } from '../../arguments.ts';
import type { Command } from '../command.ts';
import {
  SENSOR_FILE_HELP,
  SENSOR_FILE_USAGE,
  readSensor,
  sensorFileOptions,
} from '../read-sensor.ts';
import { characteriseAndReport, DEFAULT_FRAMES, framesOption } from './characterise.ts';
import { measureOwnFrames } from './own-frames.ts';
import { reportSensor } from './sensor-report.ts';

const NAMES = labels(sensors);
const DEFAULT_WAVELENGTH = 550;
/** Options that describe a sensor of ours. */
const OF_OUR_SENSOR = [
  'sensor',
  'sensor-file',
  'gain',
  'params',
  'wavelength',
  'frames',
  'seed',
  'fpn-seed',
] as const;

/** `lumenloom emva1288`: a sensor, characterised as its maker would. */
export const emva1288: Command = {
  name: 'emva1288',
  usage: `emva1288 --sensor NAME [--params sensor.json] ${SENSOR_FILE_USAGE} [--wavelength 550] [--frames N] [--seed N] [--fpn-seed N] [--threads N] | --frames-dir DIR; [--out DIR] [--json]`,
  summary: `Measures a sensor (${NAMES.join(', ')}) after EMVA 1288 release 4.0 in even light of one wavelength (400 to 700 nm, default: ${DEFAULT_WAVELENGTH}): pairs of frames from dark to saturation, then N frames (default: ${DEFAULT_FRAMES}) each in the dark, in the dark for longer, and at half of saturation. Prints each figure with its standard error beside what the sensor was made with, of the green pixels and of each colour. sensor.json is the sensorParams object of a recipe, every field optional. ${SENSOR_FILE_HELP} --frames-dir measures frames of a camera of your own, listed in DIR/manifest.json (docs/measuring-a-camera.md). --out writes report.json and report.html to DIR.`,
  run: async (args, { stdout }) => {
    const { values } = readArguments(
      args,
      {
        sensor: { type: 'string' },
        params: { type: 'string' },
        wavelength: { type: 'string' },
        frames: { type: 'string' },
        seed: { type: 'string' },
        'fpn-seed': { type: 'string' },
        threads: { type: 'string' },
        'frames-dir': { type: 'string' },
        out: { type: 'string', output: 'folder' },
        json: { type: 'boolean', default: false },
        ...sensorFileOptions,
      },
      { min: 0, max: 0, are: 'no words but options' },
    );
    const output = { ...values, stdout };
    if (values['frames-dir'] !== undefined) {
      const wrong = OF_OUR_SENSOR.find((name) => values[name] !== undefined);
      if (wrong !== undefined)
        throw new UsageError(
          `--frames-dir measures frames that exist, so --${wrong} means nothing: leave one of them out.`,
        );
      await reportSensor(await measureOwnFrames(values['frames-dir']), output);
      return;
    }
    if (values.sensor === undefined && values['sensor-file'] === undefined)
      throw new UsageError(
        `Name a sensor, for example --sensor ${NAMES[0]!}, or a folder of frames with --frames-dir.`,
      );
    const wavelength =
      numberOption('wavelength', values.wavelength, { min: 400, max: 700 }) ?? DEFAULT_WAVELENGTH;
    const { sensor, notes } = await readSensor(values);
    const { rows, cols } = sensor.parameters;
    await characteriseAndReport(
      {
        sensor,
        notes,
        light: { name: `${wavelength} nm`, photons: monochromaticLight(wavelength) },
        frames: framesOption(values.frames),
        seeds: {
          temporal: seedOption('seed', values.seed) ?? hashToSeed([sensor, wavelength]),
          fixedPattern:
            seedOption('fpn-seed', values['fpn-seed']) ??
            fixedPatternSeed(sensor.label, rows, cols),
        },
        threads: threadsOption(values.threads),
      },
      output,
    );
  },
};
