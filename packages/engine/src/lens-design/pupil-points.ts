import { cos, sin } from '../quantities/elementary.ts';
import { gaussLegendre } from '../quantities/gauss-legendre.ts';

/** A point of the pupil, in units of its radius, and its share of the light. */
export interface PupilPoint {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/**
 * Points of Gauss quadrature over a circle (Forbes 1988): rings at √t with the nodes t of
 * Gauss-Legendre on 0..1, arms half a step off the x axis.
 */
export function pupilPoints(rings: number, arms: number): readonly PupilPoint[] {
  const { nodes, weights } = gaussLegendre(rings);
  return Array.from(nodes, (node, ring) =>
    Array.from({ length: arms }, (_, arm) => {
      const radius = Math.sqrt(node);
      const azimuth = (2 * Math.PI * (arm + 0.5)) / arms;
      return {
        x: radius * cos(azimuth),
        y: radius * sin(azimuth),
        weight: weights[ring]! / arms,
      };
    }),
  ).flat();
}

/** Points at equal steps along the rim of the pupil. */
export const rimPoints = (count: number): readonly Omit<PupilPoint, 'weight'>[] =>
  Array.from({ length: count }, (_, k) => {
    const azimuth = (2 * Math.PI * (k + 0.5)) / count;
    return { x: cos(azimuth), y: sin(azimuth) };
  });

/** The part of a pupil that a field uses, in units of its radius: an ellipse. */
export interface PupilPart {
  readonly centreX: number;
  readonly centreY: number;
  readonly radiusX: number;
  readonly radiusY: number;
}

export const WHOLE_PUPIL: PupilPart = { centreX: 0, centreY: 0, radiusX: 1, radiusY: 1 };
