import { loadLensFile } from '../../src/optics/load-lens-file.ts';
import { optics, type OpticsId } from '../../src/optics/list.ts';
import type { LensFile } from '../../src/optics/ray-trace/lens-file.ts';

/** The prescriptions of the product's lenses, for tests that need them at once. */
export const lensFiles = Object.fromEntries(
  await Promise.all(
    (Object.keys(optics) as OpticsId[]).map(async (id) => [id, await loadLensFile(id)] as const),
  ),
) as Readonly<Record<OpticsId, LensFile>>;
