import type { NpyType } from '../images/npy.ts';

/** The arrays between the stages; without a sensor there are the first two. */
export const STAGE_ARRAYS = ['scene', 'irradiance', 'electrons', 'volts', 'raw'] as const;
export type StageArray = (typeof STAGE_ARRAYS)[number];
/** The arrays besides of a sensor with a chip; those of a capture end with its name. */
type ChipArray = `electrons_${string}` | `raw_${string}` | 'linear' | 'defects' | 'opticalBlack';
export type SinkArray = StageArray | ChipArray;

/**
 * Takes the arrays between the stages, in pieces (of a cube its bands), so that a whole cube is
 * never in memory.
 */
export interface StageSink {
  readonly write: (
    name: SinkArray,
    type: NpyType,
    shape: readonly number[],
    pieces: AsyncIterable<Float32Array | Uint16Array | Uint8Array>,
  ) => Promise<void>;
}

/** An array that is written in one piece, computed only when the sink asks for it. */
export async function* once<Piece>(make: () => Piece): AsyncGenerator<Piece> {
  yield await Promise.resolve(make());
}
