import type { LensSheet } from '@lumenloom/contract';
import {
  measuredDesign,
  measuredGeometry,
  measuredReport,
  type MeasuredLensFile,
} from '@lumenloom/engine';
import { FRACTIONS, geometryPlots, modulationOver } from './lens-sheet.ts';

/** Wavelength of the figures, nm: the line d. */
const MIDDLE = 587.5618;

const figuresOf = (file: MeasuredLensFile) => {
  const { firstOrder, fields, measured } = measuredReport(measuredDesign(file), {
    wavelengths: [MIDDLE],
    fields: [1],
    frequencies: [],
  });
  return { ...firstOrder[0]!, halfFieldDegrees: fields[0]!.fieldDegrees, ...measured };
};

/** First order and field in a line. */
export function measuredSummary(file: MeasuredLensFile): string {
  const { eflMm, workingFNumber, halfFieldDegrees } = figuresOf(file);
  return `f = ${eflMm.toPrecision(4)} mm, f/${workingFNumber.toFixed(2)}, half field ${halfFieldDegrees.toFixed(1)}°, measured`;
}

/** The figures and curves of a measured lens, and what was assumed. */
export function measuredSheet(file: MeasuredLensFile): LensSheet {
  const design = measuredDesign(file);
  const figures = figuresOf(file);
  return {
    figures: [
      { name: 'Focal length', value: `${figures.eflMm.toPrecision(5)} mm` },
      { name: 'Working f-number', value: `f/${figures.workingFNumber.toFixed(3)}` },
      {
        name: 'Exit pupil',
        value: `${figures.exitPupilDistanceMm.toPrecision(5)} mm before the sensor`,
      },
      { name: 'Half field', value: `${figures.halfFieldDegrees.toFixed(2)}°` },
      ...(figures.worst === null
        ? []
        : [{ name: 'Curves met within', value: figures.worst.toFixed(4) }]),
      ...figures.assumed.map((value) => ({ name: 'Assumed', value })),
      ...figures.notDetermined.map((value) => ({ name: 'Not determined', value })),
    ],
    spots: [],
    plots: [
      modulationOver('MTF at 587.6 nm', (fraction, frequencies) => {
        const [row] = measuredReport(design, {
          ...{ wavelengths: [MIDDLE], fields: [fraction], shifts: [0], frequencies },
        }).throughFocus!;
        return {
          degrees: row!.fieldDegrees,
          tangential: [...row!.tangential],
          sagittal: [...row!.sagittal],
        };
      }),
      ...geometryPlots(measuredGeometry(design, FRACTIONS), ''),
    ],
    problems: [],
  };
}
