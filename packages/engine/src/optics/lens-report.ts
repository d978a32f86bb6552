import { SimulationError } from '../simulation-error.ts';
import { micrometresOf } from './millimetres.ts';
import { workingFNumber } from './ray-trace/beam.ts';
import { fieldFigures, firstOrderFigures } from './ray-trace/field-figures.ts';
import { firstOrderX } from './ray-trace/first-order.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import { pointSpread } from './point-spread/point-spread.ts';
import { ofFields, type Directed } from './lens-fields.ts';
import { fieldPupil } from './point-spread/field-pupil.ts';
import { coreShifts } from './point-spread/core.ts';
import type { PupilFunction } from './point-spread/pupil-function.ts';
import { modulationTransfer } from './point-spread/modulation-transfer.ts';
import { samplesFor } from './point-spread/samples-for.ts';

/**
 * Paraxial properties of a lens and its figures of merit over the field. The keys are published.
 */
export interface LensReport {
  readonly firstOrder: readonly {
    readonly wavelengthNm: number;
    readonly eflMm: number;
    readonly bflMm: number;
    /** In the section of x, where they are others there. */
    readonly eflXMm?: number;
    readonly bflXMm?: number;
    readonly entrancePupilZMm: number;
    readonly entrancePupilDiameterMm: number;
    readonly exitPupilZMm: number;
    readonly exitPupilDiameterMm: number;
    readonly workingFNumber: number;
  }[];
  readonly fields: readonly (Directed & {
    readonly wavelengthNm: number;
    readonly fieldDegrees: number;
    readonly chiefHeightMm: number;
    readonly distortionPercent: number;
    /** In the plane on which the lens is focused, as `relativeIllumination`. */
    readonly workingFNumber: number;
    readonly relativeIllumination: number;
    readonly rmsSpotUm: number;
    readonly wavefrontRmsWaves: number;
  })[];
  /** From the last vertex to the sensor. */
  readonly imageDistanceMm: number;
}

/**
 * Computes the properties of a lens that a designer looks at first.
 *
 * @param wavelengths nanometres.
 * @param fractions fields, as fractions of the half field, 0 to 1.
 * @throws SimulationError when no ray of a field gets through.
 */
export function lensReport(
  lens: LensDesign,
  wavelengths: readonly number[],
  fractions: readonly number[],
): LensReport {
  return {
    firstOrder: wavelengths.map((wavelengthNm) => {
      const figures = firstOrderFigures(lens, wavelengthNm);
      return {
        wavelengthNm,
        eflMm: figures.focalLengthMm,
        bflMm: figures.backFocalLengthMm,
        ...firstOrderX(lens.surfaces, wavelengthNm),
        entrancePupilZMm: figures.entrancePupilMm,
        entrancePupilDiameterMm: figures.entrancePupilDiameterMm,
        exitPupilZMm: figures.exitPupilMm,
        exitPupilDiameterMm: figures.exitPupilDiameterMm,
        workingFNumber: figures.workingFNumber,
      };
    }),
    fields: wavelengths.flatMap((wavelengthNm) =>
      ofFields(lens, fractions, (design, fraction) => {
        const figures = fieldFigures(design, wavelengthNm, fraction * design.halfField);
        return {
          wavelengthNm,
          fieldDegrees: (fraction * design.halfField * 180) / Math.PI,
          chiefHeightMm: figures.chiefHeightMm,
          distortionPercent: figures.distortionPercent,
          workingFNumber: workingFNumber(figures.projectedSolidAngle),
          relativeIllumination: figures.relativeIllumination,
          rmsSpotUm: figures.rmsSpotUm,
          wavefrontRmsWaves: figures.rmsWavefrontWaves,
        };
      }),
    ),
    imageDistanceMm: lens.imageDistanceMm,
  };
}

const EDGE = { azimuths: 128, tolerance: 1e-9 };
/** Point spread functions are published as 64 x 64 cells of 0.275 µm round the chief ray. */
const CELLS = 64;
const CELL_MM = 0.275e-3;
const FEWEST_SAMPLES = 160;
const MOST_SAMPLES = 3072;

/**
 * Point spread function of a field towards +y.
 *
 * @param wavelength nanometres.
 * @param fraction field, as a fraction of the half field, 0 to 1.
 * @returns data[row * cells + column]: share of the transmitted light in each cell, rows along +y,
 *   columns along +x, the chief ray's image between the middle cells.
 * @throws SimulationError when no ray of the field gets through, or when the blur is too large for
 * the sum over the pupil to resolve it.
 * @see golden/optics/tolerances.json, definition `psf`.
 */
export function pointSpreadImage(
  design: LensDesign,
  wavelength: number,
  fraction: number,
): SpreadImage {
  return spreadImage(fieldPupil(design, wavelength, fraction * design.halfField, EDGE), fraction);
}

/** Shares of the light in square cells, row by row. */
export interface SpreadImage {
  readonly cells: number;
  readonly data: Float32Array;
}

/** The same of the pupil of a field. */
export function spreadImage(pupil: PupilFunction, fraction: number): SpreadImage {
  const samples = Math.max(FEWEST_SAMPLES, samplesFor(pupil, (CELLS / 2) * CELL_MM));
  if (samples > MOST_SAMPLES)
    throw new SimulationError(
      'too-large',
      `The blur at field ${fraction} and ${Number((1e6 * pupil.wavelengthMm).toPrecision(9))} nm reaches ${micrometresOf(pupil.extentMm).toFixed(0)} µm: too far out of focus for a wave-optical point spread function.`,
      'psf',
    );
  const places = Float64Array.from({ length: CELLS }, (_, i) => (i - (CELLS - 1) / 2) * CELL_MM);
  const data = new Float64Array(CELLS * CELLS);
  const { scale, edge, wavelengthMm, core } = pupil;
  const cutoff = (2 * scale * Math.max(...edge)) / wavelengthMm;
  // A core is a Gaussian whose axes are those of the picture.
  for (const across of coreShifts(core?.acrossMm2 ?? 0, cutoff))
    for (const along of coreShifts(core?.alongMm2 ?? 0, cutoff)) {
      const xsMm = places.map((place) => place - across.atMm);
      const ysMm = places.map((place) => place - along.atMm);
      const density = pointSpread(pupil, { xsMm, ysMm, towards: [0, 1], samples });
      const weight = across.weight * along.weight;
      for (const [i, share] of density.entries()) data[i]! += weight * share;
    }
  return { cells: CELLS, data: Float32Array.from(data, (share) => share * CELL_MM * CELL_MM) };
}

/**
 * Modulation transfer of a field: tangential (lines across the direction of the field) and
 * sagittal.
 *
 * @param wavelength nanometres.
 * @param fraction field, as a fraction of the half field, 0 to 1.
 * @param frequencies line pairs per mm on the sensor.
 * @returns one value from 0 to 1 per frequency.
 * @throws SimulationError when no ray of the field gets through.
 */
export function modulationTransferCurves(
  design: LensDesign,
  wavelength: number,
  fraction: number,
  frequencies: readonly number[],
): { readonly tangential: number[]; readonly sagittal: number[] } {
  const pupil = fieldPupil(design, wavelength, fraction * design.halfField, EDGE);
  return {
    tangential: modulationTransfer(pupil, frequencies, 0),
    sagittal: modulationTransfer(pupil, frequencies, Math.PI / 2),
  };
}
