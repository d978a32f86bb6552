import type { Spectrum } from '../../quantities/wavelengths.ts';
import { WAVELENGTHS } from '../../quantities/wavelengths.ts';
import { measuredDesign, opticsOf } from '../measured/measured-design.ts';
import type { MeasuredLensFile } from '../measured/measured-file.ts';
import { measuredPupil } from '../measured/measured-pupil.ts';
import { metresOf } from '../millimetres.ts';
import { LEAST_SHARE, groupsOf } from '../mixed-transfer.ts';
import type { PupilFunction } from '../point-spread/pupil-function.ts';
import { transferThroughFocus } from '../point-spread/modulation-transfer.ts';
import { fieldPupil } from '../point-spread/field-pupil.ts';
import { thinTransfer } from '../point-spread/thin-pupil.ts';
import { isMoved, type LensDesign } from '../ray-trace/lens-design.ts';
import { focusDesign } from './focus-design.ts';
import type { AutofocusFacts, FocusSettings } from './focus-settings.ts';
import { thinFocus } from './thin-focus.ts';
import { focusUnitMm, sharpestNear, sharpestPlace } from './through-focus.ts';

/** What an autofocus looks at. */
export interface AutofocusTarget {
  /** Distance from the first vertex, metres; infinity for what is far away. */
  readonly distance: number;
  /** Field angle, radians. */
  readonly angle: number;
  /** On the sensor. */
  readonly linePairsPerMm: number;
  /** Light times response per band, on any scale; some are more than 0. */
  readonly weights: Spectrum;
}

const EDGE = { azimuths: 48, tolerance: 1e-6 };

/**
 * Focuses a lens of glass on a target: on its distance, and from there the sensor is moved to where
 * the mean of tangential and sagittal modulation in mixed light is largest.
 *
 * @param settings whose focus shift moves the sensor on from there.
 * @throws SimulationError for a target that is too near.
 * @see docs/reference/depth.md#focus
 */
export function autofocus(
  design: LensDesign,
  settings: FocusSettings,
  target: AutofocusTarget,
): FocusSettings {
  const { fNumber } = settings;
  const at = target.distance === Infinity ? {} : { objectDistance: target.distance };
  // Refuses distances that are too near by the name of the object's.
  focusDesign(design, at);
  const focused = focusDesign(design, {
    ...at,
    ...(fNumber !== undefined && { fNumber }),
    ...(target.distance !== Infinity && { focusDistance: target.distance }),
  });
  const sharpness = mixedSharpness(
    (wavelength) => fieldPupil(focused, wavelength, target.angle, EDGE),
    target,
    // On the axis of a round lens all directions are the same.
    target.angle === 0 && !isMoved(focused),
  );
  const awayMm = sharpestPlace(focused, sharpness);
  const { linePairsPerMm } = target;
  return settled(settings, target, metresOf(awayMm), {
    linePairsPerMm,
    modulation: sharpness(awayMm),
  });
}

/**
 * The same for a lens by what was measured of it, whose wavefront stays as it was measured.
 *
 * @throws SimulationError for a target that is too near.
 */
export function autofocusMeasured(
  file: MeasuredLensFile,
  settings: FocusSettings,
  target: AutofocusTarget,
): FocusSettings {
  const { fNumber } = settings;
  const { distance, linePairsPerMm, angle } = target;
  const design = measuredDesign(file, {
    ...(distance !== Infinity && { objectDistance: distance, focusDistance: distance }),
    ...(fNumber !== undefined && { fNumber }),
  });
  const sharpness = mixedSharpness(
    (wavelength) => measuredPupil(design, wavelength, angle),
    target,
    angle === 0,
  );
  const { workingFNumber } = opticsOf(design);
  const unitMm = focusUnitMm((workingFNumber * design.scale) / design.stop);
  const awayMm = sharpestNear({ middleMm: 0, unitMm }, sharpness);
  return settled(settings, target, metresOf(awayMm), {
    linePairsPerMm,
    modulation: sharpness(awayMm),
  });
}

/** The same for the ideal lens, which is sharpest at the image of its object. */
export function autofocusThin(settings: FocusSettings, target: AutofocusTarget): FocusSettings {
  const { fNumber } = settings;
  const { distance, linePairsPerMm, weights } = target;
  const { design } = thinFocus({
    ...(distance !== Infinity && { objectDistance: distance, focusDistance: distance }),
    ...(fNumber !== undefined && { fNumber }),
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const modulation = weights.reduce(
    (passed, weight, band) =>
      passed + (weight / sum) * thinTransfer(design, WAVELENGTHS[band]!, linePairsPerMm),
    0,
  );
  return settled(settings, target, 0, { linePairsPerMm, modulation });
}

/** The settings of a lens whose autofocus has moved the sensor from the target's image. */
function settled(
  { autofocus: _, focusShift = 0, ...settings }: FocusSettings,
  { distance }: AutofocusTarget,
  away: number,
  autofocused: AutofocusFacts,
): FocusSettings {
  return {
    ...settings,
    ...(distance !== Infinity && { objectDistance: distance, focusDistance: distance }),
    focusShift: away + focusShift,
    autofocused,
  };
}

/**
 * Mean of tangential and sagittal modulation in mixed light, as the sensor moves.
 *
 * @param pupilOf the field at a wavelength, nm.
 * @param isEven whether all directions are the same.
 */
function mixedSharpness(
  pupilOf: (wavelength: number) => PupilFunction,
  { linePairsPerMm: frequency, weights }: AutofocusTarget,
  isEven: boolean,
): (awayMm: number) => number {
  const size = weights.reduce((sum, weight) => sum + weight, 0);
  const groups = groupsOf(weights.length).flatMap(([from, to]) => {
    const weight = weights.slice(from, to).reduce((sum, one) => sum + one, 0);
    if (!(weight / size >= LEAST_SHARE)) return [];
    const wavelength = WAVELENGTHS[(from + to) >> 1]!;
    const pupil = pupilOf(wavelength);
    return [{ pupil, weight: weight * pupil.area }];
  });
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  /**
   * Lateral colour shifts each band along the radius, tilts and decentres across it too.
   *
   * @param isAlong the frequency, along the radius.
   */
  const modulation = (isAlong: boolean): ((awayMm: number) => number) => {
    const parts = groups.map(({ pupil, weight }) => ({
      at: transferThroughFocus(pupil, frequency, isAlong ? 0 : Math.PI / 2),
      weight,
      phase:
        -2 * Math.PI * frequency * (isAlong ? pupil.chiefHeightMm : (pupil.uneven?.chiefXMm ?? 0)),
    }));
    return (awayMm) => {
      let [real, imaginary] = [0, 0];
      for (const { at, weight, phase } of parts) {
        const [a, b] = at(awayMm);
        real += weight * (a * Math.cos(phase) - b * Math.sin(phase));
        imaginary += weight * (a * Math.sin(phase) + b * Math.cos(phase));
      }
      return Math.hypot(real, imaginary) / total;
    };
  };
  const tangential = modulation(true);
  if (isEven) return tangential;
  const sagittal = modulation(false);
  return (awayMm) => (tangential(awayMm) + sagittal(awayMm)) / 2;
}
