import { MONITOR, visualNoiseOfShot } from '../../lab/eye-noise.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { VisualNoiseResults } from './descriptor.ts';

/** Measures the grey of the scene. @see docs/reference/lab.md#visual-noise */
export function measure(shot: MeasuredShot): VisualNoiseResults | undefined {
  const found = visualNoiseOfShot(shot, MONITOR);
  return found && { grey18: found.visualNoise };
}
