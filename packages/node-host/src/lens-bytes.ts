import { dirname } from 'node:path';
import { withPointFiles } from '@lumenloom/engine';
import { fileBelow } from './stored-file.ts';

/**
 * A lens file with the pictures of points that lie beside it; links are not followed.
 *
 * @param path of the file, from which `bytes` were read.
 * @throws SimulationError with the path of a picture that cannot be read.
 */
export const withFilesBeside = (bytes: Uint8Array, path: string): Promise<Uint8Array> =>
  withPointFiles(bytes, (name, place) => fileBelow(dirname(path), name, place));
