/**
 * Numbers whose squares are summed, with their derivatives: row by row, one by each variable; no
 * rows without variables.
 */
export interface Residuals {
  readonly values: readonly number[];
  readonly slopes: readonly Float64Array[];
}

/** A problem of least squares within bounds. */
export interface LeastSquaresProblem {
  readonly start: Float64Array;
  readonly from: ArrayLike<number>;
  readonly to: ArrayLike<number>;
  /** Undefined where a point is inadmissible. */
  readonly residuals: (values: Float64Array, hasSlopes: boolean) => Residuals | undefined;
}

/** A point that was reached: number of the step and root of the sum of squares. */
export interface TrailPoint {
  readonly step: number;
  readonly merit: number;
}

export interface LeastSquaresResult {
  readonly values: Float64Array;
  readonly merit: number;
  readonly trail: readonly TrailPoint[];
  /** Why it ended, as a sentence. */
  readonly stopped: string;
}

/** A computation that pauses between its steps, and ends early where it is sent true. */
export type Steps<Result> = Generator<void, Result, boolean>;

/** Makes all steps at once. */
export function allSteps<Result>(steps: Steps<Result>): Result {
  let state = steps.next();
  while (!state.done) state = steps.next(false);
  return state.value;
}

/** Steps between two pauses in which a signal is heard: a pause takes a third of a step's time. */
const STEPS_AT_ONCE = 8;

/** Makes steps until `stopped`. */
export async function stepsUntil<Result>(
  steps: Steps<Result>,
  stopped: () => boolean,
): Promise<Result> {
  let state = steps.next();
  for (let made = 0; !state.done; made += 1) {
    if (made % STEPS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    state = steps.next(stopped());
  }
  return state.value;
}

const FIRST_DAMPING = 1e-3;
const MOST_DAMPING = 1e14;
/** Three successes in a row that gain less than this share of the sum of squares are the end. */
const LEAST_GAIN = 1e-10;
const SMALL_GAINS = 3;

/**
 * Damped least squares: the step s of (JᵀJ + λD²)s = −Jᵀr with the largest column norms so far as
 * D (Moré 1978) and Nielsen's rule for λ. A step is cut at the bounds; a variable at a bound that
 * pushes outwards is left out of it. Deterministic.
 *
 * @param iterations most steps that are tried.
 * @yields before each step; true, sent back, ends it with the best point so far.
 */
export function* leastSquares(
  { start, from, to, residuals }: LeastSquaresProblem,
  iterations: number,
): Steps<LeastSquaresResult> {
  let values = start;
  let at = residuals(values, true)!;
  let squared = squareOf(at.values);
  const norms = new Float64Array(values.length);
  const trail: TrailPoint[] = [{ step: 0, merit: Math.sqrt(squared) }];
  let [damping, growth, small] = [FIRST_DAMPING, 2, 0];
  let reduced = triangleOf(at);
  const ended = (stopped: string): LeastSquaresResult => ({
    values,
    merit: Math.sqrt(squared),
    trail,
    stopped,
  });
  for (let step = 1; step <= iterations; step += 1) {
    if (yield) return ended(`it was interrupted after ${step - 1} steps.`);
    for (let i = 0; i < norms.length; i += 1) norms[i] = Math.max(norms[i]!, columnNorm(at, i));
    const gradient = gradientOf(reduced);
    const free = values.map((value, i) =>
      (value <= from[i]! && gradient[i]! > 0) ||
      (value >= to[i]! && gradient[i]! < 0) ||
      norms[i] === 0
        ? 0
        : 1,
    );
    if (free.every((one) => one === 0)) return ended('every variable is at a bound.');
    const wanted = dampedStep(reduced, norms, free, damping);
    const next = values.map((value, i) => Math.min(to[i]!, Math.max(from[i]!, value + wanted[i]!)));
    const taken = next.map((value, i) => value - values[i]!);
    const promised = gainOf(reduced, taken);
    const tried = promised > 0 ? residuals(next, true) : undefined;
    const reached = tried ? squareOf(tried.values) : Infinity;
    const ratio = (squared - reached) / promised;
    if (tried && ratio > 0) {
      small = (squared - reached) / squared < LEAST_GAIN ? small + 1 : 0;
      [values, at, squared] = [next, tried, reached];
      reduced = triangleOf(at);
      trail.push({ step, merit: Math.sqrt(squared) });
      damping *= Math.max(1 / 3, 1 - (2 * ratio - 1) ** 3);
      growth = 2;
      if (squared === 0) return ended('the merit is 0.');
      if (small === SMALL_GAINS) return ended('the last steps gained nothing: a minimum.');
    } else {
      damping *= growth;
      growth *= 2;
      if (damping > MOST_DAMPING) return ended('no smaller step gains anything: a minimum.');
    }
  }
  return ended(`${iterations} steps were made, as many as are allowed.`);
}

const squareOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value * value, 0);

