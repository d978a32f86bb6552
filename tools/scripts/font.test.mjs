import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { koreanSigns } from './font.mjs';

test('the Korean font has every character of the footer: else run tools/scripts/font.mjs again', () => {
  const css = readFileSync(
    new URL('../../apps/web/app/fonts/noto-sans-kr-core.css', import.meta.url),
    'utf8',
  );
  const served = [...css.matchAll(/U\+([0-9A-F]+)/g)].map(([, point = '']) =>
    String.fromCodePoint(Number.parseInt(point, 16)),
  );
  expect(koreanSigns().length).toBeGreaterThan(20);
  expect(Array.from(koreanSigns()).filter((sign) => !served.includes(sign))).toEqual([]);
});
