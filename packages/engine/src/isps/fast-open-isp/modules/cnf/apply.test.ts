import { expect, it } from 'vitest';
import { BAYER_PHASES } from '../../bayer-phases.ts';
import { filterChromaNoise } from './apply.ts';

const SIZE = 20;
const filter = (change: (codes: Uint16Array) => void, gain: number) => {
  // Rggb, dark: red 20, green 10, blue 25.
  const source = Uint16Array.from(
    { length: SIZE * SIZE },
    (_, at) => [20, 10, 10, 25][(Math.floor(at / SIZE) & 1) * 2 + (at & 1)]!,
  );
  change(source);
  const target = new Uint16Array(source.length);
  filterChromaNoise({
    source: { bayer: source },
    target: { bayer: target },
    rows: SIZE,
    columns: SIZE,
    from: 0,
    to: SIZE,
    tables: {
      phases: BAYER_PHASES.rggb,
      threshold: 0,
      redGain: gain,
      blueGain: 5000,
      saturation: 4095,
    },
  });
  return { source, target };
};
const red = 8 * SIZE + 8;

it('draws a red pixel that stands out towards its surroundings, the more the higher the gain', () => {
  // Most of the surroundings is blue's mean, 25; red's own mean is (24·20 + 60)/25 = 21. Damping
  // 77/256 of 35 is 10; dark surroundings fade nothing.
  expect(
    filter((codes) => {
      codes[red] = 60;
    }, 1400).target[red],
  ).toBe(35);
  expect(
    filter((codes) => {
      codes[red] = 60;
    }, 1200).target[red],
  ).toBe(25 + 17);
  expect(
    filter((codes) => {
      codes[red] = 60;
    }, 1024).target[red],
  ).toBe(60);
});

it('leaves a red pixel below blue, and everything else, alone', () => {
  const { source, target } = filter((codes) => {
    codes[red] = 24;
  }, 1400);
  expect(target).toEqual(source);
});
