import { exp, jacobiEigen, log } from '@lumenloom/engine/arithmetic';
import { Ranking } from '../decide/ranking.ts';
import { middleOf, mirrored, type Gene } from './space.ts';
import type { Algorithm, NoProposal, Search } from './algorithm.ts';
import { withChoiceMargin, withMargin } from './integer-margin.ts';

/** First step size, in the unit box. */
const FIRST_STEP = 0.3;
/** Each restart has twice the population of the one before. */
const MOST_RESTARTS = 9;

/** A direction of the search: a number, or one value of a choice. */
interface Coordinate {
  /** Its draws belong to this name. */
  readonly name: string;
  /** Bounds of the places that mean the same value, for whole numbers. */
  readonly cellOf: ((place: number) => readonly [number, number]) | undefined;
  /** First deviation, in first steps. */
  readonly first: number;
}

interface Coordinates {
  readonly coordinates: readonly Coordinate[];
  /** First coordinate and number of values of each choice. */
  readonly choices: readonly { readonly first: number; readonly choices: number }[];
}

/** Numbers that depend on the dimension and the population alone. */
interface Constants {
  readonly population: number;
  readonly weights: readonly number[];
  readonly massEffective: number;
  readonly cStep: number;
  readonly damping: number;
  readonly cPath: number;
  readonly cOne: number;
  readonly cMu: number;
  readonly meanLength: number;
}

/** A product, which every program rounds alike, as it need not do with powers. */
const square = (x: number): number => x * x;

/** @see Hansen: The CMA evolution strategy: a tutorial, arXiv 1604.00772, table 1. */
function constantsFor(n: number, population: number): Constants {
  const raw = Array.from(
    { length: population },
    (_, at) => log((population + 1) / 2) - log(at + 1),
  );
  const parents = Math.floor(population / 2);
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const mass = (values: readonly number[]): number =>
    square(sumOf(values)) / sumOf(values.map(square));
  const massEffective = mass(raw.slice(0, parents));
  const massNegative = mass(raw.slice(parents));
  const cPath = (4 + massEffective / n) / (n + 4 + (2 * massEffective) / n);
  const cStep = (massEffective + 2) / (n + massEffective + 5);
  const cOne = 2 / (square(n + 1.3) + massEffective);
  const cMu = Math.min(
    1 - cOne,
    (2 * (0.25 + massEffective + 1 / massEffective - 2)) / (square(n + 2) + massEffective),
  );
  const positive = sumOf(raw.filter((value) => value > 0));
  const negative = -sumOf(raw.filter((value) => value < 0));
  const negativeShare = Math.min(
    1 + cOne / cMu,
    1 + (2 * massNegative) / (massEffective + 2),
    (1 - cOne - cMu) / (n * cMu),
  );
  return {
    population,
    weights: raw.map((value) =>
      value >= 0 ? value / positive : (negativeShare * value) / negative,
    ),
    massEffective,
    cStep,
    cPath,
    cOne,
    cMu,
    damping: 1 + 2 * Math.max(0, Math.sqrt((massEffective - 1) / (n + 1)) - 1) + cStep,
    meanLength: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  };
}

/** The distribution from which a generation is drawn. */
interface State {
  readonly constants: Constants;
  mean: Float64Array;
  step: number;
  covariance: Float64Array[];
  /** Covariance = vectors diag(lengths^2) vectors^T. */
  vectors: readonly Float64Array[];
  lengths: Float64Array;
  /** Scales of whole numbers, which keep their values changing; 1 elsewhere. */
  scales: Float64Array;
  readonly stepPath: Float64Array;
  readonly path: Float64Array;
  generation: number;
  /** Generation at which vectors and lengths were computed. */
  decomposed: number;
  /** Best objectives of the latest generations. */
  readonly best: number[];
}

const diagonal = (entries: Float64Array): Float64Array[] =>
  Array.from(entries, (entry, at) => new Float64Array(entries.length).fill(entry, at, at + 1));

