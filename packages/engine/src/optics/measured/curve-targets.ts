import { atan2, sin } from '../../quantities/elementary.ts';
import { sinc } from '../../quantities/sinc.ts';
import { fail } from '../../text/json-fields.ts';
import { micrometresOf, wavelengthMmOf } from '../millimetres.ts';
import { perfectModulation } from '../point-spread/modulation-transfer.ts';
import { calibratedCentreMm } from './calibrated-map.ts';
import type { FieldPlace, MeasuredAperture } from './measured-aperture.ts';
import {
  isCalibration,
  type CurveLight,
  type MeasuredLensFile,
  type MtfBlur,
} from './measured-file.ts';
import { rootBetween } from './measured-map.ts';

/** What the curves of a lens are looked at with. */
export interface CurveOptics extends Pick<MeasuredAperture, 'discOf'> {
  readonly halfField: number;
  readonly radiusMm: number;
  readonly fieldAt: (angle: number) => FieldPlace;
  readonly chiefOf: (field: FieldPlace) => number;
  readonly lateralMm: (field: FieldPlace, nm: number) => number;
  readonly axialMm: (nm: number) => number;
}

/** The pupil of a height in one colour of the light of the curves. */
export interface CurvePupil {
  readonly wavelengthUm: number;
  /** Share of the light. */
  readonly weight: number;
  /** Semi-axes, direction cosines. */
  readonly tangential: number;
  readonly sagittal: number;
  /** Direction cosine of its middle. */
  readonly middle: number;
  /** Height of the image against the image at the reference. */
  readonly lateralUm: number;
  /** Place of the image against the image at the reference, away from the lens. */
  readonly axialUm: number;
}

/** A value that the lens is to have. */
export interface CurveTarget {
  /** Of the list of the file. */
  readonly curve: number;
  /** Of `heightsMm`. */
  readonly node: number;
  /** Line pairs per mm. */
  readonly frequency: number;
  /** Radians from the direction of the field. */
  readonly direction: number;
  readonly focusUm: number;
  /** With diffraction, without the pixel. */
  readonly value: number;
}

/** What modulation curves ask of a wavefront. */
export interface CurveTargets {
  /** Nodes of the wavefront, from the axis outwards. */
  readonly heightsMm: readonly number[];
  /** Of each node. */
  readonly pupils: readonly (readonly CurvePupil[])[];
  readonly targets: readonly CurveTarget[];
  /** What is not used of them, one sentence each. */
  readonly leftOut: readonly string[];
}

/** Three-point Gauss rule of V(λ): mean 560 nm, deviation 42 nm. */
const WHITE: CurveLight = { nm: [487, 560, 633], weight: [1 / 6, 2 / 3, 1 / 6] };
/** Curves may lie above the diffraction limit by this. */
const ABOVE_LIMIT = 0.02;
/** Where the pixel passes less, nothing is known of the lens. */
const LEAST_PIXEL = 0.2;
/** Places of edges are one height where they differ by less than this share of the largest. */
const SAME_HEIGHT = 0.02;

/** The f-number at which the blur of a file was measured. */
export const blurFNumber = ({ blur, fNumber }: MeasuredLensFile): number =>
  blur?.mtf?.fNumber ?? fNumber;

/** Whether the blur of a file is to be fitted. */
export const hasCurves = ({ blur }: MeasuredLensFile): boolean =>
  blur?.mtf !== undefined || blur?.sfr !== undefined;

/** Heights at which the curves of a file were measured, mm, from the axis outwards. */
export function curveHeights(file: MeasuredLensFile): readonly number[] {
  const { mtf, sfr, pixelMicrometres } = file.blur ?? {};
  if (mtf) return [...new Set(mtf.curves.flatMap(heightsOf))].sort((a, b) => a - b);
  const centreMm = centreOf(file);
  const heights = (sfr ?? [])
    .map(({ x, y }) => placeOf([x, y], pixelMicrometres!, centreMm).heightMm)
    .sort((a, b) => a - b);
  const groups: number[][] = [];
  for (const height of heights) {
    const group = groups.at(-1);
    if (group && height - group[0]! <= SAME_HEIGHT * heights.at(-1)!) group.push(height);
    else groups.push([height]);
  }
  // What is as good as on the axis is there.
  return groups.map((group) =>
    group[0]! <= SAME_HEIGHT * heights.at(-1)!
      ? 0
      : group.reduce((sum, height) => sum + height, 0) / group.length,
  );
}

