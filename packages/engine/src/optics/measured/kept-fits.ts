import { digestOf } from '../../digest.ts';
import type { CurveTargets } from './curve-targets.ts';
import { fitCurves, type CurveFit } from './fit-curves.ts';
import type { MeasuredLensFile } from './measured-file.ts';

/** Fits of this thread by the hash of their files: a fit takes a second. */
const known = new Map<string, CurveFit>();
const MOST_KNOWN = 16;

/** The fit of the curves of a file, kept for the next lens with the same tables. */
export function fittedCurves(file: MeasuredLensFile, targets: CurveTargets): CurveFit {
  const { name: _, source: __, sources: ___, ...tables } = file;
  const key = digestOf(tables);
  const fit = known.get(key) ?? fitCurves(targets);
  if (!known.has(key) && known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
  known.set(key, fit);
  return fit;
}