/** @param firsts first deviations of the coordinates, in first steps. */
function stateAt(mean: Float64Array, firsts: Float64Array, population: number): State {
  const n = mean.length;
  return {
    constants: constantsFor(n, population),
    mean,
    step: FIRST_STEP,
    covariance: diagonal(firsts.map(square)),
    vectors: diagonal(new Float64Array(n).fill(1)),
    lengths: firsts.slice(),
    scales: new Float64Array(n).fill(1),
    stepPath: new Float64Array(n),
    path: new Float64Array(n),
    generation: 0,
    decomposed: 0,
    best: [],
  };
}

/** vectors times values. */
const transformed = (vectors: readonly Float64Array[], values: Float64Array): Float64Array =>
  Float64Array.from(vectors, (row) => row.reduce((sum, entry, at) => sum + entry * values[at]!, 0));

/** The transposed vectors times values. */
function transposed(vectors: readonly Float64Array[], values: Float64Array): Float64Array {
  const result = new Float64Array(values.length);
  for (const [at, row] of vectors.entries())
    for (let column = 0; column < row.length; column += 1)
      result[column]! += row[column]! * values[at]!;
  return result;
}

/**
 * Covariance matrix adaptation in the unit box, with restarts of twice the population (IPOP). A
 * point outside is mirrored back where it is run; a choice has a coordinate for each of its values,
 * of which the largest wins; whole numbers keep a margin.
 *
 * @see Hansen, arXiv 1604.00772; Auger and Hansen: A restart CMA evolution strategy with increasing
 * population size, 2005; Hamano, Saito, Nomura and Shirakawa: CMA-ES with margin, 2022.
 */
export function cmaEs(search: Search): Algorithm {
  const { genes, draws, results, start } = search;
  const all = coordinatesOf(genes);
  const { coordinates } = all;
  const n = coordinates.length;
  const firstMean = meanAt(genes, start);
  const firstPopulation = search.population ?? 4 + Math.floor(3 * log(n));
  const ranking = new Ranking();
  const restarts: number[] = [];
  const firsts = Float64Array.from(coordinates, ({ first }) => first);
  let state = stateAt(firstMean, firsts, firstPopulation);
  let begin = start ? 1 : 0;
  let ranked = 0;
  let samples: Float64Array[] = [];

  const sample = (run: number): Float64Array => {
    const { lengths, vectors, scales, step, mean } = state;
    const normal = Float64Array.from(
      coordinates,
      ({ name }, at) => lengths[at]! * draws.normal('sample', name, run),
    );
    return transformed(vectors, normal).map((value, at) =>
      mirrored(mean[at]! + step * scales[at]! * value),
    );
  };
  const restart = (run: number): void => {
    restarts.push(run);
    const mean = Float64Array.from(coordinates, ({ name }) => draws.uniform('restart', name, run));
    state = stateAt(mean, firsts, 2 * state.constants.population);
  };
  const propose = (run: number): readonly number[] | NoProposal => {
    if (run === 0 && start) return start;
    if (samples.length === state.constants.population) {
      if (results.length < run) return 'wait';
      for (; ranked < run; ranked += 1) ranking.add(results[ranked]!);
      const generation = results
        .slice(begin, run)
        .map((result, at) => ({ result, point: samples[at]! }))
        .toSorted((a, b) => ranking.compare(a.result, b.result));
      update(
        state,
        generation.map(({ point }) => point),
        all,
      );
      const values = generation.map(({ result }) =>
        ranking.violation(result) > 0 ? undefined : result.objectives[0],
      );
      samples = [];
      begin = run;
      if (hasConverged(state, values)) {
        if (restarts.length === MOST_RESTARTS) return 'converged';
        restart(run);
      }
    }
    const point = sample(run);
    samples.push(point);
    return genesAt(genes, point);
  };
  return {
    get batch() {
      return state.constants.population;
    },
    propose,
    restarts,
  };
}

