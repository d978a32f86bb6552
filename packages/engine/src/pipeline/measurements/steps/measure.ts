import { stepsOfFrames } from '../../lab/patches.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { StepsResults } from './descriptor.ts';

/** Measures the grey patches of the scene. @see docs/reference/lab.md#steps */
export function measure(shot: MeasuredShot): StepsResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames) return undefined;
  const { raw, developed, true: known } = stepsOfFrames(frames);
  const inShort = ({ dynamicRangeDb, luminanceAtSnr10 }: StepsResults['true']) => ({
    dynamicRangeDb,
    luminanceAtSnr10,
  });
  return {
    raw: inShort(raw!),
    developed: developed && inShort(developed),
    true: inShort(known),
  };
}