const heightsOf = (curve: MtfBlur['curves'][number]): readonly number[] =>
  'height' in curve ? [curve.height] : curve.heights;

/** Where the axis meets the sensor, right and down from its middle, mm. */
const centreOf = ({ centre, distortion }: MeasuredLensFile): readonly [number, number] =>
  isCalibration(distortion) ? calibratedCentreMm(distortion) : (centre ?? [0, 0]);

const placeOf = (
  [x, y]: readonly [number, number],
  pixelUm: number,
  [right, down]: readonly [number, number],
) => {
  const [across, along] = [1e-3 * pixelUm * x - right, 1e-3 * pixelUm * y - down];
  return { heightMm: Math.sqrt(across * across + along * along), across, along };
};

/**
 * The values that a lens must have by the curves of its file.
 *
 * @throws SimulationError with the path of the first value that no lens of this f-number has.
 */
export function curveTargets(file: MeasuredLensFile, optics: CurveOptics): CurveTargets {
  const heightsMm = curveHeights(file);
  const { mtf } = file.blur!;
  const name = mtf ? 'blur.mtf' : 'blur.sfr';
  if (file.pupil?.radii)
    fail(name, `${name} does not go with pupil.radii: give pupil.tangential and pupil.sagittal.`);
  if (blurFNumber(file) < file.fNumber)
    fail(
      `${name}.fNumber`,
      `${name}.fNumber is ${blurFNumber(file)}: the lens is f/${file.fNumber} wide open.`,
    );
  const pupils = pupilsOf(file, optics, heightsMm);
  const wanted = mtf ? ofMtf(mtf, heightsMm) : ofSfr(file, heightsMm);
  const leftOut = new Set<number>();
  const targets = wanted.flatMap(({ value, pixel, path, ...target }) => {
    const limit = limitOf(pupils[target.node]!, target);
    if (mtf?.includes === 'geometric') return [{ ...target, value: value * limit }];
    if (pixel < LEAST_PIXEL) {
      leftOut.add(target.frequency);
      return [];
    }
    if (value > pixel * limit + ABOVE_LIMIT)
      fail(
        path,
        `${path} is ${rounded(value)}, above the diffraction limit ${rounded(pixel * limit)} at f/${Number(blurFNumber(file).toPrecision(4))}${pixel === 1 ? ': give includes: geometric, or the right f-number.' : ' with the pixel: give the right f-number and pixel.'}`,
      );
    return [{ ...target, value: value / pixel }];
  });
  return {
    heightsMm,
    pupils,
    targets,
    leftOut:
      leftOut.size === 0
        ? []
        : [
            `Curves from ${Number(Math.min(...leftOut).toPrecision(4))} lp/mm on are left out: the pixel passes less than ${LEAST_PIXEL} of them.`,
          ],
  };
}

function pupilsOf(
  file: MeasuredLensFile,
  optics: CurveOptics,
  heightsMm: readonly number[],
): readonly (readonly CurvePupil[])[] {
  const light = file.blur!.mtf?.light ?? file.blur!.light ?? WHITE;
  const stop = file.fNumber / blurFNumber(file);
  return heightsMm.map((height) => pupilsAt(optics, height, { light, stop }));
}

/** The largest responses that edges of `blur.sfr` can have, with the pixel, of each curve. */
export function sfrLimits(
  file: MeasuredLensFile,
  optics: CurveOptics,
): readonly (readonly number[])[] {
  const heightsMm = curveHeights(file);
  const pupils = pupilsOf(file, optics, heightsMm);
  const wanted = ofSfr(file, heightsMm);
  return file.blur!.sfr!.map((_, i) =>
    wanted
      .filter(({ curve }) => curve === i)
      .map(({ pixel, ...target }) => pixel * limitOf(pupils[target.node]!, target)),
  );
}

const rounded = (value: number): number => Number(value.toFixed(3));

interface Wanted extends CurveTarget {
  /** What the pixel passes. */
  readonly pixel: number;
  readonly path: string;
}

