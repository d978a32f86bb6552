import type { LineNoise } from '../../chip/lines-noise.ts';
import type { MixedPixels } from '../../chip/crosstalk.ts';
import { deviates, type ChipStep } from './step.ts';

/** Electrons that join some pixels of a picture. */
export interface LinesPart {
  readonly lines: LineNoise | undefined;
  readonly pixels: Pick<MixedPixels, 'columns'>;
  readonly from: number;
  readonly to: number;
}

/** Noise of rows and columns, and the drift of the black level, which lines-noise.ts draws. */
export const lines = {
  name: 'lines',
  phase: 'join',
  isNoise: true,
  numbers: [],
  settings: () => ({}),
  plain({ lines: drawn, pixels: { columns }, from, to }: LinesPart, added: Float32Array) {
    if (!drawn) return;
    for (let at = from; at < to;) {
      const row = Math.floor(at / columns);
      const end = Math.min(to, (row + 1) * columns);
      const [ofRow, first] = [drawn.rows[row]!, row * columns];
      const ofColumns = drawn.columns.subarray(at - first, end - first);
      const place = at - from;
      for (let i = 0; i < ofColumns.length; i += 1) added[place + i] = ofRow + ofColumns[i]!;
      at = end;
    }
  },
  variance: ({ sensor: { chip } }) => [
    deviates('rows', 'temporal', chip?.rowNoiseElectrons ?? 0),
    deviates('columns', 'temporal', chip?.columnNoiseElectrons ?? 0),
    deviates('row offsets', 'fixed', chip?.rowOffsetElectrons ?? 0),
    deviates('column offsets', 'fixed', chip?.columnOffsetElectrons ?? 0),
    deviates('black drift', 'temporal', chip?.blackDriftElectrons ?? 0),
  ],
} as const satisfies ChipStep<LinesPart, Float32Array, object>;
