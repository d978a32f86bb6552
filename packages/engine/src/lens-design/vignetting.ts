import { cos, sin } from '../quantities/elementary.ts';
import { firstOrder } from '../optics/ray-trace/first-order.ts';
import { lensDesign } from '../optics/ray-trace/lens-design.ts';
import { newRay } from '../optics/ray-trace/ray.ts';
import { traceRay, tracedLens } from '../optics/ray-trace/trace-ray.ts';
import type { MeritDocument } from './lens-study.ts';
import type { PupilPart } from './pupil-points.ts';

/** Halvings in the search of the edge of a beam: 1e-9 of the pupil. */
const HALVINGS = 30;
/** Steps from the middle of the pupil in the search of light. */
const STEPS = 64;

/**
 * The part of the pupil of each field that the clear apertures of the starting lens pass, as an
 * ellipse: where it ends along ±y and ±x. Fields that nothing reaches keep the whole pupil.
 */
export function vignettedParts(
  { lens, fields, reference }: MeritDocument,
  pupilRadiusMm: number,
): ReadonlyMap<number, PupilPart> {
  const design = lensDesign(lens);
  const traced = tracedLens(design, reference);
  const { entrancePupilMm } = firstOrder(design, reference);
  const ray = newRay();
  return new Map(
    fields.flatMap((field) => {
      const angle = field * design.halfField;
      const passes = (x: number, y: number): boolean => {
        Object.assign(ray, {
          xMm: x * pupilRadiusMm,
          yMm: y * pupilRadiusMm,
          zMm: entrancePupilMm,
          L: 0,
          M: sin(angle),
          N: cos(angle),
        });
        return traceRay(traced, ray) === 0;
      };
      const lit = Array.from({ length: 2 * STEPS + 1 }, (_, k) => k / STEPS - 1).filter((y) =>
        passes(0, y),
      );
      if (lit.length === 0) return [];
      const [low, high] = [lit[0]!, lit.at(-1)!];
      const up = edge((y) => passes(0, y), high, Math.min(1, high + 1 / STEPS));
      const down = edge((y) => passes(0, y), low, Math.max(-1, low - 1 / STEPS));
      const centreY = (up + down) / 2;
      const right = edge((x) => passes(x, centreY), 0, 1);
      const left = edge((x) => passes(x, centreY), 0, -1);
      return [
        [
          field,
          {
            centreX: (right + left) / 2,
            centreY,
            radiusX: (right - left) / 2,
            radiusY: (up - down) / 2,
          },
        ] as const,
      ];
    }),
  );
}

/** The end of what passes between a place that does and one farther out. */
function edge(passes: (at: number) => boolean, inside: number, outside: number): number {
  if (passes(outside)) return outside;
  let [low, high] = [inside, outside];
  for (let half = 0; half < HALVINGS; half += 1) {
    const middle = (low + high) / 2;
    if (passes(middle)) low = middle;
    else high = middle;
  }
  return low;
}