function coordinatesOf(genes: readonly Gene[]): Coordinates {
  let first = 0;
  return {
    coordinates: genes.flatMap(({ key, choices, cellOf, firstStep }) =>
      choices > 0
        ? Array.from({ length: choices }, (_, at) => ({
            name: `${key} ${at}`,
            cellOf: undefined,
            first: 1,
          }))
        : [{ name: key, cellOf, first: firstStep === undefined ? 1 : firstStep / FIRST_STEP }],
    ),
    choices: genes.flatMap(({ choices }) => {
      const group = { first, choices };
      first += Math.max(1, choices);
      return choices > 0 ? [group] : [];
    }),
  };
}

/** What the chosen value of a start has more than the others, in the unit box. */
const LEAD = 0.15;

/** The first mean: the start, else the middle of the box. */
const meanAt = (genes: readonly Gene[], start: readonly number[] | undefined): Float64Array =>
  Float64Array.from(
    genes.flatMap((gene, at) => {
      if (gene.choices === 0) return [start?.[at] ?? middleOf(gene)];
      return Array.from(
        { length: gene.choices },
        (_, choice) => 0.5 + (choice === start?.[at] ? LEAD : 0),
      );
    }),
  );

/** The genes that coordinates mean: of a choice the value whose coordinate is the largest. */
function genesAt(genes: readonly Gene[], point: Float64Array): readonly number[] {
  let at = 0;
  return genes.map(({ choices }) => {
    if (choices === 0) return point[at++]!;
    let best = 0;
    for (let choice = 1; choice < choices; choice += 1)
      if (point[at + choice]! > point[at + best]!) best = choice;
    at += choices;
    return best;
  });
}

/** Moves the distribution to the points of a generation, the best first. */
function update(
  state: State,
  points: readonly Float64Array[],
  { coordinates, choices }: Coordinates,
): void {
  const { constants, mean, step, vectors, lengths, scales, stepPath, path } = state;
  const { weights, massEffective, cStep, damping, cPath, meanLength } = constants;
  const n = mean.length;
  const steps = points.map((point) =>
    point.map((value, at) => (value - mean[at]!) / (step * scales[at]!)),
  );
  const moved = new Float64Array(n);
  for (const [rank, one] of steps.entries())
    if (weights[rank]! > 0)
      for (let at = 0; at < n; at += 1) moved[at]! += weights[rank]! * one[at]!;
  state.mean = mean.map((value, at) => value + step * scales[at]! * moved[at]!);
  const whitened = (values: Float64Array): Float64Array =>
    transposed(vectors, values).map((value, at) => value / lengths[at]!);
  const spun = transformed(vectors, whitened(moved));
  const stepShare = Math.sqrt(cStep * (2 - cStep) * massEffective);
  for (let at = 0; at < n; at += 1)
    stepPath[at] = (1 - cStep) * stepPath[at]! + stepShare * spun[at]!;
  state.generation += 1;
  const length = Math.sqrt(stepPath.reduce((sum, value) => sum + value * value, 0));
  const expected = Math.sqrt(1 - exp(2 * state.generation * log(1 - cStep)));
  const isSlow = length / expected < (1.4 + 2 / (n + 1)) * meanLength;
  const pathShare = isSlow ? Math.sqrt(cPath * (2 - cPath) * massEffective) : 0;
  for (let at = 0; at < n; at += 1) path[at] = (1 - cPath) * path[at]! + pathShare * moved[at]!;
  adaptCovariance(state, steps, { isSlow, whitened });
  state.step = step * exp(Math.min(1, (cStep / damping) * (length / meanLength - 1)));
  decompose(state);
  const margin = withMargin(
    {
      mean: state.mean,
      step: state.step,
      scales,
      variances: Float64Array.from(state.covariance, (row, at) => row[at]!),
    },
    coordinates.map(({ cellOf }) => cellOf),
    1 / (n * points.length),
  );
  state.mean = margin.mean;
  state.scales = margin.scales;
  const { covariance, scales: wide } = state;
  const variance = (a: number, b: number): number => wide[a]! * wide[b]! * covariance[a]![b]!;
  withChoiceMargin(
    state.mean,
    choices,
    (a, b) =>
      state.step * Math.sqrt(Math.max(0, variance(a, a) + variance(b, b) - 2 * variance(a, b))),
    1 / (n * points.length),
  );
}

