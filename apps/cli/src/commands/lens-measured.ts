import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  measuredDesign,
  measuredGrid,
  measuredReport,
  measuredSpread,
  readGivenFields,
  type MeasuredReport,
} from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readJson } from '../arguments.ts';
import { columns } from './columns.ts';
import type { Output } from './command.ts';
import {
  askedOf,
  focusOf,
  frequenciesOf,
  inSentences,
  throughTable,
  type FocusValues,
} from './lens-focus.ts';
import { writeSpread } from './lens-export.ts';
import { MEASURED_PLOTS, plotMeasured } from './lens-measured-plots.ts';
import type { NamedMeasured } from './read-lens.ts';

/** Options of `lens` that measured lenses take. */
const ALLOWED: readonly string[] = [
  ...['wavelengths', 'fields', 'json', 'grid', 'object-distance', 'focus-distance'],
  ...['focus-shift', 'f-number', 'through-focus', 'frequencies', 'circle', 'psf'],
  ...MEASURED_PLOTS,
];
/** Options that need the wavefront alone, and are not drawn of measured lenses. */
const NOT_DRAWN: readonly string[] = [
  ...['depth-svg', 'best-focus', 'field-curvature', 'lateral-colour', 'wavefront'],
  ...['configuration', 'configurations'],
];
/** What the others are where nothing is asked of them. */
const NOT_ASKED: readonly unknown[] = [undefined, false, '0'];

type Values = FocusValues &
  Readonly<Record<string, unknown>> & {
    readonly json: boolean;
    readonly grid: string | undefined;
    readonly psf: string | undefined;
  };

/**
 * What `lens` tells of a lens by what was measured of it.
 *
 * @throws UsageError for an option that needs surfaces.
 */
export async function reportMeasured(
  { file, read }: NamedMeasured,
  values: Values,
  { wavelengths, fields }: Readonly<Record<'wavelengths' | 'fields', readonly number[]>>,
  stdout: Output,
): Promise<void> {
  const isAsked = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : !NOT_ASKED.includes(value);
  const asked = Object.keys(values).find(
    (option) => !ALLOWED.includes(option) && isAsked(values[option]),
  );
  if (asked !== undefined)
    throw new UsageError(
      NOT_DRAWN.includes(asked)
        ? `--${asked} is not made of measured lenses: --json has their figures.`
        : `--${asked}: A measured lens has no surfaces.`,
    );
  const design = inSentences(() => measuredDesign(file, focusOf(values)));
  if (values.grid !== undefined) {
    const directions = readGivenFields(await readJson(values.grid));
    stdout.write(`${JSON.stringify({ grid: measuredGrid(design, directions) })}\n`);
    return;
  }
  if (values.psf !== undefined) {
    await mkdir(values.psf, { recursive: true });
    for (const fraction of fields)
      for (const wavelength of wavelengths)
        await writeSpread(
          join(values.psf, `psf_f${fraction}_${wavelength}nm.npy`),
          inSentences(() => measuredSpread(design, wavelength, fraction)),
        );
  }
  const { shifts } = askedOf(values);
  const frequencies = frequenciesOf(values);
  await plotMeasured(design, values, { wavelengths, fields, frequencies });
  const report = inSentences(() =>
    measuredReport(design, { wavelengths, fields, shifts, frequencies }),
  );
  stdout.write(
    values.json
      ? `${JSON.stringify({ ...report, file: read.about })}\n`
      : [...reportLines(file.name, report), ''].join('\n'),
  );
}

const shown = (value: number | null, decimals: number): string =>
  value === null ? '-' : value.toFixed(decimals);

/** How well the curves of the file are met, and what they leave open. */
const curveLines = ({ worst, notDetermined }: MeasuredReport['measured']): string[] =>
  worst === null
    ? []
    : [
        `The curves of the file are met within ${worst.toFixed(4)}.`,
        `Not determined: ${notDetermined.join('; ')}.`,
      ];

/** The figures for people. */
function reportLines(
  name: string,
  { firstOrder, fields, throughFocus, measured }: MeasuredReport,
): string[] {
  const [first] = firstOrder;
  return [
    `${name}: measured, focal length ${first!.eflMm.toPrecision(5)} mm, working f-number ${first!.workingFNumber.toFixed(4)}, exit pupil ${first!.exitPupilDistanceMm.toFixed(4)} mm before the sensor at infinity.`,
    ...measured.assumed,
    ...curveLines(measured),
    '',
    ...columns([
      [
        ...['nm', 'field °', 'height mm', 'distortion %', 'relative illumination'],
        ...['RMS spot µm', 'RMS wavefront, waves'],
      ],
      ...fields.map((row) => [
        `${row.wavelengthNm}`,
        row.fieldDegrees.toFixed(3),
        row.chiefHeightMm.toFixed(5),
        shown(row.distortionPercent, 3),
        row.relativeIllumination.toFixed(4),
        row.rmsSpotUm.toFixed(3),
        shown(row.wavefrontRmsWaves, 4),
      ]),
    ]),
    ...throughTable(throughFocus),
  ];
}
