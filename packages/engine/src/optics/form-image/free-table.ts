import { fieldPupil } from '../point-spread/field-pupil.ts';
import { freeChief, traceChief, walkedChief, type Tangents } from '../ray-trace/free-chief.ts';
import { turnedTowards, type LensDesign } from '../ray-trace/lens-design.ts';
import { tracedLens } from '../ray-trace/trace-ray.ts';
import { SimulationError } from '../../simulation-error.ts';
import { tan } from '../../quantities/elementary.ts';
import type { FieldSpread } from './field-spread.ts';
import { REFERENCE_NM, type LensTable } from './lens-table.ts';
import { lightOf } from './traced-nodes.ts';

const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const [STEPS, LIGHT_STEPS] = [64, 8];
const EDGE = { azimuths: 32, tolerance: 1e-6 };

/**
 * Heights and light over the field of a lens without symmetry, as means of four directions round
 * the image of the axis: for figures that are those of a radius. Pictures have maps of their own.
 *
 * @throws SimulationError when a field gets no light in any direction.
 */
export function freeTable(design: LensDesign, wavelengths: readonly number[]): LensTable {
  const angles = Float64Array.from({ length: STEPS + 1 }, (_, i) => (design.halfField * i) / STEPS);
  const distances = wavelengths.map((wavelength) => Math.abs(wavelength - REFERENCE_NM));
  const reference = distances.indexOf(Math.min(...distances));
  const lights = Float64Array.from({ length: LIGHT_STEPS + 1 }, (_, i) =>
    meanLight(design, wavelengths[reference]!, (design.halfField * i) / LIGHT_STEPS),
  );
  const solidAngles = angles.map((_, i) => {
    const place = (i * LIGHT_STEPS) / STEPS;
    const low = Math.min(LIGHT_STEPS - 1, Math.floor(place));
    return lights[low]! + (place - low) * (lights[low + 1]! - lights[low]!);
  });
  return {
    wavelengths,
    reference,
    angles,
    heightsMm: wavelengths.map((wavelength) => meanHeights(design, wavelength, angles)),
    solidAngles: wavelengths.map(() => solidAngles),
  };
}

function meanLight(design: LensDesign, wavelength: number, angle: number): number {
  const light = DIRECTIONS.map(([x, y]) =>
    lightOf(design, wavelength, [x * tan(angle), y * tan(angle)]),
  );
  const sum = light.reduce((all, one) => all + one, 0);
  if (sum > 0) return sum / light.length;
  throw new SimulationError(
    'bad-parameter',
    `No ray at ${((angle * 180) / Math.PI).toFixed(2)}° gets through the lens.`,
    'surfaces',
  );
}

/** Mean distance of the image of a field from the image of the axis, over four directions. */
function meanHeights(design: LensDesign, wavelength: number, angles: Float64Array): Float64Array {
  const lens = tracedLens(design, wavelength);
  const base = freeChief(lens, [0, 0]);
  if (!base)
    throw new SimulationError(
      'bad-parameter',
      'The base ray does not get through the lens to its sensor.',
      'surfaces',
    );
  const axis = traceChief(lens, [0, 0], base);
  const heights = new Float64Array(angles.length);
  const counts = new Float64Array(angles.length);
  for (const [x, y] of DIRECTIONS) {
    let from = { tangents: [0, 0] as Tangents, chief: base };
    for (let i = 1; i < angles.length; i += 1) {
      const tangents: Tangents = [x * tan(angles[i]!), y * tan(angles[i]!)];
      const chief = walkedChief(lens, tangents, from);
      if (!chief) break;
      from = { tangents, chief };
      const ray = traceChief(lens, tangents, chief);
      heights[i]! += Math.hypot(ray.xMm - axis.xMm, ray.yMm - axis.yMm);
      counts[i]! += 1;
    }
  }
  let [before, step] = [0, 0];
  return heights.map((sum, i) => {
    if (i === 0) return 0;
    const height = counts[i]! > 0 ? sum / counts[i]! : before + step;
    // Where a direction ends the mean may fall; places are looked up by it.
    const next = height > before ? height : before + step;
    [step, before] = [next - before, next];
    return next;
  });
}

const FIELDS = 6;

/** How far light spreads at some fields of a lens without symmetry, the most of four directions. */
export function freeSpreads(design: LensDesign, table: LensTable): FieldSpread[] {
  const { wavelengths, reference, angles } = table;
  const bands = [0, reference, wavelengths.length - 1];
  return Array.from({ length: FIELDS }, (_, i) => {
    const angle = angles[Math.round(((angles.length - 1) * i) / (FIELDS - 1))]!;
    const found = DIRECTIONS.flatMap((towards) => {
      try {
        return [spreadTowards(turnedTowards(design, towards), wavelengths, bands, angle)];
      } catch (error) {
        // The field ends before in this direction.
        if (error instanceof SimulationError) return [];
        throw error;
      }
    });
    return {
      angle,
      reachMm: Math.max(0, ...found.map((one) => one.reachMm)),
      blurMm: Math.min(...found.map((one) => one.blurMm)),
      cutoff: Math.max(0, ...found.map((one) => one.cutoff)),
    };
  });
}

function spreadTowards(
  design: LensDesign,
  wavelengths: readonly number[],
  bands: readonly number[],
  angle: number,
): Omit<FieldSpread, 'angle'> {
  const pupils = bands.map((band) => fieldPupil(design, wavelengths[band]!, angle, EDGE));
  const middle = pupils[1]!;
  const reaches = pupils.map(({ chiefHeightMm, uneven, extentMm, wavelengthMm, scale, edge }) => {
    const aside = Math.hypot(
      chiefHeightMm - middle.chiefHeightMm,
      uneven!.chiefXMm - middle.uneven!.chiefXMm,
    );
    return aside + extentMm + (3 * wavelengthMm) / (scale * Math.max(...edge));
  });
  return {
    reachMm: Math.max(...reaches),
    blurMm: Math.min(...pupils.map(({ extentMm }) => extentMm)),
    cutoff: Math.max(
      ...pupils.map(
        ({ scale, edge, uneven, wavelengthMm }) =>
          (2 * scale * Math.max(...edge, ...uneven!.edge)) / wavelengthMm,
      ),
    ),
  };
}
