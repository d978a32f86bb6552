import { basename } from 'node:path';
import { parseYaml } from '@lumenloom/datasets';
import { calibrationLens, decodeText } from '@lumenloom/engine';
import { UsageError, numberOption, writeFile } from '@lumenloom/node-host/command-line';
import { readBytes } from '../arguments.ts';
import type { Output } from './command.ts';
import { inFile } from './read-lens.ts';

/** Options of `lens` that make a measured lens of a calibration. */
export const calibrationOptions = {
  calibration: {
    value: 'F.yaml',
    says: 'Makes a measured lens of a calibration of OpenCV, ROS or Kalibr; without the name of a lens.',
  },
  pixel: { value: 'UM', says: 'Pixel pitch of the calibrated camera, µm.' },
  out: { value: 'F.json', output: 'file', says: 'The measured lens of --calibration.' },
} as const;

type Values = Readonly<
  Record<keyof typeof calibrationOptions, string | undefined> & {
    readonly 'f-number': string | undefined;
  }
>;

/** Largest file of a calibration, bytes. */
const LARGEST = 1e6;

/**
 * Makes the lens of a calibration.
 *
 * @param words that name a lens, which stands in no place here.
 * @throws UsageError for what is missing.
 */
export async function makeCalibrated(
  values: Values,
  words: readonly string[],
  stdout: Output,
): Promise<void> {
  const path = values.calibration!;
  if (words.length > 0) throw new UsageError(`--calibration makes a lens: leave ${words[0]!} out.`);
  const needed = ['pixel', 'f-number', 'out'] as const;
  const missing = needed.find((option) => values[option] === undefined);
  if (missing) throw new UsageError(`--calibration needs --${missing}.`);
  const pixelMicrometres = numberOption('pixel', values.pixel, { min: 0.01, max: 1000 })!;
  const fNumber = numberOption('f-number', values['f-number'], { min: 0.5, max: 64 })!;
  const bytes = await readBytes(path);
  if (bytes.length > LARGEST) throw new UsageError(`${path}: a calibration has at most 1 MB.`);
  const content = parsed(path, decodeText(bytes));
  const name = basename(path).replace(/\.[^.]*$/, '');
  const lens = inFile(path, () => calibrationLens(content, { name, pixelMicrometres, fNumber }));
  await writeFile(values.out!, `${JSON.stringify(lens, null, 2)}\n`);
  stdout.write(`${values.out!}: the measured lens of ${path}.\n`);
}

function parsed(path: string, text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message.split('\n')[0]!}`);
  }
}
