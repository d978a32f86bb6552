import { endOfEfficiency, monochromaticLight, withNearInfrared } from '@lumenloom/engine';
import { fixedPatternSeed, hashToSeed, labels } from '@lumenloom/contract';
import { sensors } from '@lumenloom/engine/catalogue';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import {
  FPN_SEED,
  JSON_OUTPUT,
  SEED,
  THREADS,
  seedOption,
  threadsOption,
} from '../../arguments.ts';
import { command } from '../command.ts';
import { PARAMS, readSensor, sensorFileOptions, withoutOptics } from '../read-sensor.ts';
import { readFramesManifest } from '../frames-manifest.ts';
import { characteriseAndReport, FRAMES, framesOption } from './characterise.ts';
import { measureOwnFrames } from './own-frames.ts';
import { reportSensor } from './sensor-report.ts';

const NAMES = labels(sensors);
const DEFAULT_WAVELENGTH = 550;
/** The last band that scenes and lights know, nm. */
const LONGEST_SEEN = 700;
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
export const emva1288 = command(
  {
    usage: [
      '--sensor NAME [options]',
      '--sensor-file FILE [options]',
      '--frames-dir DIR [options]',
    ],
    says: `Measures a sensor (${NAMES.join(', ')}) after EMVA 1288 release 4.0 in even light of one wavelength: pairs of frames from dark to saturation, then frames in the dark, in the dark for longer, and at half of saturation. Prints each figure with its standard error beside what the sensor was made with, of the green pixels and of each colour.`,
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      sensor: { value: NAMES.join('|'), says: 'The sensor.' },
      params: PARAMS,
      ...sensorFileOptions,
      'frames-dir': {
        value: 'DIR',
        says: 'Measures frames of a camera of your own instead, listed in DIR/manifest.json.',
      },
      wavelength: {
        value: 'NM',
        says: `Of the light, 400 to 1000 nm; ${DEFAULT_WAVELENGTH} without it.`,
      },
      frames: FRAMES,
      seed: SEED,
      'fpn-seed': FPN_SEED,
      threads: THREADS,
      out: { value: 'DIR', output: 'folder', says: 'Writes report.json and report.html there.' },
      json: JSON_OUTPUT,
    },
    examples: [
      'emva1288 --sensor Bayer-grbg --out report',
      'emva1288 --sensor-file published:imx250 --frames 32',
    ],
    document: 'docs/measuring-a-camera.md',
  },
  async ({ values }, { stdout, stderr }) => {
    const output = { ...values, stdout };
    if (values['frames-dir'] !== undefined) {
      const wrong = OF_OUR_SENSOR.find((name) => values[name] !== undefined);
      if (wrong !== undefined)
        throw new UsageError(
          `--frames-dir measures frames that exist, so --${wrong} means nothing: leave one of them out.`,
        );
      const folder = values['frames-dir'];
      const manifest = await readFramesManifest(folder);
      await reportSensor(await measureOwnFrames(folder, manifest), output);
      return;
    }
    if (values.sensor === undefined && values['sensor-file'] === undefined)
      throw new UsageError(
        `Name a sensor, for example --sensor ${NAMES[0]!}, or a folder of frames with --frames-dir.`,
      );
    const wavelength =
      numberOption('wavelength', values.wavelength, { min: 400, max: 1000 }) ?? DEFAULT_WAVELENGTH;
    const { sensor, nearInfrared, notes } = await readSensor(values);
    const isInfrared = wavelength > LONGEST_SEEN;
    if (isInfrared && wavelength > nearInfrared.endsAtNm)
      throw new UsageError(
        `${endOfEfficiency(nearInfrared)[0]!.slice(0, -1)}, so nothing can be measured at ${wavelength} nm: give a --sensor-file whose quantumEfficiency reaches it.`,
      );
    const { rows, cols } = sensor.parameters;
    await characteriseAndReport(
      {
        sensor: isInfrared ? withNearInfrared(sensor, nearInfrared) : sensor,
        notes: [...notes, ...withoutOptics(sensor)],
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
      stderr,
    );
  },
);