const columnNorm = ({ slopes }: Residuals, column: number): number =>
  Math.sqrt(slopes.reduce((sum, row) => sum + row[column]! ** 2, 0));

/** R of J = QR, row by row, and Qᵀr: all that steps need of a Jacobian. */
interface Triangle {
  readonly rows: readonly Float64Array[];
  readonly right: Float64Array;
}

const triangleOf = ({ values, slopes }: Residuals): Triangle => {
  const count = slopes[0]?.length ?? 0;
  const matrix = slopes.map((row) => row.slice());
  const right = Float64Array.from(values);
  householder(matrix, right);
  const rows = Array.from({ length: count }, (_, i) => matrix[i] ?? new Float64Array(count));
  return { rows, right: Float64Array.from({ length: count }, (_, i) => right[i] ?? 0) };
};

/** Makes a matrix upper triangular by reflections, in place, and turns the right side with it. */
function householder(matrix: readonly Float64Array[], right: Float64Array): void {
  const columns = matrix[0]?.length ?? 0;
  for (let k = 0; k < Math.min(columns, matrix.length); k += 1) {
    let norm = 0;
    for (let row = k; row < matrix.length; row += 1) norm += matrix[row]![k]! ** 2;
    norm = Math.sqrt(norm);
    if (norm === 0) continue;
    const head = matrix[k]![k]!;
    const pivot = head > 0 ? -norm : norm;
    const first = head - pivot;
    const reflector = matrix.map((row, i) => (i < k ? 0 : i === k ? 1 : row[k]! / first));
    const factor = -first / pivot;
    for (let column = k; column < columns; column += 1) {
      let sum = 0;
      for (let row = k; row < matrix.length; row += 1)
        sum += reflector[row]! * matrix[row]![column]!;
      for (let row = k; row < matrix.length; row += 1)
        matrix[row]![column]! -= factor * sum * reflector[row]!;
    }
    let sum = 0;
    for (let row = k; row < matrix.length; row += 1) sum += reflector[row]! * right[row]!;
    for (let row = k; row < matrix.length; row += 1) right[row]! -= factor * sum * reflector[row]!;
  }
}

/** Half of the gradient of the sum of squares. */
const gradientOf = ({ rows, right }: Triangle): Float64Array =>
  Float64Array.from(right, (_, i) => rows.reduce((sum, row, k) => sum + row[i]! * right[k]!, 0));

/** The damped step of the free variables; 0 for the others. */
function dampedStep(
  { rows, right }: Triangle,
  norms: Float64Array,
  free: Float64Array,
  damping: number,
): Float64Array {
  const count = right.length;
  const matrix = [
    ...rows.map((row) => row.map((value, i) => value * free[i]!)),
    ...Array.from({ length: count }, (_, i) => {
      const row = new Float64Array(count);
      row[i] = free[i] === 1 ? Math.sqrt(damping) * norms[i]! : 1;
      return row;
    }),
  ];
  const wanted = new Float64Array(2 * count);
  for (let i = 0; i < count; i += 1) wanted[i] = -right[i]!;
  householder(matrix, wanted);
  const step = new Float64Array(count);
  for (let i = count - 1; i >= 0; i -= 1) {
    let sum = wanted[i]!;
    for (let k = i + 1; k < count; k += 1) sum -= matrix[i]![k]! * step[k]!;
    step[i] = sum / matrix[i]![i]!;
  }
  return step.map((value, i) => value * free[i]!);
}

/** How much the sum of squares would fall by a step if residuals were linear. */
function gainOf({ rows, right }: Triangle, step: Float64Array): number {
  let gain = 0;
  for (const [k, row] of rows.entries()) {
    const change = row.reduce((sum, value, i) => sum + value * step[i]!, 0);
    gain -= change * (change + 2 * right[k]!);
  }
  return gain;
}
