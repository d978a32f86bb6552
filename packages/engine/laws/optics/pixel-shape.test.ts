/**
 * docs/reference/sensor-depth.md#aperture-and-diffusion: pixels that count light unevenly keep its
 * amount, its place and its colour. How sharp they are is in sharpness.test.ts.
 */
import { expect, it } from 'vitest';
import { METHODS, formImage } from '../../src/optics/form-image/form-image.ts';
import { idealLens } from '../../src/optics/ideal-lens.ts';
import { uniform, type SceneInView } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { QUANTUM_EFFICIENCY } from '../../src/sensors/bayer/quantum-efficiency.ts';
import { testHost } from '../test-host.ts';
import { litPattern, modelOf, oneBand, whiteCard } from './lens-scenes.ts';
import { RADIANCE_ENERGY } from './tolerances.ts';

const host = testHost();
const watch = { stopped: () => false, progress: () => undefined };
const hfov = (30 * Math.PI) / 180;
const SIDE = 48;
const SHAPE = { aperture: [0.5, 0.9], diffusion: 0.6e-6 } as const;
/** Sums of some hundred products in single precision. */
const ROUNDING = 1e-5;
/** Sums in another order; band-limited kernels on both sides of the diagonal are the same. */
const MIRRORED = 1e-5;

/** A picture of cells that no turn or mirror maps onto itself. */
const CELLS = 61;
const plane = Float32Array.from(
  { length: CELLS * CELLS },
  (_, i) => ((i * 7919) % 101) / 100 + (i % CELLS) / CELLS,
);
const turned = plane.map((_, i) => plane[(i % CELLS) * CELLS + Math.floor(i / CELLS)]!);
const cells = (values: Float32Array) =>
  litPattern({ kind: 'cells', rows: CELLS, columns: CELLS, planes: [values] });

const ideal = (
  scene: Omit<SceneInView, 'hfov'>,
  grid: PixelGrid,
  receptors = uniform(oneBand(9)),
) => idealLens.formImage({ hfov, ...scene }, { grid, receptors }, host, watch);
const cooke = (scene: Omit<SceneInView, 'hfov'>, grid: PixelGrid) =>
  formImage(
    modelOf('cooke-triplet'),
    { hfov, ...scene, grid, receptors: uniform(oneBand(9)), method: METHODS.normal },
    host,
    watch,
  );

it.each([
  ['ideal lens', ideal, ROUNDING],
  ['Cooke triplet', cooke, RADIANCE_ENERGY],
] as const)('an even field through the %s keeps its light', async (_, form, tolerance) => {
  const grid = { rows: SIDE, columns: SIDE, pitch: 4.4e-6 };
  const [whole, shaped] = [
    await form({ lit: whiteCard() }, grid),
    await form({ lit: whiteCard() }, { ...grid, shape: SHAPE }),
  ];
  for (const [pixel, light] of whole.entries())
    expect(Math.abs(shaped[pixel]! / light - 1)).toBeLessThan(tolerance);
});

it('off the axis the picture of a turned scene on turned pixels is the turned picture', async () => {
  const { aperture, diffusion } = SHAPE;
  const grid = { rows: SIDE, columns: SIDE, pitch: 4.4e-6, offset: [150, 260] as const };
  const picture = await cooke({ lit: cells(plane) }, { ...grid, shape: SHAPE });
  const other = await cooke(
    { lit: cells(turned) },
    {
      ...grid,
      offset: [260, 150],
      shape: { aperture: [aperture[1], aperture[0]], diffusion },
    },
  );
  const largest = Math.max(...picture);
  for (const [pixel, light] of picture.entries()) {
    const mirror = (pixel % SIDE) * SIDE + Math.floor(pixel / SIDE);
    expect(Math.abs(other[mirror]! - light)).toBeLessThan(MIRRORED * largest);
  }
});

it('the ideal lens: windows, mosaics and turned scenes have the light of the whole picture', async () => {
  const grid = { rows: SIDE, columns: SIDE, pitch: 20e-6, shape: SHAPE };
  const lit = cells(plane);
  const responses = QUANTUM_EFFICIENCY;
  const planes = await Promise.all(
    responses.map((response) => ideal({ lit }, grid, uniform(response))),
  );
  const layout = [
    [1, 0],
    [2, 1],
  ];
  const mosaic = await ideal({ lit }, grid, { responses, layout });
  for (const [pixel, light] of mosaic.entries())
    expect(light).toBe(planes[layout[Math.floor(pixel / SIDE) % 2]![(pixel % SIDE) % 2]!]![pixel]);
  const window = await ideal(
    { lit },
    { ...grid, rows: 8, columns: 10, offset: [10 + 5 - SIDE / 2, 20 + 4 - SIDE / 2] },
    uniform(responses[1]!),
  );
  // So slightly turned that nothing moves, but quadrilaterals are averaged in place of boxes.
  const moved = [1, 1e-9, 0, 0, 1, 0, 0, 0, 1] as const;
  const quadrilaterals = await ideal({ lit, moved }, grid, uniform(responses[1]!));
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 10; column += 1) {
      const pixel = (row + 20) * SIDE + column + 10;
      const light = planes[1]![pixel]!;
      expect(Math.abs(window[row * 10 + column]! / light - 1)).toBeLessThan(ROUNDING);
      expect(Math.abs(quadrilaterals[pixel]! / light - 1)).toBeLessThan(ROUNDING);
    }
});
