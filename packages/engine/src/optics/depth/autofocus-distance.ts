import { cos, tan } from '../../quantities/elementary.ts';
import type { SceneDepth } from '../../scenes/scene-depth.ts';
import { SimulationError } from '../../simulation-error.ts';
import { plainMetres, refuseNear } from './scene-layers.ts';

/**
 * Distance along the axis from the first vertex, metres, of what a scene shows at a field angle to
 * the right of its middle.
 *
 * @param view angles in radians; distances in metres: of the entrance pupil behind the first
 *   vertex, and the nearest that is imaged.
 * @throws SimulationError where the scene does not reach that far, and where the place is too near.
 */
export function autofocusDistance(
  { kind, distances, rows, columns }: SceneDepth,
  {
    angle,
    hfov,
    entrancePupil,
    nearest,
  }: {
    readonly angle: number;
    readonly hfov: number;
    readonly entrancePupil: number;
    readonly nearest: number;
  },
): number {
  const column = Math.floor((columns / 2) * (1 + tan(angle) / tan(hfov / 2)));
  if (angle > hfov / 2)
    throw new SimulationError(
      'bad-parameter',
      `The autofocus looks ${degrees(angle)} to the right, where the scene ends at ${degrees(hfov / 2)}: choose a smaller autofocus field.`,
      'opticsParams.autofocusField',
    );
  const at = Math.floor(rows / 2) * columns + Math.min(columns - 1, column);
  const metres = plainMetres(distances[at]!);
  const distance = kind === 'z' ? metres : metres * cos(angle) - entrancePupil;
  refuseNear(distance, nearest);
  return distance;
}

const degrees = (radians: number): string => `${((radians * 180) / Math.PI).toFixed(1)}°`;
