/** Near objects, focus and stops in pictures (docs/reference/depth.md#laws). */
import { describe, expect, it } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import type { FocusSettings } from '../../src/optics/focus/focus-settings.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import type { PixelGrid } from '../../src/optics/pixel-grid.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { thinLens } from '../../src/optics/thin-lens.ts';
import { WAVELENGTHS } from '../../src/quantities/wavelengths.ts';
import { testHost } from '../test-host.ts';
import { edgeSfr, sinc } from './edge-sfr.ts';
import { hopkins } from './hopkins.ts';
import { litPattern, oneBand, whiteCard } from './lens-scenes.ts';
import { SFR_TO_NYQUIST } from './tolerances.ts';

const HFOV = (36 * Math.PI) / 180;
const BAND = WAVELENGTHS.indexOf(550);
const watch = { stopped: () => false, progress: () => undefined };
const host = testHost();

const formed = (
  lens: Lens,
  lit = whiteCard(),
  grid: PixelGrid = { rows: 48, columns: 64, pitch: 2.2e-6 },
) => lens.formImage({ lit, hfov: HFOV }, { grid, receptors: uniform(oneBand(BAND)) }, host, watch);
const middleOf = (picture: Float32Array): number => picture[24 * 64 + 32]!;
const lensOf = (focus?: FocusSettings): Lens => realLens(lensFiles['cooke-triplet'], focus);

describe('an even scene', () => {
  it('is as bright at any distance; the focus decides', async () => {
    const at = async (focus: FocusSettings): Promise<number> =>
      middleOf(await formed(lensOf(focus)));
    const near = await at({ objectDistance: 0.2, focusDistance: 0.2 });
    const far = await at({ focusDistance: 0.2 });
    expect(Math.abs(far / near - 1)).toBeLessThan(1e-3);
    const distant = await at({ objectDistance: 0.2 });
    expect(Math.abs(distant / middleOf(await formed(lensOf())) - 1)).toBeLessThan(1e-3);
    // A beam to a sensor further away is narrower: f-numbers of the pupils, paraxially.
    const [one, other] = [{ focusDistance: 0.2 }, {}].map((focus) => lensOf(focus).fNumber);
    expect(Math.abs(near / distant / (other! / one!) ** 2 - 1)).toBeLessThan(1e-3);
  });

  it('gets a quarter of the light at twice the f-number', async () => {
    const [open, stopped] = [lensOf({ fNumber: 8 }), lensOf({ fNumber: 16 })];
    const ratio = middleOf(await formed(open)) / middleOf(await formed(stopped));
    expect(Math.abs(ratio / 4 - 1)).toBeLessThan(5e-3);
  });
});

it('an object a thousand kilometres away has the picture of infinity', async () => {
  const lit = litPattern({ kind: 'edge', slope: 10, dark: 0.05 });
  const [near, far] = [
    await formed(lensOf({ objectDistance: 1e6, focusDistance: 1e6 }), lit),
    await formed(lensOf(), lit),
  ];
  const most = far.reduce((a, b) => Math.max(a, b), 0);
  for (const [at, value] of far.entries())
    expect(Math.abs(near[at]! - value)).toBeLessThan(1e-3 * most);
});

it('a blur that the rims of lenses cut is known at nodes half as far apart', async () => {
  const nodesOf = async (focus?: FocusSettings): Promise<number> => {
    let nodes = 0;
    const grid: PixelGrid = { rows: 16, columns: 2400, pitch: 2.2e-6 };
    const scene = { lit: whiteCard(), hfov: HFOV };
    await lensOf(focus).formImage(scene, { grid, receptors: uniform(oneBand(BAND)) }, host, {
      ...watch,
      computed: (facts) => (nodes = facts.nodes),
    });
    return nodes;
  };
  expect(await nodesOf({ objectDistance: 2 })).toBeGreaterThan(1.5 * (await nodesOf()));
});

describe('the ideal lens out of focus', () => {
  it.each([
    [1, 1],
    [0.5, 1],
    [2, Infinity],
  ])(
    'has the SFR of its defocus: object at %d m, focus at %d m',
    async (objectDistance, focusDistance) => {
      const tilt = (5 * Math.PI) / 180;
      const grid: PixelGrid = { rows: 208, columns: 208, pitch: 2.2e-6 };
      const lens = thinLens({ objectDistance, ...(focusDistance < Infinity && { focusDistance }) });
      const lit = litPattern({ kind: 'edge', slope: 1 / Math.tan(tilt), dark: 0.05 });
      const picture = await formed(lens, lit, grid);
      const frequencies = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5];
      const region = {
        rows: grid.rows - 60,
        columns: grid.columns - 20,
        at: (row: number, column: number) => picture[(row + 30) * grid.columns + column + 10]!,
        has: () => true,
      };
      const measured = edgeSfr(region, frequencies, 80);
      for (const [i, frequency] of frequencies.entries()) {
        const wanted =
          Math.abs(hopkins(objectDistance, focusDistance, frequency / 2.2e-6)) *
          Math.abs(sinc(frequency * Math.cos(tilt)) * sinc(frequency * Math.sin(tilt)));
        expect(Math.abs(measured[i]! - wanted), `${frequency}`).toBeLessThan(SFR_TO_NYQUIST);
      }
    },
  );
});
