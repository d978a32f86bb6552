import { mtf50Of } from '../../../analysis/edge-sfr/edge-sfr.ts';
import { acutanceOf } from '../../../analysis/texture/acutance.ts';
import { MONITOR } from '../../lab/eye-noise.ts';
import { textureOfFrames } from '../../lab/sharpness.ts';
import { framesOfRun } from '../../lab/take-chart.ts';
import type { MeasuredShot } from '../measured-shot.ts';
import type { TextureResults } from './descriptor.ts';

/** Measures the leaves of the scene; undefined without a developed picture. */
export function measure(shot: MeasuredShot): TextureResults | undefined {
  const frames = framesOfRun(shot);
  if (!frames?.developed) return undefined;
  const { developed, true: known } = textureOfFrames(frames);
  if (!developed) return undefined;
  const inShort = ({
    frequency,
    cross,
  }: {
    readonly frequency: readonly number[];
    readonly cross: readonly number[];
  }) => ({
    mtf50: mtf50Of(frequency, cross),
    acutance: acutanceOf(frequency, cross, MONITOR).acutance,
  });
  return { developed: inShort(developed), true: inShort(known) };
}
