import { SimulationError } from '../simulation-error.ts';
import { micrometresOf } from './millimetres.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { launch } from './ray-trace/launch.ts';
import { axialDesign, lensDesign, type LensDesign } from './ray-trace/lens-design.ts';
import type { LensFile } from './ray-trace/lens-file.ts';
import { newRay } from './ray-trace/ray.ts';
import { traceToSensor } from './ray-trace/trace-ray.ts';

/** Where the rays of a distant point on the axis are closest together. */
export interface AxialFocus {
  /** From there to the sensor, mm; negative where the sensor stands before it. */
  readonly sensorBehindMm: number;
  /** Root mean square radius of the point on the sensor, and where it is smallest, µm. */
  readonly blurUm: number;
  readonly sharpestUm: number;
}

/** The Fraunhofer lines F, d and C, nm. */
const LINES = [486.1327, 587.5618, 656.2725];
/** Rays of equal areas of the beam, per line. */
const RAYS = 20;
const EDGE = { azimuths: 4, tolerance: 1e-9 };

/**
 * The focus on the axis, from real rays of three colours: heights on a plane are linear in its
 * distance, so that their mean square has its minimum in closed form. Tilts and shifts across the
 * axis do not count.
 *
 * @throws SimulationError when no ray gets through.
 */
export function axialFocus(design: LensDesign): AxialFocus {
  const straight = axialDesign(design);
  let [rays, heights, products, slopes] = [0, 0, 0, 0];
  const ray = newRay();
  for (const line of LINES) {
    const { lens, wavefront, centreUMm, centreMm, radiiMm } = beamOf(straight, line, 0, EDGE);
    const [u, v] = lens.moved ? [centreUMm, centreMm] : [0, 0];
    for (let i = 0; i < RAYS; i += 1) {
      launch(wavefront, u, v + radiiMm[0]! * Math.sqrt((i + 0.5) / RAYS), ray);
      if (traceToSensor(lens, ray, false) !== 0) continue;
      const slope = ray.M / Math.abs(ray.N);
      rays += 1;
      heights += ray.yMm ** 2;
      products += ray.yMm * slope;
      slopes += slope ** 2;
    }
  }
  const rms = (squares: number): number => micrometresOf(Math.sqrt(Math.max(0, squares) / rays));
  return {
    sensorBehindMm: products / slopes,
    blurUm: rms(heights),
    sharpestUm: rms(heights - products ** 2 / slopes),
  };
}

/** A sensor is off the focus where the blur is this many times, and µm, above the smallest one. */
const [TIMES, MORE_UM] = [2, 5];

/**
 * A sentence that says how far the sensor of a lens file is from the focus, and what to do about
 * it; undefined where it is in focus.
 *
 * @param keepFocus whether the reader was told to leave it where it is.
 */
export function focusWarning(file: LensFile, keepFocus: boolean): string | undefined {
  const design = lensDesign(file);
  const focus = focusOf(design);
  if (
    !focus ||
    focus.blurUm < TIMES * focus.sharpestUm ||
    focus.blurUm < focus.sharpestUm + MORE_UM
  )
    return undefined;
  const { sensorBehindMm, blurUm, sharpestUm } = focus;
  const distanceMm = file.imageDistance ?? file.surfaces.at(-1)!.thickness;
  const better = distanceMm * (1 - sensorBehindMm / design.imageDistanceMm);
  const key = file.imageDistance === undefined ? 'last thickness' : 'distance to the sensor';
  return `Warning: the sensor stands ${Math.abs(sensorBehindMm).toPrecision(2)} mm ${sensorBehindMm > 0 ? 'behind' : 'before'} the sharpest focus of the lens for distant objects. The blur on the axis is ${blurUm.toPrecision(2)} µm (RMS radius), in focus ${sharpestUm.toPrecision(2)} µm. To focus it, ${keepFocus ? 'leave out the option to keep the focus, or ' : ''}make the ${key} ${better.toPrecision(6)} mm instead of ${distanceMm.toPrecision(6)} mm, or set Focus in Optics Params.`;
}

/** A lens through which no ray gets says so elsewhere. */
function focusOf(design: LensDesign): AxialFocus | undefined {
  try {
    return axialFocus(design);
  } catch (error) {
    if (error instanceof SimulationError) return undefined;
    throw error;
  }
}
