import type { DepthFacts } from '../../optics/depth/depth-facts.ts';
import type { LogText } from '../../stage.ts';
import { figure, percentFigure } from '../../text/figure.ts';

const metres = (distance: number | null): string =>
  distance === null ? 'infinity' : `${figure(distance)} m`;

/** How a scene with distances was formed; no lines for others. */
export function depthLines(facts: DepthFacts | undefined): LogText[] {
  if (!facts) return [];
  const { layers, nearM, farM, unknownPercent, hiddenPercent, steepPercent } = facts;
  const [far, near] = facts.blurPixels;
  return [
    layers === 1
      ? `Depth: all of the scene is at ${metres(nearM)}.`
      : `Depth: from ${metres(nearM)} to ${metres(farM)}, blur radius from ${near.toFixed(2)} to ${far.toFixed(2)} px (positive nearer than the focus), in ${layers} layers.`,
    ...(unknownPercent > 0
      ? [
          `${percentFigure(unknownPercent)} of the depth map is unknown: it has the distance of the nearest known place.`,
        ]
      : []),
    ...(hiddenPercent > 0
      ? [
          `${percentFigure(hiddenPercent)} of the picture shows light from behind objects${facts.isHiddenRendered ? ', rendered' : ' that the picture does not hold'}.`,
        ]
      : []),
    ...(steepPercent > 0
      ? [
          {
            warning: `${percentFigure(steepPercent)} of the depth map slopes by more than 0.05 px of blur radius per pixel: there the picture is less exact.`,
          },
        ]
      : []),
    ...(facts.widenedRatio === undefined
      ? []
      : [
          `The layers stand wider apart than usual, each with ${figure(facts.widenedRatio)} times the blur of the one before it.`,
        ]),
  ];
}
