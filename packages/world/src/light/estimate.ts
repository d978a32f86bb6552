import { luminanceOf, pathBatches } from '@lumenloom/engine/quick';
import { BAND_COUNT, newBands, type Bands } from '../spectra/bands.ts';
import type { Tracer } from './trace.ts';

/** A mean over samples, and what it may err by. */
export interface Estimate {
  /** Of each group, in the order of the world. */
  readonly groups: readonly Bands[];
  /** The sum of the groups. */
  readonly bands: Bands;
  readonly luminance: number;
  /** Luminance of each batch by its groups; empty where the groups are one. */
  readonly batches: readonly (readonly number[])[];
  /** Of the luminance; null below 16 samples. */
  readonly standardError: number | null;
  /** One batch holds more than half of the luminance. */
  readonly isFirefly: boolean;
}

/** Which samples: of a pixel or a place. */
export interface Samples {
  readonly count: number;
  readonly seed: number;
  readonly column: number;
  readonly row: number;
}

/** @param path adds one sample to the sums of the tracer. */
export function estimate(tracer: Tracer, samples: Samples, path: () => void): Estimate {
  const { count, seed, column, row } = samples;
  const batches = pathBatches(count);
  const { sums, sampler } = tracer;
  const total = new Float64Array(sums.length);
  const luminances: number[] = [];
  const parts: number[][] = [];
  let done = 0;
  for (let batch = 0; batch < batches; batch += 1) {
    const size = Math.floor(((batch + 1) * count) / batches) - done;
    done += size;
    sums.fill(0);
    sampler.begin(seed, column, row, batch);
    for (let index = 0; index < size; index += 1) {
      sampler.sample(index);
      path();
    }
    for (let i = 0; i < sums.length; i += 1) total[i]! += sums[i]!;
    luminances.push(luminanceOf(summed(sums)) / size);
    if (sums.length > BAND_COUNT)
      parts.push(groupsOf(sums).map((bands) => luminanceOf(bands) / size));
  }
  for (let i = 0; i < total.length; i += 1) total[i]! /= count;
  const mean = luminances.reduce((sum, value) => sum + value, 0) / batches;
  const squares = luminances.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const bands = summed(total);
  return {
    groups: groupsOf(total),
    batches: parts,
    bands,
    luminance: luminanceOf(bands),
    standardError: batches === 1 ? null : Math.sqrt(squares / (batches - 1) / batches),
    isFirefly: batches > 1 && Math.max(...luminances) > 0.5 * batches * mean && mean > 0,
  };
}

const groupsOf = (bands: Float64Array): readonly Bands[] =>
  Array.from({ length: bands.length / BAND_COUNT }, (_, group) =>
    bands.subarray(group * BAND_COUNT, (group + 1) * BAND_COUNT),
  );

/** Covariances of the means of groups over batches: (0, 0), (1, 0), (1, 1), (2, 0) and so on. */
export function covariances(batches: readonly (readonly number[])[]): readonly number[] {
  const count = batches.length;
  const means = batches[0]!.map(
    (_, group) => batches.reduce((sum, batch) => sum + batch[group]!, 0) / count,
  );
  return means.flatMap((_, i) =>
    Array.from({ length: i + 1 }, (__, j) => {
      const products = batches.reduce(
        (sum, batch) => sum + (batch[i]! - means[i]!) * (batch[j]! - means[j]!),
        0,
      );
      return count > 1 ? products / (count - 1) / count : NaN;
    }),
  );
}

function summed(groups: Float64Array): Bands {
  const bands = newBands();
  for (let i = 0; i < groups.length; i += 1) bands[i % BAND_COUNT]! += groups[i]!;
  return bands;
}
