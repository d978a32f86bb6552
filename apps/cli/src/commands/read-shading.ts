import { createHash } from 'node:crypto';
import { readRealNpy, type ShadingFile } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes } from '../arguments.ts';
import { inFile } from './read-lens.ts';

/** Option that names gains of a lens shading correction. */
export const LENS_SHADING = {
  value: 'F.npy',
  says: 'Gains of a lens shading correction, [rows, cols, 4] in the order R, Gr, Gb, B; nodes at the middles of the first and last pixels.',
} as const;

/** Gains in a .npy file. @throws UsageError for what are no gains. */
export async function readShadingPath(path: string): Promise<ShadingFile> {
  const bytes = await readBytes(path);
  const { shape, values } = inFile(path, () => readRealNpy(bytes));
  const [rows = 0, columns = 0, planes = 0] = shape;
  if (shape.length !== 3 || rows < 2 || columns < 2 || planes < 1)
    throw new UsageError(
      `${path} must be gains [rows, cols, 4] of at least 2 x 2 nodes, not [${shape.join(', ')}].`,
    );
  if (!values.every((gain) => gain > 0 && Number.isFinite(gain)))
    throw new UsageError(`${path}: gains must be finite and more than 0.`);
  return {
    gains: { rows, columns, planes, data: Float32Array.from(values) },
    digest: createHash('sha256').update(bytes).digest('hex'),
  };
}