function adaptCovariance(
  state: State,
  steps: readonly Float64Array[],
  {
    isSlow,
    whitened,
  }: { readonly isSlow: boolean; readonly whitened: (values: Float64Array) => Float64Array },
): void {
  const { constants, path, covariance } = state;
  const { weights, cOne, cMu, cPath } = constants;
  const n = path.length;
  // Points that are far out count less where their weight is negative, so that the matrix stays
  // positive.
  const shares = steps.map((one, rank) => {
    const weight = weights[rank]!;
    if (weight >= 0) return weight;
    const size = whitened(one).reduce((sum, value) => sum + value * value, 0);
    return (weight * n) / (size + Number.MIN_VALUE);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const kept = 1 + cOne * (isSlow ? 0 : cPath * (2 - cPath)) - cOne - cMu * sum;
  for (let row = 0; row < n; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let value = kept * covariance[row]![column]! + cOne * path[row]! * path[column]!;
      for (const [rank, one] of steps.entries())
        value += cMu * shares[rank]! * one[row]! * one[column]!;
      covariance[row]![column] = value;
      covariance[column]![row] = value;
    }
}

/** Computes vectors and lengths anew, not more often than they change much. */
function decompose(state: State): void {
  const { constants, covariance, generation, decomposed } = state;
  const n = covariance.length;
  if ((generation - decomposed) * 10 * n * (constants.cOne + constants.cMu) < 1) return;
  const { values, vectors } = jacobiEigen(covariance);
  const largest = Math.max(...values);
  state.vectors = vectors;
  state.lengths = values.map((value) => Math.sqrt(Math.max(value, 1e-20 * largest)));
  state.decomposed = generation;
}

/** Spread of the steps below which nothing moves any more, in first steps. */
const SMALLEST_STEP = 1e-12;
/** Objectives that differ by less than this share are equal. */
const EQUAL_SHARE = 1e-11;
const LARGEST_CONDITION = 1e14;

/**
 * Whether a search has nothing more to find.
 *
 * @param values objectives of the generation, the best first; undefined for a run without a
 * feasible one.
 * @see Hansen, arXiv 1604.00772, appendix B.3.
 */
function hasConverged(state: State, values: readonly (number | undefined)[]): boolean {
  const { step, covariance, path, lengths, scales, constants, best, mean, generation } = state;
  const n = mean.length;
  const isStill = mean.every(
    (_, at) =>
      step * scales[at]! * Math.max(Math.sqrt(covariance[at]![at]!), Math.abs(path[at]!)) <
      SMALLEST_STEP * FIRST_STEP,
  );
  if (isStill) return true;
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  if (square(longest / shortest) > LARGEST_CONDITION) return true;
  if (!(step * longest < 1e4)) return true;
  const first = values[0];
  if (first === undefined) return false;
  best.push(first);
  const memory = 10 + Math.ceil((30 * n) / constants.population);
  if (
    best.length >
    Math.max(memory, 120 + Math.ceil((30 * n) / constants.population) + generation / 5)
  )
    best.shift();
  if (generation < memory) return false;
  const last = best.slice(-memory);
  const [least, most] = [Math.min(...last), Math.max(...last)];
  if (most - least <= EQUAL_SHARE * Math.max(Math.abs(least), Math.abs(most))) return true;
  return isStagnant(best, 120 + Math.ceil((30 * n) / constants.population));
}

/** Whether the best objectives of a third of the generations are no better than earlier ones. */
function isStagnant(best: readonly number[], least: number): boolean {
  if (best.length < least) return false;
  const part = Math.floor(0.3 * best.length);
  const median = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return median(best.slice(-part)) >= median(best.slice(0, part));
}
