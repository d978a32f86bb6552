import {
  allSteps,
  leastSquares,
  type LeastSquaresResult,
  type Residuals,
} from '../../analysis/least-squares.ts';
import type { CurveTargets } from './curve-targets.ts';
import { CURVE_TERMS, NODE_VALUES, targetTransfer, type TargetTransfer } from './curve-transfer.ts';

/** Terms and core at a height; plain data. */
export interface CurveNode {
  readonly heightMm: number;
  /** Of `CURVE_TERMS`, micrometres. */
  readonly terms: readonly number[];
  /** Variances of the core along and across the field, µm². */
  readonly coreUm2: readonly [number, number];
}

/** The wavefront that modulation curves ask for; plain data. */
export interface CurveFit {
  readonly nodes: readonly CurveNode[];
  /** Whether the curves say on which side of the focus the lens is. */
  readonly isSideKnown: boolean;
}

const TERMS = CURVE_TERMS.length;
/** What one residual of each kind is divided by: see docs/measured-lenses.md#curves. */
const TARGET = 0.01;
const RIDGE = { term: 0.05 / 0.1, core: 0.05 };
const SMOOTH = { term: 0.5 / 0.1, core: 0.5 };
const LARGEST = { term: 20, core: 400 };
const LEAST_CORE = 0.05;
/** A coma below this says nothing of its direction. */
const NO_COMA = 0.02;
/** Steps from each start of a node, how many of them go on, and how far. */
const [FIRST_STEPS, MOST_GO_ON, NODE_STEPS] = [8, 3, 40];
const JOINT_STEPS = 100;
/** Work of all steps of all nodes together, which grows with the square of the values. */
const MOST_WORK = 2e9;

/** Places of the terms among the values of a node. */
const [DEFOCUS, ASTIGMATISM, COMA, SPHERICAL] = [0, 1, 2, 3];
const ODD: readonly number[] = [2, 5];
const isCore = (value: number): boolean => value >= TERMS;

/** Values of a node that are one variable: on the axis odd terms are 0, and the core is round. */
const AXIS: readonly (readonly number[])[] = [[0], [3], [6], [TERMS, TERMS + 1]];
const BESIDE: readonly (readonly number[])[] = Array.from({ length: NODE_VALUES }, (_, i) => [i]);

/** A node, its variables, and what it is to have. */
interface Node {
  readonly heightMm: number;
  readonly variables: readonly (readonly number[])[];
  readonly wanted: readonly { readonly at: TargetTransfer; readonly value: number }[];
}

/**
 * The wavefront of seven terms and a Gaussian core per height whose modulation is closest to the
 * curves: node by node from the axis outwards, then all together. Deterministic.
 *
 * @see docs/measured-lenses.md#curves
 */
export function fitCurves(targets: CurveTargets): CurveFit {
  const { heightsMm, pupils } = targets;
  const nodes = heightsMm.map((heightMm, node): Node => ({
    heightMm,
    variables: heightMm === 0 ? AXIS : BESIDE,
    wanted: targets.targets
      .filter((target) => target.node === node)
      .map((target) => ({ at: targetTransfer(pupils[node]!, target), value: target.value })),
  }));
  const starts: Float64Array[] = [];
  for (const node of nodes) starts.push(firstOf(node, starts.at(-1)));
  const joint = together(nodes, starts);
  const isEven = isSymmetric(targets);
  const turned = isEven ? joint : together(nodes, joint.rows.map(otherSide));
  const best = turned.merit < joint.merit ? turned.rows : joint.rows;
  const [isFlipped, isMirrored] = [isEven && sideOf(best) > 0, sumOf(best, COMA) > 0];
  const rows = best
    .map((row) => (isFlipped ? otherSide(row) : row))
    .map((row) => (isMirrored ? mirrored(row) : row));
  return {
    nodes: rows.map((row, i) => ({
      heightMm: heightsMm[i]!,
      terms: Array.from(row.subarray(0, TERMS)),
      coreUm2: [row[TERMS]!, row[TERMS + 1]!],
    })),
    isSideKnown: isSideKnown(targets),
  };
}

