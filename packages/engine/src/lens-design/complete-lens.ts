import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import { readLensFile, type LensFile } from '../optics/ray-trace/lens-file.ts';
import { tableOf } from '../text/json-fields.ts';
import { atStart, lensProblem } from './lens-problem.ts';
import { partIn, readMerit } from './lens-study.ts';
import { lensOfValues } from './lens-of-values.ts';

/**
 * The lens of a document after its pickups and solves, with the glasses that only the catalogue
 * has among its own.
 *
 * @param content parsed JSON: `lens`, and `pickups` and `solves` as a lens study has them.
 * @throws SimulationError with the place in the document.
 */
export function completeLens(content: unknown, catalogue?: GlassCatalogue): LensFile {
  const table = tableOf(content, '', 'The document');
  const { lens, pickups, solves } = table;
  if (isEmpty(pickups) && isEmpty(solves)) {
    const file = readLensFile(lens, catalogue);
    // Nothing is solved for: lenses that no study takes are complete too.
    if (partIn(file) !== undefined) return file;
  }
  const document = readMerit(table, [], catalogue);
  const problem = lensProblem(document, []);
  return atStart(problem, () => lensOfValues(problem, [], false));
}

const isEmpty = (list: unknown): boolean =>
  list === undefined || (Array.isArray(list) && list.length === 0);
