import type { NpyType } from '../images/npy.ts';

export type StageArray = 'scene' | 'irradiance' | 'electrons' | 'volts' | 'raw';

/** Takes the arrays between the stages, band by band, so that a whole cube never exists. */
export interface StageSink {
  readonly write: (
    name: StageArray,
    type: NpyType,
    shape: readonly number[],
    pieces: AsyncIterable<Float32Array | Uint16Array>,
  ) => Promise<void>;
}

/** An array that is written in one piece. */
export async function* once<Piece>(make: () => Piece): AsyncGenerator<Piece> {
  yield await Promise.resolve(make());
}