/** Whether all even terms together may change their sign. */
const isSymmetric = ({ targets, pupils }: CurveTargets): boolean =>
  targets.every(({ focusUm }) => focusUm === 0) &&
  pupils.every((colours) => colours.every(({ axialUm }) => axialUm === 0));

/** Planes of focus are apart where they differ by λN². */
function isSideKnown({ targets, pupils }: CurveTargets): boolean {
  const planes = targets.map(({ focusUm }) => focusUm);
  const [{ wavelengthUm, sagittal }] = pupils[0] as [CurveTargets['pupils'][number][number]];
  const apart = wavelengthUm / (2 * sagittal) ** 2;
  return Math.max(...planes) - Math.min(...planes) >= apart;
}

/** Sums over the heights below this are 0, µm. */
const NO_SPHERICAL = 0.005;

/** Convention: spherical aberration is undercorrected, else the focus before the sensor. */
function sideOf(rows: readonly Float64Array[]): number {
  const spherical = sumOf(rows, SPHERICAL);
  return Math.abs(spherical) < NO_SPHERICAL ? sumOf(rows, DEFOCUS) : spherical;
}

const sumOf = (rows: readonly Float64Array[], term: number): number =>
  rows.reduce((sum, row) => sum + row[term]!, 0);

// Without -0, which is another text.
const otherSide = (row: Float64Array): Float64Array =>
  row.map((value, i) => (isCore(i) || ODD.includes(i) ? value : 0 - value));
const mirrored = (row: Float64Array): Float64Array =>
  row.map((value, i) => (ODD.includes(i) ? 0 - value : value));

/** The best of a node, from what the node before it has. */
function firstOf(node: Node, before: Float64Array | undefined): Float64Array {
  const starts = before ? startsFrom(before) : startsOnAxis(node);
  const begun = starts.map((start) => solved([node], [start], FIRST_STEPS));
  const [best] = bestOf(
    bestOf(begun, MOST_GO_ON).map(({ rows }) => solved([node], rows, NODE_STEPS)),
    1,
  );
  return best!.rows[0]!;
}

/** The best of solutions, the earlier first where they are equal. */
const bestOf = (all: readonly Solved[], count: number): readonly Solved[] =>
  [...all].sort((a, b) => a.merit - b.merit).slice(0, count);

function startsOnAxis({ heightMm }: Node): Float64Array[] {
  const beside =
    heightMm === 0
      ? [[0, 0]]
      : [-0.07, 0.07].flatMap((five) => [
          [five, 0],
          [five, -0.08],
        ]);
  return [-0.12, -0.04, 0.04, 0.12].flatMap((defocus) =>
    [-0.06, 0.02, 0.06].flatMap((spherical) =>
      beside.map(([astigmatism, coma]) => {
        const row = new Float64Array(NODE_VALUES);
        row[DEFOCUS] = defocus;
        row[ASTIGMATISM] = astigmatism!;
        row[COMA] = coma!;
        row[SPHERICAL] = spherical;
        return row.fill(LEAST_CORE, TERMS);
      }),
    ),
  );
}

function startsFrom(before: Float64Array): Float64Array[] {
  const comas = Math.abs(before[COMA]!) < NO_COMA ? [-0.08, 0.08] : [0];
  return [-0.1, 0, 0.1].flatMap((defocus) =>
    [-0.07, 0.07].flatMap((astigmatism) =>
      comas.map((coma) => {
        const row = before.map((value, i) => (isCore(i) ? Math.max(LEAST_CORE, value) : value));
        row[DEFOCUS]! += defocus;
        row[ASTIGMATISM]! += astigmatism;
        row[COMA]! += coma;
        return row;
      }),
    ),
  );
}

function together(nodes: readonly Node[], starts: readonly Float64Array[]): Solved {
  const unknowns = nodes.reduce((sum, { variables }) => sum + variables.length, 0);
  const rows = nodes.reduce((sum, { wanted }) => sum + wanted.length, 3 * unknowns);
  const steps = Math.round(MOST_WORK / (rows * unknowns * unknowns));
  return solved(nodes, starts, Math.max(4, Math.min(JOINT_STEPS, steps)));
}

