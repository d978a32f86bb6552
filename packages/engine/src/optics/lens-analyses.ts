import { degreesOf } from '../quantities/units.ts';
import { middleOf } from '../quantities/wavelengths.ts';
import { throughFocus, type ThroughFocus } from './focus/through-focus.ts';
import {
  lateralColour,
  lensGeometry,
  type FieldColour,
  type FieldGeometry,
} from './lens-geometry.ts';
import { fieldFoci, spotDiagram, type FieldFocus, type SpotDiagram } from './lens-sheet.ts';
import { micrometresOf, wavelengthMmOf } from './millimetres.ts';
import {
  perfectModulation,
  transferCurve,
  transferOnCurve,
} from './point-spread/modulation-transfer.ts';
import { lensFields, ofDirections, ofFields, type Directed } from './lens-fields.ts';
import { fieldPupil } from './point-spread/field-pupil.ts';
import { rayFans, type FieldFans } from './ray-fans.ts';
import { firstOrderFigures } from './ray-trace/field-figures.ts';
import type { LensDesign } from './ray-trace/lens-design.ts';
import { straightDesign } from './ray-trace/pictured-design.ts';
import { seidelSums, type SeidelSums } from './seidel-sums.ts';
import { wavefrontMap, type WavefrontMap } from './wavefront-map.ts';

const EDGE = { azimuths: 128, tolerance: 1e-9 };
/** Fields of curves over the field, from the axis to its rim. */
const STEPS = 20;
/** First field of the curves: on the axis itself distortion is 0/0. */
const NEAR_AXIS = 1e-3;
const CURVE = Array.from({ length: STEPS + 1 }, (_, step) => Math.max(NEAR_AXIS, step / STEPS));
/** Places of the sensor in curves through focus, to each side, and their distance, metres. */
const [PLACES, PLACE_STEP] = [12, 5e-6];
const PLACES_OF_SENSOR = Array.from(
  { length: 2 * PLACES + 1 },
  (_, i) => (i - PLACES) * PLACE_STEP,
);

/** What an analysis is of. */
export interface AnalysisSettings {
  /** Nanometres; analyses of one colour take the middle one of the list, colour its ends. */
  readonly wavelengths: readonly number[];
  /** Fractions of the half field, 0 to 1. */
  readonly fractions: readonly number[];
  /** Line pairs per mm, through focus. */
  readonly frequencies: readonly number[];
}

/** Modulation of a field over the frequencies, and of a lens without aberrations. */
export interface FieldModulation {
  readonly fieldDegrees: number;
  readonly frequencies: readonly number[];
  readonly tangential: readonly number[];
  readonly sagittal: readonly number[];
  /** On the axis, by the working f-number. */
  readonly diffraction: readonly number[];
}

/** First zero of the picture of a point without aberrations, in wavelengths times f-number. */
const AIRY = 1.21967;

/** The analyses of a lens by their names, each by itself. The keys are published. */
export const lensAnalyses = {
  spots: (
    lens,
    { wavelengths, fractions },
  ): readonly (SpotDiagram & Directed & { readonly airyRadiusUm: number })[] => {
    const wavelength = middleOf(wavelengths);
    const { workingFNumber } = firstOrderFigures(lens, wavelength);
    const airyRadiusUm = AIRY * micrometresOf(wavelengthMmOf(wavelength)) * workingFNumber;
    return ofFields(lens, fractions, (design, fraction) => ({
      ...spotDiagram(design, wavelengths, fraction),
      airyRadiusUm,
    }));
  },
  fans: (lens, { wavelengths, fractions }): readonly (FieldFans & Directed)[] =>
    ofFields(lens, fractions, (design, fraction) => rayFans(design, wavelengths, fraction)),
  fieldCurvature: (
    lens,
    { wavelengths },
  ): readonly {
    readonly wavelengthNm: number;
    readonly foci: readonly (FieldFocus & Directed)[];
  }[] =>
    wavelengths.map((wavelengthNm) => ({
      wavelengthNm,
      foci: ofDirections(lens, (design) => fieldFoci(design, wavelengthNm, CURVE)),
    })),
  geometry: (lens): readonly (FieldGeometry & Directed)[] =>
    ofDirections(lens, (design) => lensGeometry(design, CURVE)),
  lateralColour: (
    lens,
    { wavelengths },
  ): {
    readonly wavelengths: readonly number[];
    readonly fields: readonly (FieldColour & Directed)[];
  } => ({
    wavelengths,
    fields: ofDirections(lens, (design) => lateralColour(design, wavelengths, CURVE)),
  }),
  wavefronts: (lens, { wavelengths, fractions }): readonly (WavefrontMap & Directed)[] =>
    ofFields(lens, fractions, (design, fraction) =>
      wavefrontMap(design, middleOf(wavelengths), fraction),
    ),
  modulation: (
    lens,
    { wavelengths, fractions, frequencies },
  ): readonly (FieldModulation & Directed)[] => {
    const wavelength = middleOf(wavelengths);
    const { workingFNumber } = firstOrderFigures(lens, wavelength);
    const cutoff = 1 / (wavelengthMmOf(wavelength) * workingFNumber);
    return ofFields(lens, fractions, (design, fraction) => {
      const angle = fraction * design.halfField;
      const pupil = fieldPupil(design, wavelength, angle, EDGE);
      const alongDirection = (direction: number): number[] => {
        const curve = transferCurve(pupil, direction);
        return frequencies.map((frequency) => Math.hypot(...transferOnCurve(curve, frequency)));
      };
      return {
        fieldDegrees: degreesOf(angle),
        frequencies,
        tangential: alongDirection(0),
        sagittal: alongDirection(Math.PI / 2),
        diffraction: frequencies.map((frequency) => perfectModulation(frequency / cutoff)),
      };
    });
  },
  throughFocus: (
    lens,
    { wavelengths, fractions, frequencies },
  ): readonly (ThroughFocus & Directed)[] =>
    lensFields(lens, fractions).flatMap(({ design, fraction, ...where }) =>
      throughFocus(
        design,
        middleOf(wavelengths),
        fraction * design.halfField,
        PLACES_OF_SENSOR,
        frequencies,
      ).map((place) => ({ ...place, ...where })),
    ),
  seidel: (design, { wavelengths }): SeidelSums =>
    seidelSums(straightDesign(design), middleOf(wavelengths), [
      Math.min(...wavelengths),
      Math.max(...wavelengths),
    ]),
} satisfies Record<string, (design: LensDesign, settings: AnalysisSettings) => unknown>;

export type LensAnalysis = keyof typeof lensAnalyses;
