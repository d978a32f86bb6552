import { factorOf, kindOf, type Shape } from '../optics/ray-trace/surfaces/shape.ts';
import {
  inOrder,
  mapNumbers,
  withFixedScaled,
  type NumbersOf,
} from '../optics/ray-trace/surfaces/shape-numbers.ts';
import { newDerivatives } from '../optics/ray-trace/surfaces/surface-kind.ts';
import { scaled, type Dual } from './dual.ts';

/** A shape at its final size with the derivatives of its numbers. */
export interface SlopedShape extends Shape {
  /** The numbers in the order of `inOrder`. */
  readonly duals: readonly Dual[];
}

const shapeOfDuals = (duals: NumbersOf<Dual>): SlopedShape => {
  const numbers = mapNumbers(duals, ({ value }) => value);
  return { kind: kindOf(numbers), numbers, duals: inOrder(duals) };
};

/** The shape of a lens that is larger by a factor than its file. */
export const slopedShape = (duals: NumbersOf<Dual>, scale: number): SlopedShape =>
  shapeOfDuals(
    withFixedScaled(
      mapNumbers(duals, (dual, part) => scaled(dual, factorOf(duals, part, scale))),
      scale,
    ),
  );

/** The same with other derivatives of its numbers. */
export const withDuals = (shape: SlopedShape, change: (dual: Dual) => Dual): SlopedShape => ({
  ...shape,
  duals: shape.duals.map(change),
});

/** A number that depends on numbers of a shape, of which value and derivatives are known. */
const ofDuals = (value: number, duals: readonly Dual[], by: (at: number) => number): Dual => {
  const varied = duals.flatMap(({ slopes }, at) => (slopes ? [{ slopes, by: by(at) }] : []));
  if (varied.length === 0) return { value };
  const sum = new Float64Array(varied[0]!.slopes.length);
  for (const one of varied)
    for (let i = 0; i < sum.length; i += 1) sum[i]! += one.by * one.slopes[i]!;
  return { value, slopes: sum };
};

/** Curvature at the vertex, 1/mm: it is linear in the numbers of the shape. */
export function curvatureYOf(duals: NumbersOf<Dual>): Dual {
  const { kind, numbers, duals: ordered } = shapeOfDuals(duals);
  return ofDuals(kind.curvatureY(numbers), ordered, (at) => {
    let next = 0;
    const only = mapNumbers(duals, () => {
      next += 1;
      return next - 1 === at ? 1 : 0;
    });
    return kind.curvatureY(only);
  });
}

const there = newDerivatives();

/** Sag at a distance from the axis along y, mm. */
export function sagOfDuals({ kind, numbers, duals }: SlopedShape, height: Dual): Dual {
  kind.derivatives(numbers, 0, height.value, there);
  const value = kind.sag(numbers, 0, height.value);
  const { y, sagBy } = there;
  return ofDuals(value, [...duals, height], (at) => (at < duals.length ? sagBy[at]! : y));
}
