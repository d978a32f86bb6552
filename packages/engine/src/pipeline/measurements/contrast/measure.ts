import { USUAL_EPSILON } from '../../../analysis/contrast-pairs.ts';
import { contrastOfFrames } from '../../lab/patches.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { ContrastResults } from './descriptor.ts';

const FOUND = 0.9;

/** Measures the pairs of the scene. @see docs/reference/lab.md#contrast */
export function measure(shot: MeasuredShot): ContrastResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames) return undefined;
  const pairs = contrastOfFrames(frames, USUAL_EPSILON).raw!;
  const brightest = Math.max(...pairs.map(({ level }) => level));
  const found = pairs.flatMap(({ nominal, level, contrastDetection }) =>
    level === brightest && contrastDetection >= FOUND ? [nominal] : [],
  );
  return {
    least: found.length === 0 ? null : Math.min(...found),
    at: pairs.map(({ nominal, level, contrastDetection }) => [nominal, level, contrastDetection]),
  };
}
