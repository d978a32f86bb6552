/** Blur radii, pixels, at which layers stand on both sides of the focus; from the last on, */
const FIRST_LEVELS = [0.5, 1, 1.5, 2] as const;
/** each is so many times the one before. */
const RATIO = 1.25;
const MOST_LEVELS = 64;
const WIDENING = 1.05;

/** The layers into which a scene is cut. */
export interface DepthLevels {
  /** Signed blur radii, pixels, ascending: from far to near. */
  readonly blurs: readonly number[];
  /** Blur of a layer over the one before it, far from the focus. */
  readonly ratio: number;
}

/**
 * Blur radii of the layers of a scene. They do not depend on the scene but for which of them are
 * used, so that kernels of one scene serve others.
 *
 * @param least smallest and `most` largest blur of the scene.
 * @param ends blurs of infinity and of the nearest plane that can be imaged.
 */
export function depthLevels(
  least: number,
  most: number,
  ends: readonly [number, number],
): DepthLevels {
  for (let ratio = RATIO; ; ratio *= WIDENING) {
    const sideOf = (farthest: number): number[] => {
      const side: number[] = [...FIRST_LEVELS];
      while (side.at(-1)! < farthest) side.push(side.at(-1)! * ratio);
      return side;
    };
    const all = [
      ...sideOf(-least)
        .map((blur) => -blur)
        .reverse(),
      0,
      ...sideOf(most),
    ];
    const first = Math.max(
      0,
      all.findLastIndex((blur) => blur <= least),
    );
    const last = all.findIndex((blur) => blur >= most);
    const blurs = all
      .slice(first, last + 1)
      .map((blur) => Math.min(ends[1], Math.max(ends[0], blur)));
    if (blurs.length <= MOST_LEVELS) return { blurs, ratio };
  }
}

/** Whether layers stand wider apart than usual, to be no more than are formed. */
export const isWidened = ({ ratio }: DepthLevels): boolean => ratio !== RATIO;

/**
 * Places of blurs among the layers: 2.25 lies a quarter of the way from layer 2 to layer 3. Blurs
 * beyond the outermost layers count as theirs; NaN stays.
 */
export function placesAmong(blurs: readonly number[], values: Float32Array): Float32Array {
  return values.map((value) => {
    if (Number.isNaN(value)) return NaN;
    const above = blurs.findIndex((blur) => blur >= value);
    if (above <= 0) return above === 0 ? 0 : blurs.length - 1;
    const below = blurs[above - 1]!;
    return above - 1 + (value - below) / (blurs[above]! - below);
  });
}

/** Share of a sample at a place that belongs to a layer. */
export const shareOf = (place: number, layer: number): number => {
  const share = 1 - Math.abs(place - layer);
  return share > 0 ? share : 0;
};
