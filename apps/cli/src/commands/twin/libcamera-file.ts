import {
  LIBCAMERA_TARGETS,
  libcameraTuning,
  type LibcameraTarget,
  type LibcameraTuning,
  type MeasuredTwin,
} from '@lumenloom/engine/twin';
import { UsageError } from '@lumenloom/node-host/command-line';
import { choiceOption, readJson } from '../../arguments.ts';
import { inFile } from '../read-picture.ts';

const TARGETS = Object.keys(LIBCAMERA_TARGETS) as readonly LibcameraTarget[];

/** Options of a tuning file. */
export const libcameraOptions = {
  libcamera: {
    value: 'F.json',
    output: 'file',
    says: 'Writes the measured parts of a tuning file of libcamera for the Raspberry Pi too.',
  },
  'libcamera-base': {
    value: 'B.json',
    says: 'A tuning file into which they are merged; all else of it stays.',
  },
  target: {
    value: TARGETS.join('|'),
    says: 'Board of the tuning file: vc4 (Raspberry Pi 4 and before), unless pisp (Raspberry Pi 5) is given.',
  },
} as const;

/** A tuning file that is asked for. */
export interface LibcameraFile {
  readonly file: string;
  readonly make: (measured: MeasuredTwin) => Promise<LibcameraTuning>;
}

/**
 * Reads the options of a tuning file, and its base.
 *
 * @throws UsageError for options without the file, or a base that cannot be read.
 */
export async function readLibcameraOptions(
  values: Readonly<Record<keyof typeof libcameraOptions, string | undefined>>,
): Promise<LibcameraFile | undefined> {
  const { libcamera: file, 'libcamera-base': base, target } = values;
  if (file === undefined) {
    for (const name of ['libcamera-base', 'target'] as const)
      if (values[name] !== undefined)
        throw new UsageError(`--${name} belongs to --libcamera F.json: give that too.`);
    return undefined;
  }
  const board = choiceOption('target', target, TARGETS, 'vc4');
  const content = base === undefined ? undefined : await readJson(base);
  return {
    file,
    make: ({ estimate, references }) =>
      inFile(base ?? '--libcamera', () => libcameraTuning(estimate, references, board, content)),
  };
}
