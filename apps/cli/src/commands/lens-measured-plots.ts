import {
  measuredGeometry,
  measuredReport,
  type MeasuredDesign,
  type MeasuredReport,
} from '@lumenloom/engine';
import { domainOf, lightPanels, panels, svgText, type Series } from '@lumenloom/plot';
import { writeFile } from '@lumenloom/node-host';
import {
  DISTORTION_FIELDS,
  FOCUS_AXES,
  LOOK,
  MODULATION_AXES,
  PLOTTED_FREQUENCIES,
  PLOTTED_SHIFTS,
  colourOf,
  fieldSeries,
  plotDocument,
} from './lens-plots.ts';

/** Plots of `lens` that are made of measured lenses too. */
export const MEASURED_PLOTS = ['mtf', 'distortion', 'focus-svg', 'illumination'] as const;

/** What is plotted. */
interface Plotted {
  readonly wavelengths: readonly number[];
  /** Fractions of the half field. */
  readonly fields: readonly number[];
  /** lp/mm */
  readonly frequencies: readonly number[];
}

const PLOTS: Readonly<
  Record<(typeof MEASURED_PLOTS)[number], (design: MeasuredDesign, plotted: Plotted) => string>
> = {
  mtf: (design, { wavelengths, fields }) => {
    const wavelength = middleOf(wavelengths);
    const rows = throughOf(design, wavelength, fields, [0], PLOTTED_FREQUENCIES);
    return plotDocument(
      `${design.file.name}: modulation transfer at ${wavelength} nm`,
      ...MODULATION_AXES,
      rows.flatMap((row, field) => {
        const points = (values: readonly number[]) =>
          values.map((value, step) => [PLOTTED_FREQUENCIES[step]!, value] as const);
        return fieldSeries(named(row.fieldDegrees, field), {
          tangential: points(row.tangential),
          sagittal: points(row.sagittal),
        });
      }),
    );
  },
  distortion: (design, { wavelengths }) => {
    const asked = { wavelengths, fields: DISTORTION_FIELDS, frequencies: [] };
    const rows = measuredReport(design, asked).fields.flatMap((row) =>
      row.distortionPercent === null ? [] : [{ ...row, percent: row.distortionPercent }],
    );
    return plotDocument(
      `${design.file.name}: distortion`,
      {
        title: 'field angle, degrees',
        domain: domainOf([0, ...rows.map(({ fieldDegrees }) => fieldDegrees)]),
      },
      {
        title: 'distortion, %',
        domain: domainOf(
          rows.map(({ percent }) => percent),
          { including: 0, isNice: true },
        ),
      },
      wavelengths.map((wavelength, index): Series => ({
        name: `${wavelength} nm`,
        colour: colourOf(index),
        points: rows
          .filter(({ wavelengthNm }) => wavelengthNm === wavelength)
          .map(({ fieldDegrees, percent }) => [fieldDegrees, percent] as const),
      })),
    );
  },
  'focus-svg': (design, { wavelengths, fields, frequencies }) => {
    const wavelength = middleOf(wavelengths);
    const shown = frequencies.slice(0, 2);
    const rows = throughOf(design, wavelength, fields, PLOTTED_SHIFTS, shown);
    return plotDocument(
      `${design.file.name}: modulation through focus at ${wavelength} nm, ${shown.join(' and ')} lp/mm`,
      ...FOCUS_AXES,
      fields.flatMap((_, field) => {
        const own = rows.slice(field * PLOTTED_SHIFTS.length, (field + 1) * PLOTTED_SHIFTS.length);
        const { name, isOne } = named(own[0]!.fieldDegrees, field);
        return shown.flatMap((frequency, at) => {
          const points = (along: 'tangential' | 'sagittal') =>
            own.map((row) => [row.shiftUm, row[along][at]!] as const);
          return fieldSeries(
            { field, name: `${name} ${frequency}`, isOne },
            { tangential: points('tangential'), sagittal: points('sagittal') },
          );
        });
      }),
    );
  },
  illumination: (design) =>
    `${svgText(
      panels(
        `${design.file.name}: relative illumination and chief-ray angle`,
        lightPanels(measuredGeometry(design, [0, ...DISTORTION_FIELDS.slice(1)])),
        { columns: 2, width: 460, height: 360 },
        LOOK,
      ),
    )}\n`,
};

const middleOf = (wavelengths: readonly number[]): number =>
  wavelengths[Math.floor(wavelengths.length / 2)]!;

const named = (fieldDegrees: number, field: number) => ({
  field,
  name: `${fieldDegrees.toFixed(1)}°`,
  isOne: fieldDegrees === 0,
});

const throughOf = (
  design: MeasuredDesign,
  wavelength: number,
  fields: readonly number[],
  shifts: readonly number[],
  frequencies: readonly number[],
): NonNullable<MeasuredReport['throughFocus']> =>
  measuredReport(design, { wavelengths: [wavelength], fields, shifts, frequencies }).throughFocus!;

/** Writes the plots that the options ask for. */
export async function plotMeasured(
  design: MeasuredDesign,
  values: Readonly<Record<string, unknown>>,
  plotted: Plotted,
): Promise<void> {
  for (const option of MEASURED_PLOTS) {
    const file = values[option];
    if (typeof file === 'string') await writeFile(file, PLOTS[option](design, plotted));
  }
}
