import { solveLinear } from '../analysis/linear-equations.ts';
import { adaptation, D65_WHITE, multiply } from '../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB } from '../colour/srgb.ts';
import { xyzOf, type Triple } from '../colour/xyz.ts';
import { nativeLight } from '../illuminants/light.ts';
import { illuminants } from '../illuminants/list.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import { suitLight } from './measurements/macbeth.ts';
import type { SimulationPlan } from './plan.ts';

/** How the colours of a raw picture are to be read, as raw files tell it. */
export interface CameraColour {
  /** From XYZ under the light of the run (Y = 1 for white) to the sensor's red, green, blue, row by row. */
  readonly xyzToCamera: readonly Triple[];
  /** Red, green, blue of a neutral surface in that light, the largest being 1. */
  readonly neutral: Triple;
  /** The light: EXIF's number of a light source, 255 for any other. */
  readonly lightSource: number;
}

/** EXIF 2.3, tag LightSource. */
const LIGHT_SOURCES: Readonly<Record<string, number>> = {
  [illuminants.illuminantA.label]: 17,
  [illuminants.illuminantB.label]: 18,
  [illuminants.illuminantC.label]: 19,
  [illuminants.d55.label]: 20,
  [illuminants.d65.label]: 21,
  [illuminants.d75.label]: 22,
  [illuminants.d50.label]: 23,
};
const OTHER_LIGHT = 255;

/**
 * The colours of a run's raw picture: the white balance and matrix that suit its light and sensor, see `suitLight`, as DNG has them.
 *
 * @see Adobe, Digital Negative Specification 1.4, chapter 6.
 */
export function cameraColour(
  { illuminant, scene }: SimulationPlan,
  sensor: SensorPlan,
): CameraColour {
  const native = nativeLight(sceneTraits(scene).nativeIlluminant);
  const energy = illuminant.energy ?? native.energy;
  const { gains, matrix } = suitLight(energy, quantumEfficiencyOf(sensor));
  const response: Triple = [1 / gains.red, 1, 1 / gains.blue];
  const most = Math.max(...response);
  const white = xyzOf(energy);
  const toD65 = adaptation(white.map((value) => value / white[1]) as unknown as Triple, D65_WHITE);
  // Linear sRGB is matrix · gains · camera: solved for the camera's colour of each unit vector of XYZ.
  const columns = [0, 1, 2].map((axis) => {
    const xyz = [0, 1, 2].map((i) => Number(i === axis)) as unknown as Triple;
    const linear = multiply(XYZ_TO_LINEAR_SRGB, multiply(toD65, xyz));
    return solveLinear(
      matrix.map(([r, g, b], i) => Float64Array.of(r * gains.red, g, b * gains.blue, linear[i]!)),
    );
  });
  return {
    xyzToCamera: [0, 1, 2].map((row) => columns.map((column) => column[row]!) as unknown as Triple),
    neutral: response.map((value) => value / most) as unknown as Triple,
    lightSource: LIGHT_SOURCES[illuminant.label || native.label] ?? OTHER_LIGHT,
  };
}

/** Codes of a sensor in the dark and at saturation; fractions of a code count. */
export function codeLevels({ parameters, bits }: SensorPlan): {
  readonly black: number;
  readonly white: number;
} {
  const { analog_offset: offset, analog_gain: gain, voltage_swing: swing } = parameters;
  const full = 2 ** bits;
  const codeOf = (volts: number): number => ((volts + offset) / gain / swing) * full;
  return { black: Math.max(0, codeOf(0)), white: Math.min(full - 1, Math.floor(codeOf(swing))) };
}
