import { expect, test } from 'vitest';
import { deltaE2000 } from '../../src/colour/delta-e-2000.ts';
import type { Triple } from '../../src/colour/xyz.ts';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { lensFigure } from '../../src/proof/lens-rows.ts';
import anchors from './anchors.json' with { type: 'json' };

test.each(anchors.anchors)('$id', async ({ id, theirs, allowed }) => {
  const ours = lensFigure(
    id.replace(/^opticstudio\./, ''),
    anchors.lenses,
    await loadGlassCatalogue([]),
  );
  expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(allowed);
});

/** Sharma's table has four digits. */
const FOUR_DIGITS = 5e-5;
test.each(anchors.ciede2000)('CIEDE2000 of $a and $b', ({ a, b, deltaE2000: theirs }) => {
  const ours = deltaE2000(a as unknown as Triple, b as unknown as Triple);
  expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(FOUR_DIGITS);
});
