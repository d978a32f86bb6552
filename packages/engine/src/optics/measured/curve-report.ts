import { curveTargets, hasCurves, type CurveTarget } from './curve-targets.ts';
import { NODE_VALUES, targetTransfer } from './curve-transfer.ts';
import { opticsOf, type MeasuredDesign } from './measured-design.ts';

/** Values of a curve by their direction; those of edges have one of their own. */
export type CurveValues = Partial<Record<'tangential' | 'sagittal' | 'edge', readonly number[]>>;

/** A curve of the file beside the curve that the lens has. */
export interface ReturnedCurve {
  readonly height: number;
  readonly focusUm: number;
  /** Of an edge: its place and the way its light changes. */
  readonly x?: number;
  readonly y?: number;
  readonly direction?: 'horizontal' | 'vertical';
  /** Line pairs per mm. */
  readonly frequencies: readonly number[];
  /** With diffraction, without the pixel. */
  readonly target: CurveValues;
  readonly returned: CurveValues;
}

/** How well a lens has the curves of its file, and what they do not say. */
export interface CurvesReport {
  readonly curves: readonly ReturnedCurve[];
  /** Largest difference; null without curves. */
  readonly worst: number | null;
  /** Heights at which the curves are no wavefront's, one sentence each. */
  readonly warnings: readonly string[];
  readonly notDetermined: readonly string[];
}

/** A difference that is worth a sentence. */
const WORTH_SAYING = 0.03;

interface Found extends CurveTarget {
  readonly returned: number;
}

/** Compares the curves of a file with the curves of the lens. */
export function curvesReport(design: MeasuredDesign): CurvesReport {
  const { file, fit } = design;
  if (!fit || !hasCurves(file)) return { curves: [], worst: null, warnings: [], notDetermined: [] };
  const { targets, pupils } = curveTargets(file, opticsOf(design));
  const slopes = new Float64Array(NODE_VALUES);
  const found = targets.map((target): Found => {
    const { terms, coreUm2 } = fit.nodes[target.node]!;
    const transfer = targetTransfer(pupils[target.node]!, target);
    return { ...target, returned: transfer(Float64Array.from([...terms, ...coreUm2]), slopes) };
  });
  const { sfr, mtf } = file.blur!;
  const keyOf = ({ curve, node, focusUm }: CurveTarget): string =>
    sfr ? `${curve}` : `${node} ${focusUm}`;
  return {
    curves: [...new Set(found.map(keyOf))].map((key) => {
      const group = found.filter((one) => keyOf(one) === key);
      return returnedCurve(group, fit.nodes[group[0]!.node]!.heightMm, sfr);
    }),
    worst: Math.max(0, ...found.map(differenceOf)),
    warnings: fit.nodes.flatMap(({ heightMm }, node) => {
      const here = found.filter((one) => one.node === node);
      const worst = here.reduce<Found | undefined>(
        (most, one) => (most && differenceOf(most) >= differenceOf(one) ? most : one),
        undefined,
      );
      return worst && differenceOf(worst) > WORTH_SAYING
        ? [
            `The curves at ${Number(heightMm.toPrecision(4))} mm are not those of a wavefront of seven terms: worst ${differenceOf(worst).toFixed(2)} at ${Number(worst.frequency.toPrecision(4))} lp/mm.`,
          ]
        : [];
    }),
    notDetermined: [
      ...(fit.isSideKnown ? [] : ['the sign of defocus and spherical aberration']),
      'the direction of coma',
      ...(file.longitudinalColour && mtf ? [] : ['axial colour']),
      'which part of the blur is wavefront, which is core',
    ],
  };
}

const differenceOf = ({ value, returned }: Found): number => Math.abs(value - returned);

function returnedCurve(
  group: readonly Found[],
  height: number,
  sfr:
    | readonly {
        readonly x: number;
        readonly y: number;
        readonly direction: 'horizontal' | 'vertical';
      }[]
    | undefined,
): ReturnedCurve {
  const frequencies = [...new Set(group.map(({ frequency }) => frequency))].sort((a, b) => a - b);
  const { focusUm, curve } = group[0]!;
  const at = (direction: number | undefined, key: 'value' | 'returned'): readonly number[] =>
    frequencies.map(
      (frequency) =>
        group.find(
          (one) =>
            one.frequency === frequency && (direction === undefined || one.direction === direction),
        )![key],
    );
  const valuesOf = (key: 'value' | 'returned'): CurveValues =>
    sfr ? { edge: at(undefined, key) } : { tangential: at(0, key), sagittal: at(Math.PI / 2, key) };
  const edge = sfr?.[curve];
  return {
    height,
    focusUm,
    ...(edge && { x: edge.x, y: edge.y, direction: edge.direction }),
    frequencies,
    target: valuesOf('value'),
    returned: valuesOf('returned'),
  };
}
