import { shadingOfFrames } from '../../lab/even-field.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { ShadingResults } from './descriptor.ts';

/** Measures the even field of the scene. @see docs/reference/lab.md#shading */
export function measure(shot: MeasuredShot): ShadingResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames) return undefined;
  const { raw, developed, true: known } = shadingOfFrames(frames);
  return { ...(developed ?? raw!), lensPercent: known.luminanceShadingPercent };
}
