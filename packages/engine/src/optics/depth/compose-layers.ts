/** Layers whose blurs differ by no more, pixels, belong to one surface. */
export const ONE_SURFACE = 1;
/** Share of the even picture below which a pixel sees next to nothing of any layer. */
const LITTLE = 1e-3;

/** The pictures of a layer. */
export interface LayerPictures {
  /** Of its light. */
  readonly light: Float32Array;
  /** Of an even white surface where the layer is. */
  readonly weight: Float32Array;
  /** Of white where it was guessed that it goes on behind something; absent where nowhere. */
  readonly guessed?: Float32Array;
}

/**
 * Composes a picture of layers, from the nearest to the farthest: a layer is seen where nearer ones
 * leave room, and the sum is divided by the sum of white layers, so that an even scene stays even
 * whatever its distances are.
 *
 * @param blurs of all layers, ascending.
 * @param even picture of an even white scene.
 * @see docs/reference/depth.md#scenes
 */
export function layerComposition(blurs: readonly number[], even: Float32Array) {
  const pixels = even.length;
  const [light, weight, covered] = [0, 1, 2].map(() => new Float32Array(pixels)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  /** Layers that may hide what comes later, the nearest first. */
  const waiting: { readonly layer: number; readonly weight: Float32Array }[] = [];
  const spare: Float32Array[] = [];
  let guessed = 0;
  return {
    /** Adds a layer, whose arrays are free for others afterwards. */
    add: (layer: number, pictures: LayerPictures): void => {
      // Neighbours, and layers of nearly the same blur, are one surface and do not hide each other.
      for (let next = waiting[0]; next; next = waiting[0]) {
        const hides = next.layer > layer + 1 && blurs[next.layer]! > blurs[layer]! + ONE_SURFACE;
        if (!hides) break;
        for (let at = 0; at < pixels; at += 1)
          if (even[at]! > 0) covered[at]! += next.weight[at]! / even[at]!;
        spare.push(next.weight);
        waiting.shift();
      }
      for (let at = 0; at < pixels; at += 1) {
        const room = 1 - covered[at]!;
        if (!(room > 0)) continue;
        light[at]! += room * pictures.light[at]!;
        weight[at]! += room * pictures.weight[at]!;
        if (pictures.guessed && even[at]! > 0)
          guessed += (room * pictures.guessed[at]!) / even[at]!;
      }
      const kept = spare.pop() ?? new Float32Array(pixels);
      kept.set(pictures.weight);
      waiting.push({ layer, weight: kept });
    },
    /** The picture; it takes the place of the layers' light. */
    picture: (): Float32Array => {
      for (let at = 0; at < pixels; at += 1)
        if (weight[at]! > LITTLE * even[at]!) light[at]! *= even[at]! / weight[at]!;
      return light;
    },
    /** Share of the picture that shows guessed light. */
    guessedShare: (): number => Math.max(0, guessed / pixels),
  };
}
