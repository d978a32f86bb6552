import { digestOf } from '../../digest.ts';
import type { RealLensModel } from '../form-image/lens-model.ts';
import { radialMap, type RadialMap } from '../form-image/radial-map.ts';
import { refuseActive, straightened } from '../ray-trace/lens-design.ts';
import { wavefrontOf } from '../ray-trace/launch.ts';
import { tracedLens, type TracedLens } from '../ray-trace/trace-ray.ts';
import type { Coating } from './coating.ts';
import { passingRegion, visitGrid } from './ghost-region.ts';
import { pathOf } from './ghost-trace.ts';

/** Fields at which the transmission is traced: every so many of the model's. */
const EVERY = 4;
/** Rays across the beam, of which half are traced. */
const ACROSS = 40;

/** A model with the light that coated surfaces let through, in every band and field. */
export function coatedModel(model: RealLensModel, coating: Coating): RealLensModel {
  refuseActive(model.design, 'Ghosts and coatings are traced');
  // The light of a table over the radius is the light of the straight lens.
  const [design, { table }] = [straightened(model.design), model];
  const { angles, wavelengths } = table;
  const last = angles.length - 1;
  // The same objects at all fields: what the surfaces let through is known by the lens.
  const lenses = wavelengths.map((wavelength) => tracedLens(design, wavelength));
  const traced = Array.from({ length: Math.ceil(last / EVERY) + 1 }, (_, at) =>
    transmissions(lenses, angles[Math.min(last, at * EVERY)]!, wavelengths, coating),
  );
  const shareAt = (band: number, index: number): number => {
    const at = Math.min(traced.length - 2, Math.floor(index / EVERY));
    const [low, high] = [traced[at]![band]!, traced[at + 1]![band]!];
    const span = Math.min(last, (at + 1) * EVERY) - at * EVERY;
    return low + ((index - at * EVERY) / span) * (high - low);
  };
  const coated = {
    ...table,
    solidAngles: table.solidAngles.map((values, band) =>
      values.map((value, index) => value * shareAt(band, index)),
    ),
  };
  const maps = new Map<number, RadialMap>();
  return {
    ...model,
    table: coated,
    light: digestOf([coating]),
    mapOf: (band) => {
      const map = maps.get(band) ?? radialMap(coated, band);
      maps.set(band, map);
      return map;
    },
  };
}

/** Mean share over the rays of a field's beam that gets through, per wavelength. */
function transmissions(
  lenses: readonly TracedLens[],
  angle: number,
  wavelengths: readonly number[],
  coating: Coating,
): number[] {
  let wavefront: ReturnType<typeof wavefrontOf> | undefined;
  let region: ReturnType<typeof passingRegion>;
  return lenses.map((lens, band) => {
    const wavelength = wavelengths[band]!;
    wavefront ??= wavefrontOf(lens, angle);
    const path = pathOf(lens, wavefront, undefined, { coating, sensor: 0, wavelength });
    region ??= passingRegion(path);
    let [rays, light] = [0, 0];
    if (region)
      visitGrid(path, { region, across: ACROSS }, ({ share }) => {
        rays += 1;
        light += share;
      });
    return rays > 0 ? light / rays : 1;
  });
}
