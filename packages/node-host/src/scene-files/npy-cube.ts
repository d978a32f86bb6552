import { SimulationError, readNpy } from '@lumenloom/engine';
import { checkSize, checkWavelengths, failScene, type SpectralFile } from './spectral-file.ts';

/** A cube of an .npy file: [bands, rows, columns]. */
export function readNpyCube(
  bytes: Uint8Array,
  wavelengths: readonly number[] | undefined,
  room?: number,
): SpectralFile {
  const { type, shape, data } = readNpy(bytes);
  if (type !== 'float32' && type !== 'float64')
    failScene(`A cube has the type float32 or float64; this one has ${type}`);
  if (shape.length !== 3)
    failScene(`A cube has the shape [bands, rows, columns]; this one has (${shape.join(', ')})`);
  const [bands, rows, columns] = shape as [number, number, number];
  checkSize(rows, columns, bands, room);
  if (!wavelengths)
    throw new SimulationError(
      'bad-parameter',
      'An .npy cube needs its wavelengths in nm, for example 400:10:700.',
      'wavelengths',
    );
  checkWavelengths(wavelengths, bands);
  const plane = rows * columns;
  return {
    cube: {
      rows,
      columns,
      wavelengths,
      band: (index) => data.subarray(index * plane, (index + 1) * plane),
    },
    notes: [],
  };
}
