import { solveLinear } from '../analysis/linear-algebra.ts';
import { adaptation, D65_WHITE, multiply } from '../colour/adaptation.ts';
import { XYZ_TO_LINEAR_SRGB } from '../colour/srgb.ts';
import { AXES, eachOf, xyzOf, type Triple } from '../colour/xyz.ts';
import { nativeLight } from '../illuminants/light.ts';
import { illuminants } from '../illuminants/list.ts';
import { sceneTraits } from '../scenes/paint-scene.ts';
import { quantumEfficiencyOf, type SensorPlan } from '../sensors/pixel.ts';
import { energyToPhotons, type Spectrum } from '../quantities/wavelengths.ts';
import { MACBETH_REFLECTANCES, suitLight } from '../scenes/macbeth/chart-colours.ts';
import type { SimulationPlan } from './plan.ts';

/** How the colours of a raw picture are to be read, as raw files tell it. */
export interface CameraColour {
  /**
   * From XYZ under the light of the run (Y = 1 for white) to the sensor's channels, a row for each.
   */
  readonly xyzToCamera: readonly Triple[];
  /** The channels for a neutral surface in that light, the largest being 1. */
  readonly neutral: readonly number[];
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
 * The colours of a run's raw picture, as DNG has them: for a Bayer sensor the white balance and
 * matrix that suit its light, see `suitLight`; for any other sensor the matrix that brings the
 * patches of the Macbeth chart nearest to its signals, with white exact.
 *
 * @see Adobe, Digital Negative Specification 1.4, chapter 6.
 */
export function cameraColour(
  { illuminant, scene }: SimulationPlan,
  sensor: SensorPlan,
): CameraColour {
  const native = nativeLight(sceneTraits(scene).nativeIlluminant);
  const energy = illuminant.energy ?? native.energy;
  return {
    ...(sensor.order ? bayerColour(energy, sensor) : fittedColour(energy, sensor)),
    lightSource: LIGHT_SOURCES[illuminant.label || native.label] ?? OTHER_LIGHT,
  };
}

type Colour = Omit<CameraColour, 'lightSource'>;

/** XYZ of a light, 1 being its luminance. */
function whiteOf(energy: Spectrum): Triple {
  const white = xyzOf(energy);
  return eachOf(white, (value) => value / white[1]);
}

function bayerColour(energy: Spectrum, sensor: SensorPlan): Colour {
  const { gains, matrix } = suitLight(energy, quantumEfficiencyOf(sensor));
  const response: Triple = [1 / gains.red, 1, 1 / gains.blue];
  const most = Math.max(...response);
  const toD65 = adaptation(whiteOf(energy), D65_WHITE);
  // Linear sRGB is matrix · gains · camera: solved for the camera's colour of each unit vector of
  // XYZ.
  const columns = eachOf(AXES, (axis) => {
    const xyz = eachOf(AXES, (i) => Number(i === axis));
    const linear = multiply(XYZ_TO_LINEAR_SRGB, multiply(toD65, xyz));
    return solveLinear(
      matrix.map(([r, g, b], i) => Float64Array.of(r * gains.red, g, b * gains.blue, linear[i]!)),
    );
  });
  return {
    xyzToCamera: AXES.map((row) => eachOf(columns, (column) => column[row]!)),
    neutral: response.map((value) => value / most),
  };
}

function fittedColour(energy: Spectrum, sensor: SensorPlan): Colour {
  const light = energyToPhotons(energy);
  const signals = (reflectance: readonly number[]): number[] =>
    quantumEfficiencyOf(sensor).map((response) =>
      light.reduce((sum, photons, band) => sum + photons * reflectance[band]! * response[band]!, 0),
    );
  const white = signals(Array.from(light, () => 1));
  const most = Math.max(...white);
  const whiteXyz = whiteOf(energy);
  const luminance = xyzOf(energy)[1];
  const patches = MACBETH_REFLECTANCES.map((reflectance) => ({
    xyz: eachOf(
      xyzOf(energy.map((value, band) => value * reflectance[band]!)),
      (value) => value / luminance,
    ),
    signals: signals(reflectance).map((value) => value / most),
  }));
  // Per channel the least sum of squares under the condition that white is exact: Lagrange's
  // equations.
  const rowOf = (channel: number): Triple => {
    const equations = AXES.map((i) =>
      Float64Array.of(
        ...AXES.map((j) => patches.reduce((sum, { xyz }) => sum + xyz[i] * xyz[j], 0)),
        whiteXyz[i],
        patches.reduce(
          (sum, { xyz, signals: patchSignals }) => sum + xyz[i] * patchSignals[channel]!,
          0,
        ),
      ),
    );
    const condition = Float64Array.of(...whiteXyz, 0, white[channel]! / most);
    const solved = solveLinear([...equations, condition]);
    return eachOf(AXES, (i) => solved[i]!);
  };
  return {
    xyzToCamera: white.map((_, channel) => rowOf(channel)),
    neutral: white.map((value) => value / most),
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
