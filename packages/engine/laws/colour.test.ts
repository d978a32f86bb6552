import { expect, test } from 'vitest';
import { XYZ_TO_LINEAR_SRGB, SRGB_TO_LINEAR } from '../src/colour/srgb.ts';
import { D65_WHITE } from '../src/colour/adaptation.ts';
import { deltaE76, labOf } from '../src/colour/lab.ts';
import { xyzOf, type Triple } from '../src/colour/xyz.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { illuminants } from '../src/illuminants/list.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import macbeth from '../src/scenes/macbeth/reflectances.json' with { type: 'json' };
import { planOf, run } from './run.ts';

/**
 * The limit of docs/reference/physics.md#p11. A separate model of the chain gave 11.5; a swapped
 * channel order gives 48.
 */
const MEAN_DIFFERENCE = 13;

/** Inverse of a 3x3 matrix by cofactors. */
function inverse([[a, b, c], [d, e, f], [g, h, i]]: readonly [
  Triple,
  Triple,
  Triple,
]): readonly Triple[] {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row) => row.map((value) => value / determinant)) as unknown as Triple[];
}

const toXyz = inverse(XYZ_TO_LINEAR_SRGB);
const whiteY = xyzOf(illuminants.d65.energy)[1];
const white = D65_WHITE;

/** Lab of the chart's reflectances under D65, white diffuser Y = 1. */
const reference = macbeth.patches.map(({ reflectance }) =>
  labOf(
    xyzOf(reflectance.map((value, band) => value * illuminants.d65.energy[band]!)).map(
      (value) => value / whiteY,
    ) as unknown as Triple,
    white,
  ),
);

test('the default recipe shows the chart in natural colours: mean dE76 of 24 patches through the Double-Gauss under D65', async () => {
  const { image } = await run(
    planOf(
      { sensorParameters: { rows: 450, cols: 650, pixel_size: 2.2 } },
      {
        optics: 'double-gauss',
        isp: { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) },
      },
    ),
  );
  expect([image.rows, image.columns, image.channels]).toEqual([450, 650, 3]);
  const patch = 649.6 / 6;
  const [left, top] = [(650 - 6 * patch) / 2, (450 - 4 * patch) / 2];
  const differences = reference.map((wanted, index) => {
    // The middle 40 % of each patch.
    const [x, y] = [left + (index % 6) * patch, top + Math.floor(index / 6) * patch];
    const sum = [0, 0, 0];
    let count = 0;
    for (let row = Math.round(y + 0.3 * patch); row < y + 0.7 * patch; row += 1) {
      for (let column = Math.round(x + 0.3 * patch); column < x + 0.7 * patch; column += 1) {
        for (const channel of [0, 1, 2])
          sum[channel]! += SRGB_TO_LINEAR[image.data[(row * 650 + column) * 3 + channel]!]!;
        count += 1;
      }
    }
    const linear = sum.map((value) => value / count);
    return deltaE76(
      labOf(
        toXyz.map(
          (row) => row[0] * linear[0]! + row[1] * linear[1]! + row[2] * linear[2]!,
        ) as unknown as Triple,
        white,
      ),
      wanted,
    );
  });
  const mean = differences.reduce((total, value) => total + value, 0) / differences.length;
  expect(mean).toBeLessThan(MEAN_DIFFERENCE);
  // A swapped channel order puts every patch far beyond this.
  expect(Math.max(...differences)).toBeLessThan(2.5 * MEAN_DIFFERENCE);
});
