import { SEGMENTS, starOfCamera, starSfr } from '@lumenloom/engine/lab';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { numberList } from '../../arguments.ts';
import { command } from '../command.ts';
import {
  comparedRow,
  fileOrCameraOptions,
  meanFrame,
  measureFileOrCamera,
  readStack,
  type LabResult,
} from './lab-input.ts';

/** Any number: the figure itself says what it takes. */
const ANY = { min: -1e9, max: 1e9 } as const;

/** `lumenloom measure star`: the sharpness that a sine star shows. */
export const star = command(
  {
    usage: [
      '<star.npy|picture.png> --centre X,Y --cycles N --modulation M [options]',
      '--recipe recipe.json [options]',
    ],
    says: "SFR of a Siemens star of sines, after ISO 12233:2023's s-SFR: least squares of sines in 8 segments of rings, from the left, y down; and the capacity that the star shows.",
    words: { min: 0, max: 1, are: 'one picture of a star' },
    options: {
      centre: {
        value: 'X,Y',
        says: 'Its centre; the middle of the upper left pixel of the picture is .5,.5.',
      },
      cycles: { value: 'N', says: 'Its cycles round the centre.' },
      modulation: { value: 'M', says: 'Its modulation, amplitude over mean, at most 1.' },
      radii: {
        value: 'R,...',
        says: 'Radii of the rings, pixels; every 4 pixels without it.',
      },
      segments: { value: 'N', default: `${SEGMENTS}`, says: 'Segments of a ring; 8 are measured.' },
      ...fileOrCameraOptions,
    },
    examples: [
      'measure star star.npy --centre 110.3,109.6 --cycles 60 --modulation 0.6',
      'measure star --recipe example:first',
    ],
    document: 'docs/reference/lab.md#star',
  },
  async (call, terminal) => {
    const { values } = call;
    await measureFileOrCamera(call, terminal, {
      own: ['centre', 'cycles', 'modulation', 'radii'],
      noise: 'off',
      ofCamera: async ({ plan, host }) => {
        const found = await starOfCamera(plan, host);
        const rows = found.true.frequency.map((f, i) =>
          comparedRow(sfrAt(f), found, ({ mean }) => mean[i]),
        );
        return [found, rows];
      },
      ofFile: async (path) => {
        const centre = numberList('centre', values.centre ?? '', ANY);
        if (centre.length !== 2)
          throw new UsageError('--centre must be the place of the star, X,Y in pixels.');
        const cycles = numberOption('cycles', values.cycles, ANY);
        const modulation = numberOption('modulation', values.modulation, ANY);
        if (cycles === undefined || modulation === undefined)
          throw new UsageError('Say --cycles and --modulation of the star.');
        if (values.segments !== `${SEGMENTS}`)
          throw new UsageError(
            `--segments must be ${SEGMENTS}, not "${values.segments.slice(0, 40)}".`,
          );
        const region = meanFrame(await readStack(path, values));
        const [x = 0, y = 0] = (values.roi ?? '').split(',').map(Number);
        const result = starSfr(region, {
          centre: [centre[0]! - x, centre[1]! - y],
          cycles,
          modulation,
          radii: values.radii === undefined ? undefined : numberList('radii', values.radii, ANY),
        });
        return starResult(result);
      },
    });
  },
);

const sfrAt = (frequency: number): string => `SFR at ${frequency.toFixed(3)} cycles/pixel`;

export const starResult = (result: ReturnType<typeof starSfr>): LabResult => ({
  result,
  rows: [
    ...result.frequency.map((f, i) => [sfrAt(f), result.mean[i]!] as const),
    ['Variance that the sines leave', result.residualVariance],
    ['Capacity of the star', result.capacityStar, 'bits/pixel'],
  ],
  curves: {
    cyPerPixel: result.frequency,
    mean: result.mean,
    ...Object.fromEntries(
      Array.from({ length: SEGMENTS }, (_, segment) => [
        `segment${segment + 1}`,
        result.segments.map((ring) => ring[segment]!),
      ]),
    ),
  },
});
