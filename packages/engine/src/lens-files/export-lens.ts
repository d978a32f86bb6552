import { loadGlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import type { LensFileFacts } from './lens-file-facts.ts';
import { writeCodeV } from './write-code-v.ts';
import { writeZemax } from './write-zemax.ts';
import { writtenGlasses } from './written-glasses.ts';

const NO_FACTS = { fields: [], wavelengths: [], primaryNm: null, glasses: [] } as const;

/**
 * The text of a lens as a file of another program, or of ours.
 *
 * @param file in the one configuration that goes out; a JSON file has all that it has.
 * @param about what the file that it was read from says besides.
 * @throws SimulationError naming what the format lacks.
 */
export async function exportedLens(
  file: LensFile,
  format: 'zmx' | 'seq' | 'json',
  about: Pick<LensFileFacts, 'fields' | 'wavelengths' | 'primaryNm' | 'glasses'> = NO_FACTS,
): Promise<string> {
  if (format === 'json') return `${JSON.stringify(file, undefined, 2)}\n`;
  // Those of the reader know catalogues of the user's own.
  const named = about.glasses.filter(({ as }) => as !== null);
  const others = writtenGlasses(file, await loadGlassCatalogue());
  const glasses = [
    ...named,
    ...others.filter(({ name }) => !named.some((one) => one.name === name)),
  ];
  return (format === 'zmx' ? writeZemax : writeCodeV)(file, { ...about, glasses });
}
