import { atan, tan } from '../quantities/elementary.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { SimulationError } from '../simulation-error.ts';
import { refuseBlur } from './focus/largest-blur.ts';
import { foldPattern } from './fold-pattern.ts';
import { centredFootprint } from './footprint.ts';
import { METHODS, formImage } from './form-image/form-image.ts';
import type { LensModel } from './form-image/lens-model.ts';
import {
  angleAt,
  heightAt,
  mixedLightAt,
  solidAngleAt,
  type LensTable,
} from './form-image/lens-table.ts';
import { tangentsAt } from './form-image/lens-view.ts';
import { projectRows } from './form-image/project-rows.ts';
import { isRefocused } from './form-image/pupil-source.ts';
import type { Lens } from './lens.ts';
import { cyclesPerMm, metresOf, millimetresOf } from './millimetres.ts';
import { mixedTransfer } from './mixed-transfer.ts';
import { placementOf } from './scene-placement.ts';

/** Rows of a projected scene per part. */
const ROWS_PER_PART = 32;

/** What the tables of a model give of a lens, whatever they were made of. */
export type LensOfTables = Pick<
  Lens,
  | 'irradiancePerRadiance'
  | 'imageHeight'
  | 'fieldAngle'
  | 'field'
  | 'footprint'
  | 'formImage'
  | 'projectScene'
> &
  Required<Pick<Lens, 'relativeIllumination' | 'relativeLight'>>;

/**
 * A lens that forms pictures by the tables of its model, with a flat scene.
 *
 * @param halfField radians.
 */
export function lensOfTables(model: LensModel, halfField: number): LensOfTables {
  const { design, table } = model;
  const { reference } = table;
  const onAxis = table.solidAngles[reference]![0]!;
  const imageRadius = metresOf(table.heightsMm[reference]!.at(-1)!);
  const imageHeight = (angle: number): number =>
    metresOf(heightAt(table, reference, angle).heightMm);
  return {
    irradiancePerRadiance: onAxis,
    imageHeight,
    fieldAngle: (height) => angleAt(table, reference, millimetresOf(height)),
    ...lightOf(table),
    field: { halfAngle: halfField, imageRadius },
    footprint: (hfov, { rows, columns }, grid) => {
      const aspect = rows / columns;
      const half = tan(hfov / 2);
      const radiusOf = (tangent: number): number =>
        Math.min(imageRadius, imageHeight(Math.min(halfField, atan(tangent))));
      const diagonal = Math.hypot(1, aspect);
      // With barrel distortion the middles of the sides lie farthest out, with pincushion
      // distortion the corners.
      const corner = radiusOf(half * diagonal) / diagonal;
      const map = model.mapOf(reference);
      return {
        ...centredFootprint(
          grid,
          2 * Math.max(radiusOf(half), corner),
          2 * Math.max(radiusOf(half * aspect), corner * aspect),
        ),
        holds: (x, y) => {
          const [right, down] = grid.offset ?? [0, 0];
          const xMm = millimetresOf((x - grid.columns / 2 + right) * grid.pitch);
          const yMm = millimetresOf((y - grid.rows / 2 + down) * grid.pitch);
          const distanceMm = Math.sqrt(xMm * xMm + yMm * yMm);
          if (distanceMm > map.radiusMm) return false;
          const [tanX, tanY] = tangentsAt(map, xMm, yMm);
          return Math.abs(tanX) <= half && Math.abs(tanY) <= half * aspect;
        },
      };
    },
    formImage: (scene, pixels, host, context, quality = 'normal') => {
      if (isRefocused(design)) refuseBlur(model, pixels.grid);
      return formImage(model, { ...scene, ...pixels, method: METHODS[quality] }, host, context);
    },
    projectScene: async (scene, grid, responses, host, context) => {
      const { rows, columns, offset = [0, 0] } = grid;
      const out = responses.map(() => sharedFloat32(rows * columns));
      const common = {
        ...foldPattern(scene.lit, responses, onAxis),
        map: model.mapOf(reference),
        pitchMm: millimetresOf(grid.pitch),
        placement: placementOf(scene),
        centre: [columns / 2 - offset[0], rows / 2 - offset[1]] as const,
        columns,
        out,
      };
      const parts = Array.from({ length: Math.ceil(rows / ROWS_PER_PART) }, (_, part) => ({
        ...common,
        from: part * ROWS_PER_PART,
        to: Math.min(rows, (part + 1) * ROWS_PER_PART),
      }));
      await host.parallel(projectRows, parts, context);
      return out;
    },
  };
}

/** Contrast that a model passes in mixed light. */
export const transferOf =
  (model: LensModel): NonNullable<Lens['transfer']> =>
  (height, direction, weights, frequencies) =>
    mixedTransfer(
      model,
      angleAt(model.table, model.table.reference, millimetresOf(height)),
      direction,
      weights,
      frequencies.map((frequency) => cyclesPerMm(1 / frequency)),
    );

/** A lens that refuses scenes with depth. */
export const withoutDepth = (lens: Lens): Lens => ({
  ...lens,
  formImage: async (scene, pixels, host, context, quality) => {
    if (scene.lit.scene.depth)
      throw new SimulationError(
        'bad-parameter',
        'Scenes with depth are formed in layers through lenses that are round but for flat mirrors, and this lens has no symmetry: give the scene one distance.',
        'optics',
      );
    return lens.formImage(scene, pixels, host, context, quality);
  },
});

/** How the light of a lens falls off from the axis. */
const lightOf = (
  table: LensTable,
): Required<Pick<Lens, 'relativeIllumination' | 'relativeLight'>> => ({
  relativeIllumination: (angle) =>
    solidAngleAt(table, table.reference, angle) / table.solidAngles[table.reference]![0]!,
  relativeLight: (height, weights) => mixedLightAt(table, millimetresOf(height), weights),
});
