import { starInShort, starOfFrames } from '../../lab/sharpness.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { StarResults } from './descriptor.ts';

/** Measures the star of the scene. @see docs/reference/lab.md#star */
export function measure(shot: MeasuredShot): StarResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames) return undefined;
  const { raw, developed, true: known } = starOfFrames(frames);
  return {
    raw: starInShort(raw!),
    developed: developed && starInShort(developed),
    true: starInShort(known),
  };
}
