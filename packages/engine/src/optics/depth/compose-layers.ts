/** Layers whose blurs differ by no more, pixels, belong to one surface. */
export const ONE_SURFACE = 1;
/** Share of the even picture below which a pixel sees next to nothing of any layer. */
const LITTLE = 1e-3;

export interface LayerPictures {
  readonly light: Float32Array;
  /** Light if the layer were even white where it is shown, and went on beyond the scene's end. */
  readonly weight: Float32Array;
  /** The same surface as far as the scene goes; absent where it does not reach the end. */
  readonly within?: Float32Array;
  /** Light of white where the layer goes on behind something; absent where it does not. */
  readonly behind?: Float32Array;
}

/**
 * Composes a picture of layers, from the nearest to the farthest: a layer is seen where nearer ones
 * leave room, and the sum is divided by the sum of white layers, so that an even scene stays even
 * whatever its distances are. Light that is missing because the scene ends is missing of all
 * layers, hidden or not: nothing hides the dark beyond the end.
 *
 * @param blurs of all layers, ascending.
 * @param even picture of an even white scene.
 * @see docs/reference/depth.md#scenes
 */
export function layerComposition(blurs: readonly number[], even: Float32Array) {
  const pixels = even.length;
  const [light, white, covered, lost] = [0, 1, 2, 3].map(() => new Float32Array(pixels)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  /** Layers that may hide what comes later, the nearest first. */
  const waiting: { readonly layer: number; readonly white: Float32Array }[] = [];
  const spare: Float32Array[] = [];
  let uncovered = 0;
  return {
    /** Adds a layer, whose arrays are free for others afterwards. */
    add: (layer: number, pictures: LayerPictures): void => {
      const { weight, within = weight, behind } = pictures;
      // Neighbours, and layers of nearly the same blur, are one surface and do not hide each other.
      for (let next = waiting[0]; next; next = waiting[0]) {
        const hides = next.layer > layer + 1 && blurs[next.layer]! > blurs[layer]! + ONE_SURFACE;
        if (!hides) break;
        for (let at = 0; at < pixels; at += 1)
          if (even[at]! > 0) covered[at]! += next.white[at]! / even[at]!;
        spare.push(next.white);
        waiting.shift();
      }
      const kept = spare.pop() ?? new Float32Array(pixels);
      for (let at = 0; at < pixels; at += 1) {
        lost[at]! += weight[at]! - within[at]!;
        const hidden = behind?.[at] ?? 0;
        const whole = within[at]! + hidden;
        kept[at] = whole;
        const room = 1 - covered[at]!;
        if (!(room > 0)) continue;
        light[at]! += room * pictures.light[at]!;
        white[at]! += room * whole;
        if (hidden !== 0 && even[at]! > 0) uncovered += (room * hidden) / even[at]!;
      }
      waiting.push({ layer, white: kept });
    },
    /** The picture; it takes the place of the layers' light. */
    picture: (): Float32Array => {
      for (let at = 0; at < pixels; at += 1)
        if (white[at]! > LITTLE * even[at]!) light[at]! *= (even[at]! - lost[at]!) / white[at]!;
      return light;
    },
    /** Share of the picture that shows what goes on behind something. */
    behindShare: (): number => Math.max(0, uncovered / pixels),
  };
}
