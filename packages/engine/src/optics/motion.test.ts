import { expect, it } from 'vitest';
import { subFramesOf, type MotionPlan } from './motion.ts';

const VIEW = { focalPixels: 2727.27, centre: [48, 32] } as const;

it('a path of whole pixels has two sub-frames for each of them', () => {
  for (const exposureSeconds of [0.02, 0.013, 1 / 30, 0.0007])
    for (let path = 2; path <= 40; path += 1) {
      const motion: MotionPlan = { kind: 'pixels', perSecond: [path / exposureSeconds, 0] };
      const times = { beginSeconds: 0, exposureSeconds, spanSeconds: exposureSeconds };
      const { subFrames } = subFramesOf(motion, VIEW, { rows: 64, columns: 96, ...times });
      expect({ path, exposureSeconds, subFrames }).toEqual({
        path,
        exposureSeconds,
        subFrames: Math.max(4, 2 * path),
      });
    }
});
