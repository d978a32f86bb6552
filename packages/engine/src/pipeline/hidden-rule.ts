import { blurScale } from '../optics/depth/blur-geometry.ts';
import { ONE_SURFACE } from '../optics/depth/compose-layers.ts';
import { besideJumps } from '../optics/depth/scene-layers.ts';
import type { HiddenRule } from '../worlds.ts';

/** What a rule for the hidden level says; depths count from the pinhole along the axis, m. */
export interface HiddenLevelRule {
  /**
   * Where the hidden level is needed.
   *
   * @param depth data[row * columns + column].
   * @returns not 0 where it is.
   */
  readonly wanted: (
    depth: Float32Array,
    size: { readonly rows: number; readonly columns: number },
  ) => Uint8Array;
  /** Whether what has nothing behind it has the surroundings behind it. */
  readonly holdsInfinity: boolean;
  /** Whether a depth stands behind a nearer one, not on the same surface. */
  readonly isBehind: (near: number, far: number) => boolean;
}

/** The rule whose data came from another thread, say. */
export function hiddenLevelRule(rule: HiddenRule): HiddenLevelRule {
  if ('farther' in rule)
    return {
      wanted: (depth) => new Uint8Array(depth.length).fill(1),
      holdsInfinity: false,
      isBehind: (near, far) => far > rule.farther * near,
    };
  const { entrancePupil, sampling } = rule;
  const scale = blurScale(...rule.blur);
  const blurAt = (depth: number): number =>
    scale.blurOf(Math.max(scale.nearest, depth - entrancePupil));
  return {
    wanted: (depth, size) => {
      const distances = depth.map((metres) => metres - entrancePupil);
      const sources = besideJumps({ ...size, distances }, scale, sampling);
      return Uint8Array.from(sources, (source) => (source < 0 ? 0 : 1));
    },
    holdsInfinity: true,
    isBehind: (near, far) => blurAt(near) - blurAt(far) > ONE_SURFACE,
  };
}
