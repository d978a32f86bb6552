import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { labPdf } from './pdf.ts';
import type { LabPage } from './results.ts';

const figure = {
  ...{ id: 'noise.variance', label: 'Spread σ ≤ λ·π, 10⁻³ µm', value: 0.25, unit: 'e⁻²' },
  ...{ standardError: 0.01, n: 5, method: 'seeds', true: 0.24, condition: '', source: 'raw' },
};
const page: LabPage = {
  software: { name: 'Lumenloom', version: '0.1.0' },
  ...{ profile: 'general', seed: 1, seeds: 5, draft: false, date: '2026-11-30' },
  cameras: [
    {
      name: '카메라 α',
      sections: Array.from({ length: 12 }, (_, i) => ({
        ...{ id: `noise${i}`, title: `Noise ${i}`, after: 'IEC 62220-1-1:2015' },
        figures: Array.from({ length: 6 }, (__, k) => ({ ...figure, id: `noise${i}.${k}` })),
        curves: [
          {
            ...{ id: `noise${i}.radial`, label: 'raw', xUnit: 'cycles/px', yUnit: 'codes² px²' },
            ...{ x: [0.1, 0.2, 0.3], y: [3, null, 2], true: [3, 3, 3] },
          },
        ],
      })),
    },
  ],
  differences: [],
  missing: [{ id: 'flicker', reason: 'The light does not flicker.' }],
};

/** The streams of a document, unpacked. */
function streamsOf(pdf: Uint8Array): readonly string[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/(<<[^]*?>>)\s*stream\r?\n([^]*?)\r?\nendstream/g)].map(
    ([, head, body]) =>
      head!.includes('/FlateDecode')
        ? inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')
        : body!,
  );
}

/** The text of a document, as its one face says what its glyphs mean. */
function textOf(pdf: Uint8Array): string {
  const streams = streamsOf(pdf);
  const meaning = new Map<number, string>();
  const map = streams.find((stream) => stream.includes('beginbfrange'))!;
  for (const [, first, list] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [i, [, units]] of [...list!.matchAll(/<([\w ]+)>/g)].entries())
      meaning.set(
        parseInt(first!, 16) + i,
        String.fromCharCode(...units!.match(/\w{4}/g)!.map((unit) => parseInt(unit, 16))),
      );
  const glyphs = streams
    .filter((stream) => /\]\s*TJ/.test(stream))
    .flatMap((stream) => [...stream.matchAll(/\[((?:<[0-9a-f]*>|[-\d. ])*)\]\s*TJ/g)]);
  return glyphs
    .map(([, line]) =>
      (line!.match(/<([0-9a-f]*)>/g) ?? [])
        .flatMap((run) => run.match(/[0-9a-f]{4}/g) ?? [])
        .map((glyph) => meaning.get(parseInt(glyph, 16)) ?? '\u0000')
        .join(''),
    )
    .join('\n');
}

test('a report is A4 with text that can be searched, Greek too, and plots as paths', async () => {
  const pdf = await labPdf(page);
  const whole = Buffer.from(pdf).toString('latin1');
  expect(whole.startsWith('%PDF-')).toBe(true);
  expect(whole.match(/\/MediaBox \[0 0 595\.28 841\.89\]/g)!.length).toBeGreaterThan(3);
  expect(whole).not.toContain('/Subtype /Image');
  expect(whole).toContain('D:20261130');
  const text = textOf(pdf);
  // Its face has one glyph for µ and μ.
  expect(text.replaceAll('\u03bc', '\u00b5')).toContain('Spread σ ≤ λ·π, 10⁻³ µm');
  for (const part of ['??? α', '0.250 ± 0.010', 'e⁻²', 'codes² px²', 'The light does not flicker.'])
    expect(text).toContain(part);
  expect(text).not.toContain('\u0000');
  const dashes = streamsOf(pdf)
    .join('')
    .match(/\[4 3\] 0 d/g);
  expect(dashes!.length).toBeGreaterThanOrEqual(12);
});

test('the same report gives the same bytes, whatever the clock says', async () => {
  const first = await labPdf({ ...page, date: null });
  expect(Buffer.from(first).equals(Buffer.from(await labPdf({ ...page, date: null })))).toBe(true);
  expect(Buffer.from(first).toString('latin1')).toContain('D:1970');
});
