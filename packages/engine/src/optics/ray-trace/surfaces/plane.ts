import { conicDerivatives } from './conic.ts';
import { surfaceOf } from './surface-of.ts';

export const plane = surfaceOf({
  name: 'plane',
  numbers: [],
  isSphere: true,
  reach: () => Infinity,
  sagAt: () => 0,
  slopeOverRadius: () => 0,
  vertexCurvature: ({ curvature }) => curvature,
  departure: () => 0,
  // Its curvature may become another one.
  derivativesAt: conicDerivatives,
  meet: (_, { zMm, N }, way) => (way * N > 0 ? -zMm / N : NaN),
});
