import { conicDerivatives, conicReach, conicSag, conicSlope } from './conic.ts';
import { ASPHERIC, CONIC, RADIUS } from './shape-number.ts';
import type { ShapePart } from './shape-row.ts';
import { surfaceOf } from './surface-of.ts';

/** The coefficient of a place from 0, where there is one. */
const coefficient = (component: number): ShapePart | undefined =>
  Number.isInteger(component) && component >= 0 && component < ASPHERIC.most!
    ? { property: 'aspheric', component }
    : undefined;

export const evenAsphere = surfaceOf({
  name: 'even asphere',
  numbers: [RADIUS, CONIC, ASPHERIC],
  otherNames: {
    zemax: {
      type: 'EVENASPH',
      parameter: (number) => coefficient(number - 1),
      words: `an even asphere has PARM 1 to ${ASPHERIC.most!}, the coefficients of ${ASPHERIC.words![1]}`,
    },
    // A to G, from r⁴ on.
    codeV: {
      word: 'ASP',
      coefficient: (name) => {
        const place = 'ABCDEFG'.indexOf(name);
        return name.length === 1 && place >= 0 ? coefficient(place + 1) : undefined;
      },
    },
  },
  reach: conicReach,
  sagAt: (numbers, r2) => {
    const { aspheric } = numbers;
    let sum = 0;
    for (let term = aspheric.length - 1; term >= 0; term -= 1) sum = (sum + aspheric[term]!) * r2;
    return sum + conicSag(numbers, r2);
  },
  slopeOverRadius: (numbers, r2) => {
    const { aspheric } = numbers;
    let slope = conicSlope(numbers, r2);
    let power = 1;
    for (let term = 1; term <= aspheric.length; term += 1) {
      slope += 2 * term * aspheric[term - 1]! * power;
      power *= r2;
    }
    return slope;
  },
  vertexCurvature: ({ curvature, aspheric }) => curvature + 2 * (aspheric[0] ?? 0),
  departure: ({ curvature, conic, aspheric }) => {
    const vertex = curvature + 2 * (aspheric[0] ?? 0);
    return ((1 + conic) * curvature ** 3 - vertex ** 3) / 8 + (aspheric[1] ?? 0);
  },
  derivativesAt: (numbers, r2, to) => {
    conicDerivatives(numbers, r2, to);
    const { aspheric } = numbers;
    let [before, power] = [0, 1];
    for (let j = 0; j < aspheric.length; j += 1) {
      const a = aspheric[j]!;
      to.slope += 2 * (j + 1) * a * power;
      if (j > 0) to.bySquare += 2 * (j + 1) * j * a * before;
      to.slopeBy[2 + j] = 2 * (j + 1) * power;
      [before, power] = [power, power * r2];
      to.sagBy[2 + j] = power;
    }
  },
});
