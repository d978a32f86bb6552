import { readFile } from 'node:fs/promises';
import { optimiseLens, readLensStudy, readTolerances, tolerancesOf } from '@lumenloom/engine';
import { EXAMPLES, nodeHost } from '../src/index.ts';
import type { Benchmark } from './benchmark.ts';

const STEPS = 300;
const watch = { stopped: () => false };

const documentOf = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(name, EXAMPLES), 'utf8'));

/** A whole lens study, and tolerances of a lens, on one core (docs/lens-design.md). */
export const lensStudies: readonly Benchmark[] = [
  {
    name: 'optimise: a triplet 10 % off, 9 variables, 1 thread',
    runs: 9,
    fast: async () => {
      const study = readLensStudy(await documentOf('lens-study.json'));
      return () => optimiseLens(study, STEPS, nodeHost(1), watch);
    },
  },
  {
    name: 'optimise: tolerances of a triplet, 200 lenses, 1 thread',
    runs: 5,
    fast: async () => {
      const study = readTolerances(await documentOf('lens-tolerances.json'));
      return () => tolerancesOf(study, nodeHost(1), watch);
    },
  },
];
