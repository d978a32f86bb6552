import { planeCount } from '../../scenes/patterns/pattern.ts';
import { sampleQuads } from '../../scenes/patterns/quads.ts';
import type { WeighedPattern } from '../fold-pattern.ts';
import type { ScenePlacement } from '../scene-placement.ts';
import { fillStretch, fillTangents, shareInField, warpedGrid } from './lens-view.ts';
import { isPlaneMap, type ImageMap } from './radial-map.ts';

/** Rows `from` to `to` − 1 of a projected scene; plain data, so that another thread can get it. */
export interface ProjectRowsPart extends WeighedPattern {
  readonly map: ImageMap;
  readonly pitchMm: number;
  readonly placement: ScenePlacement;
  /** Where the axis meets the picture, pixels from its upper left corner. */
  readonly centre: readonly [number, number];
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  /** A plane per channel in shared memory; only these rows are written. */
  readonly out: readonly Float32Array[];
}

/**
 * Projects the scene onto some rows of pixels along the chief rays: its mean over each pixel,
 * without falloff; black outside the scene and the image circle.
 */
export function projectRows({
  pattern,
  weights,
  map,
  pitchMm,
  placement,
  centre,
  columns,
  from,
  to,
  out,
}: ProjectRowsPart): void {
  const [fromX, fromY] = [-centre[0], from - centre[1]];
  const planes = Array.from(
    { length: planeCount(pattern) },
    () => new Float32Array((to - from) * columns),
  );
  const block = { pitchMm, fromX, fromY, rows: to - from, columns };
  const [stretch, x, y] = [0, 1, 2].map(
    () => new Float64Array((to - from + 1) * (columns + 1)),
  ) as [Float64Array, Float64Array, Float64Array];
  const tangents = isPlaneMap(map) ? { x: stretch, y: stretch.slice() } : undefined;
  if (isPlaneMap(map)) fillTangents(map, block, tangents!);
  else fillStretch(map, block, stretch);
  sampleQuads(pattern, warpedGrid(tangents ?? stretch, block, false, placement, { x, y }), planes);
  const insideAt = (column: number, row: number): number => {
    const [x, y] = [fromX + column + 0.5, fromY + row + 0.5];
    if (isPlaneMap(map)) return shareInField(map, x * pitchMm, y * pitchMm, pitchMm);
    const distance = Math.hypot(x, y) * pitchMm;
    return Math.min(1, Math.max(0, (map.radiusMm - distance) / pitchMm + 0.5));
  };
  for (let row = 0, at = 0; row < to - from; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const inside = insideAt(column, row);
      if (inside === 0) continue;
      for (let channel = 0; channel < out.length; channel += 1) {
        let sum = 0;
        for (let k = 0; k < planes.length; k += 1) sum += weights[channel]![k]! * planes[k]![at]!;
        out[channel]![from * columns + at] = sum * inside;
      }
    }
  }
}