interface Solved {
  readonly rows: readonly Float64Array[];
  readonly merit: LeastSquaresResult['merit'];
}

/** Least squares over nodes that follow one another. */
function solved(nodes: readonly Node[], starts: readonly Float64Array[], steps: number): Solved {
  const places = nodes.map((_, i) =>
    nodes.slice(0, i).reduce((sum, { variables }) => sum + variables.length, 0),
  );
  const kinds = nodes.flatMap(({ variables }) => variables.map(([value]) => isCore(value!)));
  const rowsOf = (values: Float64Array): readonly Float64Array[] =>
    nodes.map(({ variables }, i) => {
      const row = new Float64Array(NODE_VALUES);
      for (const [k, group] of variables.entries())
        for (const value of group) row[value] = values[places[i]! + k]!;
      return row;
    });
  const { values, merit } = allSteps(
    leastSquares(
      {
        start: Float64Array.from(
          nodes.flatMap(({ variables }, i) => variables.map(([value]) => starts[i]![value!]!)),
        ),
        from: kinds.map((isOfCore) => (isOfCore ? 0 : -LARGEST.term)),
        to: kinds.map((isOfCore) => (isOfCore ? LARGEST.core : LARGEST.term)),
        residuals: (at) => {
          const out = newRows(at.length);
          const rows = rowsOf(at);
          for (const [i, node] of nodes.entries()) addNode(out, node, rows[i]!, places[i]!);
          for (const [i, value] of at.entries())
            out.add((kinds[i] ? RIDGE.core : RIDGE.term) * value, [
              [i, kinds[i] ? RIDGE.core : RIDGE.term],
            ]);
          for (let i = 1; i + 1 < nodes.length; i += 1) addBend(out, { nodes, rows, places }, i);
          return out.rows;
        },
      },
      steps,
    ),
  );
  return { rows: rowsOf(values), merit };
}

/** Residuals that grow row by row. */
function newRows(count: number): {
  readonly rows: Residuals;
  readonly add: (value: number, slopes: readonly (readonly [number, number])[]) => void;
} {
  const [values, slopes]: [number[], Float64Array[]] = [[], []];
  return {
    rows: { values, slopes },
    add: (value, entries) => {
      const row = new Float64Array(count);
      for (const [at, slope] of entries) row[at]! += slope;
      values.push(value);
      slopes.push(row);
    },
  };
}

const nodeSlopes = new Float64Array(NODE_VALUES);

function addNode(
  out: ReturnType<typeof newRows>,
  { variables, wanted }: Node,
  row: Float64Array,
  place: number,
): void {
  for (const { at, value } of wanted) {
    const found = at(row, nodeSlopes);
    out.add(
      (found - value) / TARGET,
      variables.map(
        (group, k) =>
          [place + k, group.reduce((sum, one) => sum + nodeSlopes[one]!, 0) / TARGET] as const,
      ),
    );
  }
}

/** How far an inner node is from the line between its neighbours. */
function addBend(
  out: ReturnType<typeof newRows>,
  {
    nodes,
    rows,
    places,
  }: {
    readonly nodes: readonly Node[];
    readonly rows: readonly Float64Array[];
    readonly places: readonly number[];
  },
  i: number,
): void {
  const [low, here, high] = [i - 1, i, i + 1].map((k) => nodes[k]!.heightMm) as [
    number,
    number,
    number,
  ];
  const share = (here - low) / (high - low);
  for (let value = 0; value < NODE_VALUES; value += 1) {
    const weight = isCore(value) ? SMOOTH.core : SMOOTH.term;
    const parts = [
      [i - 1, -weight * (1 - share)],
      [i, weight],
      [i + 1, -weight * share],
    ] as const;
    out.add(
      parts.reduce((sum, [k, factor]) => sum + factor * rows[k]![value]!, 0),
      parts.flatMap(([k, factor]) => {
        const at = nodes[k]!.variables.findIndex((group) => group.includes(value));
        return at < 0 ? [] : [[places[k]! + at, factor] as const];
      }),
    );
  }
}
