import { BAND_WIDTH, type Spectrum } from '../../quantities/wavelengths.ts';
import { symmetricEigen } from '../../analysis/linear-algebra.ts';

/**
 * A source plane, a weighted sum of the scene's planes, and the spectrum with which it contributes
 * to each output.
 */
export interface FoldedTerm {
  /** Weight of each scene plane in the sum. */
  readonly mixture: Float64Array;
  /**
   * Per output: photons · response · 10 nm per band; undefined where this term does not contribute
   * to the output.
   */
  readonly spectra: readonly (Spectrum | undefined)[];
}

/**
 * Largest error by folding, relative to a white surface in the same channel; a step of 8 bits is
 * 4e-3.
 */
const FOLDING_ERROR = 1e-4;
/**
 * With no more planes than this the planes themselves are the terms, which is exact: sums of them
 * would save nothing.
 */
const FEW_PLANES = 4;

/**
 * Folds bands of a scene into as few source planes as the error allows. An output gets Σ over bands
 * of photons · response · point spread, and neighbouring bands have nearly the same point spread:
 * planes whose photons · response are similar can be merged.
 *
 * @param radiance photons per band of each scene plane.
 * @param responses per output channel and band.
 * @param isFolded whether a band belongs to those that are folded, which share one map.
 * @param white photons per band of a white surface; errors are relative to it.
 * @param likenessOf gives the Gram matrix of the bands' point spread functions, bands x bands, see
 *   `band-likeness.ts`; called when needed.
 * @see docs/reference/physics.md#p4.
 */
export function foldBands(
  radiance: readonly Spectrum[],
  responses: readonly Spectrum[],
  isFolded: (band: number) => boolean,
  white: Spectrum,
  likenessOf: () => Float64Array,
): readonly FoldedTerm[] {
  const electrons = responses.map((response) =>
    radiance.map((spectrum) =>
      spectrum.map((photons, band) =>
        isFolded(band) ? photons * response[band]! * BAND_WIDTH : 0,
      ),
    ),
  );
  const identity = radiance.map((_, plane) => ({
    mixture: Float64Array.from(radiance, (__, other) => Number(other === plane)),
    spectra: electrons.map((planes) => planes[plane]!),
  }));
  if (radiance.length <= FEW_PLANES) return identity;
  const likeness = likenessOf();
  const inputs = [white, likeness, ...responses, ...electrons.flat()];
  let known = lastFolded.find((one) => areEqual(one.inputs, inputs));
  if (!known) {
    known = { inputs, terms: fold(electrons, { responses, white, likeness }) ?? identity };
    lastFolded.unshift(known);
    lastFolded.length = Math.min(lastFolded.length, MOST_FOLDED);
  }
  return known.terms;
}

/** The last calls: pictures of a scene in the same light through the same lens ask the same. */
const lastFolded: {
  readonly inputs: readonly Spectrum[];
  readonly terms: readonly FoldedTerm[];
}[] = [];
const MOST_FOLDED = 16;

const areEqual = (some: readonly Spectrum[], others: readonly Spectrum[]): boolean =>
  some.length === others.length &&
  some.every((one, place) => {
    const other = others[place]!;
    return one.length === other.length && one.every((value, at) => value === other[at]);
  });

/** The terms of `foldBands`; undefined where they would be no fewer than the planes. */
function fold(
  electrons: readonly (readonly Spectrum[])[],
  {
    responses,
    white,
    likeness,
  }: {
    readonly responses: readonly Spectrum[];
    readonly white: Spectrum;
    readonly likeness: Float64Array;
  },
): readonly FoldedTerm[] | undefined {
  // In flat parts of a picture only the sum over the bands counts, whatever their point spread:
  // hence the 1.
  const bands = white.length;
  const largest = likeness.reduce((most, value) => Math.max(most, value), 0);
  const metric = likeness.map((value) => 1 + value / largest);
  const inner = (a: Spectrum, b: Spectrum): number => {
    let sum = 0;
    for (let i = 0; i < bands; i += 1)
      if (a[i] !== 0)
        for (let j = 0; j < bands; j += 1) sum += a[i]! * metric[i * bands + j]! * b[j]!;
    return sum;
  };
  const whites = responses.map((response) => {
    const spectrum = white.map((photons, band) => photons * response[band]! * BAND_WIDTH);
    return inner(spectrum, spectrum);
  });
  const separate = electrons.flatMap((planes, channel) =>
    mixturesOf([planes], [whites[channel]!], inner).map((mixture) => ({ mixture, channel })),
  );
  const shared = mixturesOf(electrons, whites, inner);
  const mixed = (planes: readonly Spectrum[], mixture: Float64Array): Spectrum =>
    Float64Array.from({ length: bands }, (_, band) =>
      planes.reduce((sum, spectrum, plane) => sum + mixture[plane]! * spectrum[band]!, 0),
    );
  if (Math.min(separate.length, shared.length) >= electrons[0]!.length) return undefined;
  // A forward transform costs about as much as two products of spectra; separate terms need one
  // product each, shared ones one per channel.
  const isSeparate = separate.length * (2 + 1) <= shared.length * (2 + responses.length);
  return isSeparate
    ? separate.map(({ mixture, channel }) => ({
        mixture,
        spectra: electrons.map((planes, output) =>
          output === channel ? mixed(planes, mixture) : undefined,
        ),
      }))
    : shared.map((mixture) => ({
        mixture,
        spectra: electrons.map((planes) => mixed(planes, mixture)),
      }));
}

/**
 * The fewest orthonormal mixtures of planes that represent every plane in every channel within
 * `FOLDING_ERROR`.
 *
 * @param channels per channel, the spectrum of each plane.
 * @param whites squared norm of white per channel.
 * @param inner scalar product of spectra.
 */
function mixturesOf(
  channels: readonly (readonly Spectrum[])[],
  whites: readonly number[],
  inner: (a: Spectrum, b: Spectrum) => number,
): Float64Array[] {
  const count = channels[0]!.length;
  const grams = channels.map((planes, channel) => {
    const gram = new Float64Array(count * count);
    if (!(whites[channel]! > 0)) return gram;
    for (let i = 0; i < count; i += 1)
      for (let j = 0; j <= i; j += 1)
        gram[i * count + j] = gram[j * count + i] =
          inner(planes[i]!, planes[j]!) / whites[channel]!;
    return gram;
  });
  const { vectors } = symmetricEigen(
    grams.reduce(
      (sum, gram) => sum.map((value, i) => value + gram[i]!),
      new Float64Array(count * count),
    ),
    count,
  );
  for (let used = 0; used < count; used += 1) {
    const kept = vectors.slice(0, used);
    if (grams.every((gram) => largestLoss(gram, kept, count) <= FOLDING_ERROR ** 2)) return kept;
  }
  return [...vectors];
}

/**
 * Largest squared norm of what the mixtures do not represent of a plane: the diagonal of (1 −
 * UUᵀ)·G·(1 − UUᵀ).
 */
function largestLoss(gram: Float64Array, kept: readonly Float64Array[], count: number): number {
  let worst = 0;
  for (let plane = 0; plane < count; plane += 1) {
    const rest = Float64Array.from(
      { length: count },
      (_, other) =>
        Number(other === plane) -
        kept.reduce((sum, vector) => sum + vector[plane]! * vector[other]!, 0),
    );
    let norm = 0;
    for (let i = 0; i < count; i += 1)
      for (let j = 0; j < count; j += 1) norm += rest[i]! * gram[i * count + j]! * rest[j]!;
    worst = Math.max(worst, norm);
  }
  return worst;
}
