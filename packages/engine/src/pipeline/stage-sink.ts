import type { NpyType } from '../images/npy.ts';
import type { ReadOutSettings } from '../sensors/read-out/read-out-plain.ts';
import type { RawPicture } from '../sensors/read-out/read-out-sensor.ts';

/** The arrays between the stages; without a sensor there are the first two. */
export const STAGE_ARRAYS = ['scene', 'irradiance', 'electrons', 'volts', 'raw'] as const;
export type StageArray = (typeof STAGE_ARRAYS)[number];

/**
 * Takes the arrays between the stages, in pieces (of a cube its bands), so that a whole cube is
 * never in memory.
 */
export interface StageSink {
  readonly write: (
    name: StageArray,
    type: NpyType,
    shape: readonly number[],
    pieces: AsyncIterable<Float32Array | Uint16Array>,
  ) => Promise<void>;
}

/**
 * Writes the arrays of a sensor: electrons (mean signal, without dark current), volts after
 * clipping, and raw codes.
 *
 * @param shape rows, columns.
 * @param light what was read out, electrons/(s·m²) per pixel.
 * @param picture read out with its volts.
 */
export async function writeReadOut(
  sink: StageSink,
  shape: readonly [number, number],
  light: Float32Array,
  { electronsPerUnit }: Pick<ReadOutSettings, 'electronsPerUnit'>,
  { raw, volts }: RawPicture,
): Promise<void> {
  const electrons = (): Float32Array => light.map((value) => value * electronsPerUnit);
  await sink.write('electrons', 'float32', shape, once(electrons));
  await sink.write(
    'volts',
    'float32',
    shape,
    once(() => volts!),
  );
  await sink.write(
    'raw',
    'uint16',
    shape,
    once(() => raw),
  );
}

/** An array that is written in one piece, computed only when the sink asks for it. */
async function* once<Piece>(make: () => Piece): AsyncGenerator<Piece> {
  yield await Promise.resolve(make());
}
