import { atan, tan } from '../quantities/elementary.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { centredFootprint, type Footprint } from './footprint.ts';
import { foldPattern } from './fold-pattern.ts';
import { formShaped } from './form-shaped.ts';
import { formRows, type FormRowsPart } from './form-rows.ts';
import { evenMap } from './form-image/radial-map.ts';
import { projectRows } from './form-image/project-rows.ts';
import {
  channelAt,
  uniform,
  type FormingContext,
  type Lens,
  type PixelArray,
  type SceneInView,
} from './lens.ts';
import { millimetresOf } from './millimetres.ts';
import { placementOf, shiftOf, type Homography, type ScenePath } from './scene-placement.ts';

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
 * @param middle where the middle of a scene is imaged, metres right and down of the axis.
 */
export const sharpLens = (
  sensor: number,
  solidAngle: number,
  middle: readonly [number, number] = [0, 0],
): Lens => {
  const lens: Lens = {
    label: 'ideal',
    focalLength: FOCAL_LENGTH,
    fNumber: F_NUMBER,
    character: 'no blur, no falloff',
    irradiancePerRadiance: solidAngle,
    imageHeight: (angle) => sensor * tan(angle),
    fieldAngle: (height) => atan(height / sensor),
    chiefRays: { scale: sensor, entrancePupil: 0 },
    chiefRaySlope: (height) => height / sensor,
    footprint: (hfov, { rows, columns }, grid) => {
      const width = 2 * sensor * tan(hfov / 2);
      const [x, y] = middle;
      const { pitch, offset = [0, 0] } = grid;
      const shifted =
        x === 0 && y === 0
          ? grid
          : { ...grid, offset: [offset[0] - x / pitch, offset[1] - y / pitch] as const };
      return centredFootprint(shifted, width, (width * rows) / columns);
    },
    formImage: async (scene, pixels, host, context) => {
      if (pixels.grid.shape) return formShaped(lens.formImage, { scene, pixels }, host, context);
      const { path, ...still } = scene;
      if (path)
        return meanAlong(path, (moved) =>
          lens.formImage({ ...still, moved }, pixels, host, context),
        );
      const { lit, hfov, moved } = scene;
      const { grid, receptors } = pixels;
      const shift = moved && shiftOf(moved);
      if (moved && !shift) return projected(scene, pixels, { sensor, solidAngle }, host, context);
      const out = sharedFloat32(grid.rows * grid.columns);
      const footprint = lens.footprint(hfov, lit.scene, grid);
      const common = {
        ...foldPattern(lit, receptors.responses, solidAngle),
        layout: receptors.layout,
        footprint: shift ? shifted(footprint, shift, sensor / grid.pitch) : footprint,
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
    // Its pictures on whole pixels are what `projectScene` asks for.
    projectScene: (scene, { shape: _, ...grid }, responses, host, context) =>
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

/** The mean of the pictures of a scene that stands at several places. */
async function meanAlong(
  path: ScenePath,
  form: (moved: Homography) => Promise<Float32Array>,
): Promise<Float32Array> {
  let mean: Float32Array | undefined;
  for (const { moved, share } of path) {
    const picture = await form(moved);
    mean ??= sharedFloat32(picture.length);
    for (let at = 0; at < mean.length; at += 1) mean[at]! += share * picture[at]!;
  }
  return mean!;
}

/** Where the image lies of a scene whose places are moved by `shift` to those where it stood. */
const shifted = (
  { left, right, top, bottom }: Footprint,
  { x, y }: { readonly x: number; readonly y: number },
  pixels: number,
): Footprint => ({
  left: left - x * pixels,
  right: right - x * pixels,
  top: top - y * pixels,
  bottom: bottom - y * pixels,
});

/** The picture of a scene that has turned: its mean over the quadrilateral of each pixel. */
async function projected(
  scene: SceneInView,
  { grid, receptors }: PixelArray,
  { sensor, solidAngle }: { readonly sensor: number; readonly solidAngle: number },
  host: Parameters<Lens['formImage']>[2],
  context: Pick<FormingContext, 'stopped'>,
): Promise<Float32Array> {
  const { rows, columns, offset = [0, 0] } = grid;
  const planes = receptors.responses.map(() => sharedFloat32(rows * columns));
  const farthest = Math.hypot(rows, columns) + Math.hypot(offset[0], offset[1]);
  const common = {
    ...foldPattern(scene.lit, receptors.responses, solidAngle),
    map: evenMap(millimetresOf(farthest * grid.pitch), 1 / millimetresOf(sensor), solidAngle),
    pitchMm: millimetresOf(grid.pitch),
    placement: placementOf(scene),
    centre: [columns / 2 - offset[0], rows / 2 - offset[1]] as const,
    columns,
    out: planes,
  };
  const parts = Array.from({ length: Math.ceil(rows / ROWS_PER_PART) }, (_, part) => ({
    ...common,
    from: part * ROWS_PER_PART,
    to: Math.min(rows, (part + 1) * ROWS_PER_PART),
  }));
  await host.parallel(projectRows, parts, { stopped: () => context.stopped() });
  const out = sharedFloat32(rows * columns);
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1)
      out[at] = planes[channelAt(receptors.layout, row, column)]![at]!;
  return out;
}

/** The lens where none is chosen (docs/reference/physics.md#p1). */
export const idealLens = sharpLens(FOCAL_LENGTH, irradiancePerRadiance(F_NUMBER));
