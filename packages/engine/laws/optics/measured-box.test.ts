/** Lenses of glass written as measured ones and read back (docs/measured-lenses.md#black-boxes). */
import { describe, expect, test } from 'vitest';
import { lensFiles } from '../../references/optics/lens-files.ts';
import { uniform, type Lens } from '../../src/optics/lens.ts';
import { exportedMeasured } from '../../src/optics/measured/export-measured.ts';
import { measuredDesign } from '../../src/optics/measured/measured-design.ts';
import { measuredLens } from '../../src/optics/measured/measured-lens.ts';
import { measuredPupil } from '../../src/optics/measured/measured-pupil.ts';
import { readMeasuredLens } from '../../src/optics/measured/read-measured.ts';
import { fieldPupil } from '../../src/optics/point-spread/field-pupil.ts';
import { transferThroughFocus } from '../../src/optics/point-spread/modulation-transfer.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { realLens } from '../../src/optics/real-lens.ts';
import { BANDS } from '../../src/quantities/wavelengths.ts';
import type { Table } from '../../src/text/json-fields.ts';
import { testHost } from '../test-host.ts';
import { litPattern } from './lens-scenes.ts';

/** Pixels of the tolerance of the map, mm. */
const PIXEL_MM = 2.2e-3;
const [MAP_PX, LIGHT, TRANSFER, PICTURE] = [0.02, 0.005, 0.01, 0.01];
const EDGE = { azimuths: 128, tolerance: 1e-9 };
const FREQUENCIES = [50, 100, 200];
const host = testHost();

describe.each(['double-gauss', 'cooke-triplet'] as const)('%s', (id) => {
  const design = lensDesign(lensFiles[id]);
  // As a file that is written and read.
  const file = readMeasuredLens(JSON.parse(JSON.stringify(exportedMeasured(design))) as Table);
  const box = measuredDesign(file);

  test('nothing of the prescription is in it', () => {
    expect(JSON.stringify(file)).not.toMatch(/surfaces|glass|radius"|thickness/);
  });

  test.each([0, 0.35, 0.7, 0.9, 1])('map, light and transfer at %d of the field', (fraction) => {
    const angle = fraction * design.halfField;
    for (const nm of [450, 550, 650]) {
      const traced = fieldPupil(design, nm, angle, EDGE);
      const read = measuredPupil(box, nm, angle);
      const onAxis = [traced, read].map(
        (_, i) => (i === 0 ? fieldPupil(design, nm, 0, EDGE) : measuredPupil(box, nm, 0)).area,
      );
      expect(Math.abs(read.chiefHeightMm - traced.chiefHeightMm) / PIXEL_MM).toBeLessThan(MAP_PX);
      expect(Math.abs(read.area / onAxis[1]! - traced.area / onAxis[0]!)).toBeLessThan(LIGHT);
      for (const direction of [0, Math.PI / 2])
        for (const frequency of FREQUENCIES) {
          const [one, other] = [traced, read].map((pupil) =>
            transferThroughFocus(pupil, frequency, direction),
          ) as [ReturnType<typeof transferThroughFocus>, ReturnType<typeof transferThroughFocus>];
          for (const awayMm of [0, 0.02])
            expect(
              Math.abs(Math.hypot(...one(awayMm)) - Math.hypot(...other(awayMm))),
            ).toBeLessThan(TRANSFER);
        }
    }
  });

  test('the picture is the same', async () => {
    const scene = litPattern({
      kind: 'cells',
      rows: 48,
      columns: 64,
      planes: [Float32Array.from({ length: 48 * 64 }, (_, i) => ((i * 7919) % 101) / 100)],
    });
    const picture = (lens: Lens): Promise<Float32Array> =>
      lens.formImage(
        { lit: scene, hfov: (26 * Math.PI) / 180 },
        {
          grid: { rows: 48, columns: 64, pitch: 3e-6, offset: [420, 260] },
          receptors: uniform(new Float64Array(BANDS).fill(1)),
        },
        host,
        { stopped: () => false, progress: () => undefined },
        'preview',
      );
    const [own, other] = [
      await picture(realLens(lensFiles[id])),
      await picture(measuredLens(file)),
    ];
    const most = own.reduce((a, b) => Math.max(a, b));
    expect(most).toBeGreaterThan(0);
    const off = own.filter((value, i) => Math.abs(value - other[i]!) > PICTURE * most).length;
    expect(off / own.length).toBeLessThan(0.01);
  });
});

test('a lens that is not round is refused', () => {
  const file = lensFiles['cooke-triplet'];
  const surfaces = file.surfaces.map((row, i) => (i === 0 ? { ...row, tilt: [1, 0, 0] } : row));
  expect(() => exportedMeasured(lensDesign({ ...file, surfaces } as typeof file))).toThrow(
    'A lens without symmetry cannot be a measured one.',
  );
});
