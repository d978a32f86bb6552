import { findLensFile, lensDesign, readLensFile, type LensDesign } from '@lumenloom/engine';
import { optics } from '@lumenloom/engine/catalogue';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readJson } from '../arguments.ts';

/** Names of the built-in lenses. */
export const LENS_IDS = Object.keys(optics);

/** A built-in lens by its name, or the lens in a file. @throws UsageError when there is neither. */
export async function readLens(name: string): Promise<LensDesign> {
  const known = await findLensFile(name);
  if (!known && !/[./\\]/.test(name))
    throw new UsageError(
      `There is no lens ${name}: choose ${LENS_IDS.join(', ')}, or name a lens file such as own-lens.json.`,
    );
  return lensDesign(known ?? readLensFile(await readJson(name)));
}
