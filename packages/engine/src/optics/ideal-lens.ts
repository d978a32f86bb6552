import { atan, tan } from '../quantities/elementary.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { centredFootprint } from './footprint.ts';
import { foldPattern } from './fold-pattern.ts';
import { formRows, type FormRowsPart } from './form-rows.ts';
import { uniform, type Lens } from './lens.ts';

export const FOCAL_LENGTH = 8.2e-3;
export const F_NUMBER = 4;

/** Rows per part: enough to be worth a message to a thread, few enough that a run stops quickly. */
const ROWS_PER_PART = 64;

/**
 * Irradiance per radiance on the axis, steradians: E/L = π/(1 + 4N²(1 + |m|)²), exact for a flat
 * Lambertian object.
 *
 * @param fNumber N, focal length over aperture diameter.
 * @param magnification m; 0 for an object at infinity, as always in the product. Comparisons with
 *   other tools pass theirs.
 * @see docs/reference/radiometry.md#camera-equation.
 */
export const irradiancePerRadiance = (fNumber: number, magnification = 0): number =>
  Math.PI / (1 + 4 * fNumber ** 2 * (1 + Math.abs(magnification)) ** 2);

/**
 * A lens whose pictures are sharp, evenly lit and undistorted.
 *
 * @param sensor distance from the lens, metres.
 * @param solidAngle irradiance per radiance, steradians.
 */
export const sharpLens = (sensor: number, solidAngle: number): Lens => {
  const lens: Lens = {
    label: 'ideal',
    focalLength: FOCAL_LENGTH,
    fNumber: F_NUMBER,
    character: 'no blur, no falloff',
    irradiancePerRadiance: solidAngle,
    imageHeight: (angle) => sensor * tan(angle),
    fieldAngle: (height) => atan(height / sensor),
    chiefRaySlope: (height) => height / sensor,
    footprint: (hfov, { rows, columns }, grid) => {
      const width = 2 * sensor * tan(hfov / 2);
      return centredFootprint(grid, width, (width * rows) / columns);
    },
    formImage: async ({ lit, hfov }, { grid, receptors }, host, context) => {
      const out = sharedFloat32(grid.rows * grid.columns);
      const common = {
        ...foldPattern(lit, receptors.responses, solidAngle),
        layout: receptors.layout,
        footprint: lens.footprint(hfov, lit.scene, grid),
        columns: grid.columns,
        out,
      };
      const parts: FormRowsPart[] = [];
      for (let from = 0; from < grid.rows; from += ROWS_PER_PART)
        parts.push({ ...common, from, to: Math.min(grid.rows, from + ROWS_PER_PART) });
      await host.parallel(formRows, parts, {
        stopped: () => context.stopped(),
        done: (count) => {
          context.progress(count / parts.length);
        },
      });
      return out;
    },
    // Its pictures are what `projectScene` asks for.
    projectScene: (scene, grid, responses, host, context) =>
      Promise.all(
        responses.map((response) =>
          lens.formImage(scene, { grid, receptors: uniform(response) }, host, {
            stopped: () => context.stopped(),
            progress: () => undefined,
          }),
        ),
      ),
  };
  return lens;
};

/** The lens where none is chosen (docs/reference/physics.md#p1). */
export const idealLens = sharpLens(FOCAL_LENGTH, irradiancePerRadiance(F_NUMBER));
