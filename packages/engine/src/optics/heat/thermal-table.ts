import { refractiveIndex } from '../glass/refractive-index.ts';
import { firstOrder } from '../ray-trace/first-order.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';
import { thermalDefocusUm } from './at-temperature.ts';
import type { Environment } from './environment.ts';

/** A lens at its temperature, surface by surface and by wavelength; the keys are published. */
export interface ThermalTable {
  readonly celsius: number;
  readonly pressureHPa: number;
  /** Mm; the last thickness leads to the sensor. */
  readonly surfaces: readonly {
    readonly radius: number | null;
    readonly thickness: number;
    readonly semiDiameter: number;
  }[];
  readonly wavelengths: readonly {
    readonly wavelengthNm: number;
    readonly eflMm: number;
    readonly bflMm: number;
    /** How far the image moved away from the sensor since it was set. */
    readonly defocusUm: number;
    /** Behind each surface, relative to the air round the lens. */
    readonly indices: readonly number[];
  }[];
}

/**
 * The table of a heated lens.
 *
 * @param cold the lens at 20 degrees, focused.
 * @param heated the same at its temperature.
 * @param clear as of `atTemperature`.
 */
export function thermalTable(
  cold: LensDesign,
  heated: LensDesign,
  environment: Environment,
  wavelengths: readonly number[],
  clear: Pick<LensDesign, 'surfaces'> = cold,
): ThermalTable {
  const { celsius, pressureHPa } = environment;
  const { surfaces, imagePlaneMm } = heated;
  return {
    celsius,
    pressureHPa,
    surfaces: surfaces.map(({ curvature, vertexMm, semiDiameterMm }, i) => ({
      radius: curvature === 0 ? null : 1 / curvature,
      thickness: (surfaces[i + 1]?.vertexMm ?? imagePlaneMm) - vertexMm,
      semiDiameter: semiDiameterMm,
    })),
    wavelengths: wavelengths.map((wavelengthNm) => {
      const order = firstOrder(heated, wavelengthNm);
      return {
        wavelengthNm,
        eflMm: order.focalLengthMm,
        bflMm: order.backFocalLengthMm,
        defocusUm: thermalDefocusUm(cold, environment, wavelengthNm, clear),
        indices: surfaces.map(({ glass }) => (glass ? refractiveIndex(glass, wavelengthNm) : 1)),
      };
    }),
  };
}
