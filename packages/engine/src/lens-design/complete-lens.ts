import type { GlassCatalogue } from '../optics/glass/glass-catalogue.ts';
import type { LensFile } from '../optics/ray-trace/lens-file.ts';
import { tableOf } from '../text/json-fields.ts';
import { atStart, lensProblem } from './lens-problem.ts';
import { readMerit } from './lens-study.ts';
import { lensOfValues } from './lens-of-values.ts';

/**
 * The lens of a document after its pickups and solves, with the glasses that only the catalogue
 * has among its own.
 *
 * @param content parsed JSON: `lens`, and `pickups` and `solves` as a lens study has them.
 * @throws SimulationError with the place in the document.
 */
export function completeLens(content: unknown, catalogue?: GlassCatalogue): LensFile {
  const document = readMerit(tableOf(content, '', 'The document'), [], catalogue);
  const problem = lensProblem(document, []);
  return atStart(problem, () => lensOfValues(problem, [], false));
}
