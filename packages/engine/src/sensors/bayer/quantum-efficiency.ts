import type { Receptors } from '../../optics/lens.ts';
import type { Spectrum } from '../../quantities/wavelengths.ts';
import type { BayerOrder } from './descriptor.ts';
import table from './quantum-efficiency.json' with { type: 'json' };

export const CHANNELS = ['red', 'green', 'blue'] as const;

/** Electrons per photon and band of the reference sensor, red, green, blue. */
export const QUANTUM_EFFICIENCY: readonly Spectrum[] = CHANNELS.map((channel) =>
  Float64Array.from(table[channel]),
);

/** Channel (0 red, 1 green, 2 blue) of the pixel at (row, column): layout[row & 1][column & 1]. */
export function bayerLayout(order: BayerOrder): Receptors['layout'] {
  const [a, b, c, d] = Array.from(order, (letter) => 'rgb'.indexOf(letter)) as [
    number,
    number,
    number,
    number,
  ];
  return [
    [a, b],
    [c, d],
  ];
}
