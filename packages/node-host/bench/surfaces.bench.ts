import {
  findLensFile,
  lensDesign,
  newRay,
  readLensFile,
  simulate,
  traceRay,
  tracedLens,
  type LensFile,
  type SimulationResult,
} from '@lumenloom/engine';
import { nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';
import { planOf, quiet } from './recipes.ts';

const RAYS = 50_000;
const SURFACES = 6;
const CONIC = { conic: 0.1 };
const TERMS = [2e-3, -1e-3, 5e-4, 2e-4, -1e-4, 5e-5];
const NORM = { normRadius: 5 };
const POLYNOMIAL = Array.from({ length: 16 }, (_, i) => 1e-4 / (i + 1));

/** A row of weak lenses, all of whose surfaces have one shape. */
const rowOf = (shape: object): LensFile =>
  readLensFile({
    name: 'Row',
    surfaces: Array.from({ length: SURFACES }, (_, i) => ({
      radius: i % 2 === 0 ? 80 : -80,
      thickness: i === SURFACES - 1 ? 30 : 2,
      glass: i % 2 === 0 ? 'N-BK7' : null,
      semiDiameter: 5,
      ...shape,
    })),
    stopIndex: 0,
    halfFieldDegrees: 2,
  });

/** Rays through surfaces of a kind; the twin's are conics. */
function rays(kind: string, shape: object, most: number): Benchmark {
  const through = (file: LensFile) => {
    const lens = tracedLens(lensDesign(file), 550);
    return () => {
      const ray = newRay();
      let sum = 0;
      for (let i = 0; i < RAYS; i += 1) {
        ray.xMm = 3 * ((i % 223) / 111 - 1);
        ray.yMm = 3 * (Math.floor(i / 223) / 111 - 1);
        [ray.zMm, ray.L, ray.M, ray.N] = [-1, 0, 0, 1];
        if (traceRay(lens, ray) === 0) sum += ray.xMm;
      }
      return sum;
    };
  };
  return {
    name: `surfaces: ${RAYS} rays through ${SURFACES} of kind ${kind}; beside conics`,
    runs: 15,
    fast: () => through(rowOf({ shape })),
    plain: () => through(rowOf(CONIC)),
    limit: { ratio: Number((1 / most).toFixed(3)) },
    ownProcess: true,
  };
}

const plan = planOf({ scene: 'Macbeth', optics: 'Double-Gauss' }, 64, 48, 20);
let made = 0;
/** Each run has a lens that no run before had, so that its tables are computed. */
async function tables(
  symmetry: string,
  change: (tiny: number) => object,
  most: number,
): Promise<Benchmark> {
  const file = (await findLensFile('double-gauss'))!;
  const through = (changed: (tiny: number) => object) => () => {
    made += 1;
    const surfaces = file.surfaces.map((row, i) =>
      i === 0 ? { ...row, ...changed(1 + made * 1e-7) } : row,
    );
    const lens = readLensFile({ ...file, surfaces });
    const { cache: _, ...host } = nodeHost(2);
    return simulate({ ...plan, optics: { lens } }, host, { ...quiet, measures: false });
  };
  return {
    name: `surfaces: first picture 64x48, symmetry ${symmetry}; beside a lens with a tilted surface`,
    runs: 3,
    fast: () => through(change),
    plain: () => through((tiny) => ({ tilt: [0.01 * tiny, 0, 0] })),
    ms: (outcome) =>
      (outcome as SimulationResult).report.stages.find(({ name }) => name === 'optics')!.ms,
    limit: { ratio: Number((1 / most).toFixed(3)) },
  };
}

/** Shapes without symmetry (docs/lens-design.md). */
export const surfaces: readonly Benchmark[] = [
  rays('qbfs with 6 terms', { kind: 'qbfs', ...NORM, coefficients: TERMS }, 4),
  rays(
    'zernike with 16 terms',
    { kind: 'zernike', ...NORM, numbering: 'fringe', coefficients: POLYNOMIAL },
    8,
  ),
  await tables(
    'plane',
    (tiny) => ({ shape: { kind: 'xy', normRadius: 1, terms: [[2, 0, 1e-7 * tiny]] } }),
    4,
  ),
  await tables(
    'none',
    (tiny) => ({ shape: { kind: 'xy', normRadius: 1, terms: [[1, 1, 1e-7 * tiny]] } }),
    7,
  ),
];