function ofMtf({ curves, pixelMicrometres }: MtfBlur, heightsMm: readonly number[]): Wanted[] {
  return curves.flatMap((curve, i) => {
    const { focusUm = 0 } = curve;
    const values = 'height' in curve ? curve.frequencies : curve.heights;
    return values.flatMap((value, k) =>
      (['tangential', 'sagittal'] as const).map((key) => {
        const height = 'height' in curve ? curve.height : value;
        const frequency = 'height' in curve ? value : curve.frequency;
        return {
          curve: i,
          node: heightsMm.indexOf(height),
          frequency,
          direction: key === 'tangential' ? 0 : Math.PI / 2,
          focusUm,
          value: curve[key][k]!,
          pixel: pixelMicrometres === undefined ? 1 : sinc(1e-3 * frequency * pixelMicrometres),
          path: `blur.mtf.curves[${i}].${key}[${k}]`,
        };
      }),
    );
  });
}

function ofSfr(file: MeasuredLensFile, heightsMm: readonly number[]): Wanted[] {
  const { blur } = file;
  const centreMm = centreOf(file);
  const pixelUm = blur!.pixelMicrometres!;
  return blur!.sfr!.flatMap(({ x, y, direction, frequencies, values }, i) => {
    const { heightMm, across, along } = placeOf([x, y], pixelUm, centreMm);
    const node = heightsMm.reduce(
      (best, height, k) =>
        Math.abs(height - heightMm) < Math.abs(heightsMm[best]! - heightMm) ? k : best,
      0,
    );
    // The light changes along the rows or the columns; the field points away from the axis.
    const towards = heightsMm[node] === 0 ? 0 : atan2(along, across);
    return frequencies.map((cycles, k) => ({
      curve: i,
      node,
      frequency: cycles / (1e-3 * pixelUm),
      direction: direction === 'horizontal' ? towards : Math.PI / 2 - towards,
      focusUm: 0,
      value: values[k]!,
      pixel: sinc(cycles),
      path: `blur.sfr[${i}].values[${k}]`,
    }));
  });
}

/** The field of a height; beyond the image circle the field of its rim. */
export function fieldOf(optics: CurveOptics, heightMm: number): FieldPlace {
  const { halfField, radiusMm, fieldAt } = optics;
  if (heightMm >= radiusMm) return { angle: halfField, heightMm };
  return {
    angle: rootBetween((angle) => fieldAt(angle).heightMm - heightMm, 0, halfField),
    heightMm,
  };
}

function pupilsAt(
  optics: CurveOptics,
  heightMm: number,
  { light: { nm, weight }, stop }: { readonly light: CurveLight; readonly stop: number },
): readonly CurvePupil[] {
  const field = heightMm === 0 ? { angle: 0, heightMm: 0 } : fieldOf(optics, heightMm);
  const sum = weight.reduce((a, b) => a + b, 0);
  return nm.flatMap((wavelength, i) => {
    if (weight[i] === 0) return [];
    const disc = optics.discOf(field, wavelength);
    return [
      {
        wavelengthUm: micrometresOf(wavelengthMmOf(wavelength)),
        weight: weight[i]! / sum,
        tangential: disc.tangential * stop,
        sagittal: disc.sagittal * stop,
        middle: sin(optics.chiefOf(field)),
        lateralUm: micrometresOf(optics.lateralMm(field, wavelength)),
        axialUm: micrometresOf(optics.axialMm(wavelength)),
      },
    ];
  });
}

/** Modulation without aberrations. */
const limitOf = (
  pupils: readonly CurvePupil[],
  target: Pick<CurveTarget, 'frequency' | 'direction'>,
): number =>
  pupils.reduce(
    (sum, pupil) => sum + pupil.weight * perfectModulation(shiftOf(pupil, target).length / 2),
    0,
  );

/** How far a pupil is shifted for a frequency, over the unit disc. */
export function shiftOf(
  { wavelengthUm, tangential, sagittal }: CurvePupil,
  { frequency, direction }: Pick<CurveTarget, 'frequency' | 'direction'>,
): { readonly x: number; readonly y: number; readonly length: number } {
  const shift = 1e-3 * wavelengthUm * frequency;
  const isAlong = direction === 0;
  const isAcross = direction === Math.PI / 2;
  const x = isAlong ? 0 : (shift * (isAcross ? 1 : sin(direction))) / sagittal;
  const y = isAcross ? 0 : (shift * (isAlong ? 1 : sin(Math.PI / 2 - direction))) / tangential;
  return { x, y, length: Math.sqrt(x * x + y * y) };
}
