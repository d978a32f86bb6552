import { philox } from '../../../random/philox.ts';
import { pixelsWithin, type MarkedPixels } from '../../chip/marked-pixels.ts';
import type { TemporalSettings } from './shot.ts';
import { deviates, type ChipStep } from './step.ts';

/** Jumps of some pixels of a picture. */
export interface TelegraphPart {
  readonly settings: Pick<TemporalSettings, 'temporalSeed'>;
  readonly marked: MarkedPixels | undefined;
  readonly telegraph: { readonly electrons: number; readonly stream: number } | undefined;
  readonly firstPixel: number;
  readonly from: number;
  readonly to: number;
}

/** Pixels that jump between two levels. */
export const telegraph = {
  name: 'telegraph',
  phase: 'join',
  isNoise: true,
  numbers: [],
  settings: () => ({}),
  plain(
    { settings: { temporalSeed }, marked, telegraph: jump, firstPixel, from, to }: TelegraphPart,
    added: Float32Array,
  ) {
    if (!jump || !marked) return;
    const block = new Uint32Array(4);
    const { electrons, stream } = jump;
    for (const pixel of pixelsWithin(marked.jumping, from, to)) {
      philox([(firstPixel + pixel) >>> 0, 0, stream, 0], [temporalSeed, 0], block);
      added[pixel - from]! += block[0]! >>> 31 === 0 ? electrons / 2 : -electrons / 2;
    }
  },
  variance: ({ sensor: { chip } }) => {
    const { electrons = 0, perMillion = 0 } = chip?.randomTelegraph ?? {};
    return [
      deviates('telegraph pixels', 'temporal', (electrons / 2) * Math.sqrt(perMillion / 1e6)),
    ];
  },
} as const satisfies ChipStep<TelegraphPart, Float32Array, object>;
