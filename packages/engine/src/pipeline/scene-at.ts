import type { Host } from '../host.ts';
import type { FocusFacts } from '../optics/focus/focus-facts.ts';
import type { Lens } from '../optics/lens.ts';
import { plainMetres } from '../optics/depth/scene-layers.ts';
import { loadLens } from '../optics/load-lens.ts';
import { depthOfPlan } from '../scenes/planned-depth.ts';
import type { SceneDepth } from '../scenes/scene-depth.ts';
import type { RasterSize } from '../scenes/scene-descriptor.ts';
import { focusLines } from './lines/focus-lines.ts';
import { centreOf } from './measurements/chart-map.ts';
import type { SimulationPlan } from './plan.ts';

type View = Pick<SimulationPlan, 'grid' | 'scene'>;

/**
 * Gives the sample of a scene that the chief ray at 550 nm of a pixel comes from: the inverse of
 * `chartMap` at the centre of the pixel; -1 outside the scene and the lens's field.
 */
export function sampleOfPixel(
  { grid, scene }: View,
  raster: RasterSize,
  lens: Lens,
): (row: number, column: number) => number {
  const [centreX, centreY] = centreOf(grid);
  const half = Math.tan(scene.parameters.hfov / 2);
  const samplesPerTangent = raster.columns / (2 * half);
  return (row, column) => {
    const dx = column + 0.5 - centreX;
    const dy = row + 0.5 - centreY;
    const height = Math.hypot(dx, dy) * grid.pitch;
    if (lens.field && height > lens.field.imageRadius) return -1;
    const angle = lens.fieldAngle(height);
    // A flat scene at infinity ends below 90°.
    if (angle >= Math.PI / 2) return -1;
    const scale = height === 0 ? 0 : (Math.tan(angle) / height) * grid.pitch * samplesPerTangent;
    const x = Math.floor(raster.columns / 2 + dx * scale);
    const y = Math.floor(raster.rows / 2 + dy * scale);
    return x >= 0 && y >= 0 && x < raster.columns && y < raster.rows ? y * raster.columns + x : -1;
  };
}

/** Distances of a depth map along the axis from the first vertex of a lens, metres. */
export const axialDistancesOf = (lens: Lens, { scene }: View, depth: SceneDepth): Float32Array =>
  lens.axialDistances?.(depth, scene.parameters.hfov) ?? depth.distances;

/** Where the lens of a plan is focused, and how far the scene is. */
export interface FocusOfPlan {
  /** Undefined where the lens is as its file has it, with the object at infinity. */
  readonly facts: FocusFacts | undefined;
  /** The same in a line, as the log has it; '' without facts. */
  readonly line: string;
  /** Whether the scene has several distances. */
  readonly hasDepth: boolean;
  /**
   * Distance along the axis of what a pixel shows, metres; infinity where it is far away, undefined
   * where the scene is flat, and outside the scene.
   */
  readonly distance: number | undefined;
}

/**
 * Focuses the lens of a plan without a picture.
 *
 * @param pixel row and column of the plan's grid.
 * @throws SimulationError for a plan that cannot be focused so.
 */
export async function focusOf(
  plan: SimulationPlan,
  host: Pick<Host, 'loadImage'>,
  pixel?: readonly [row: number, column: number],
): Promise<FocusOfPlan> {
  const lens = await loadLens(plan.optics);
  const facts = lens.focus?.(2 * plan.grid.pitch);
  const depth = await depthOfPlan(plan, host);
  const [line = ''] = focusLines(facts);
  if (!depth || !pixel) return { facts, line, hasDepth: depth !== undefined, distance: undefined };
  const sample = sampleOfPixel(plan, depth, lens)(...pixel);
  const distance = axialDistancesOf(lens, plan, depth)[sample];
  return {
    facts,
    line,
    hasDepth: true,
    distance: distance === undefined ? undefined : plainMetres(distance),
  };
}
