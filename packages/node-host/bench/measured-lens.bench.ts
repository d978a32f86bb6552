import {
  exportedMeasured,
  findLensFile,
  lensDesign,
  measuredDesign,
  simulate,
  type MeasuredLensFile,
} from '@lumenloom/engine';
import { nodeHost, publishedLens } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

/** A run with a measured lens takes at most this of the run with the lens of glass. */
const MOST = 1.1;
/** Fit of the curves of six heights with 14 values. */
const FIT_MS = 3000;

const glass = planOf(
  { scene: 'Macbeth', optics: 'Double-Gauss', isp: 'Fast-openISP' },
  650,
  450,
  10,
);
const box = exportedMeasured(lensDesign((await findLensFile('double-gauss'))!));
const tables = { ...glass, optics: box };
const host = nodeHost(2);

const pixel4a = (await publishedLens('pixel-4a'))!.file as MeasuredLensFile;
let lenses = 0;
/** A lens whose curves nobody has fitted yet. */
const unknown = (): MeasuredLensFile => ({
  ...pixel4a,
  exitPupilMm: pixel4a.focalLengthMm! + (lenses += 1) * 1e-9,
});

/** Lenses by what was measured of them (docs/measured-lenses.md). */
export const measuredLenses: readonly Benchmark[] = [
  {
    name: 'measured-lens: run 650x450, black box of the Double-Gauss; beside it the glass',
    runs: 9,
    fast: () => () => simulate(tables, host, quiet),
    plain: () => () => simulate(glass, host, quiet),
    limit: { ratio: 1 / MOST },
  },
  {
    name: 'measured-lens: fit of the curves of the Pixel 4a',
    runs: 3,
    fast: () => () => measuredDesign(unknown()),
    limit: { ms: FIT_MS },
  },
];
