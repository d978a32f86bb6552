import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadLens } from '../../src/lens-files/lens-file-facts.ts';
import { readLens } from '../../src/lens-files/read-lens.ts';
import { readLight } from '../../src/illuminants/read-light.ts';
import { writeCodeV } from '../../src/lens-files/write-code-v.ts';
import { writeZemax } from '../../src/lens-files/write-zemax.ts';
import { loadGlassCatalogue } from '../../src/optics/glass/glass-catalogue.ts';
import { materialOf } from '../../src/optics/glass/named-materials.ts';
import { readAgf } from '../../src/optics/glass/read-agf.ts';
import { refractiveIndex } from '../../src/optics/glass/refractive-index.ts';
import { firstOrder } from '../../src/optics/ray-trace/first-order.ts';
import { lensDesign } from '../../src/optics/ray-trace/lens-design.ts';
import { traceRays } from '../../src/optics/ray-trace/trace-rays.ts';
import golden from './surfaces/files.json' with { type: 'json' };
import materials from './surfaces/materials.json' with { type: 'json' };

type Numbers = readonly number[];
interface Case {
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly options?: readonly string[];
  readonly nm?: number;
  readonly eflMm?: number;
  readonly bflMm?: number;
  readonly halfFieldDegrees?: number;
  readonly notes?: string;
  readonly rays?: readonly { readonly in: Numbers; readonly out: Numbers | null }[];
  readonly refused?: readonly string[];
}

const cases = golden.cases as unknown as readonly Case[];
const catalogue = await loadGlassCatalogue();
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read({ text, kind, options = [] }: Case): ReadLens {
  const at = options.indexOf('--configuration');
  return readLens(bytesOf(text), `golden.${kind}`, {
    catalogue,
    keepFocus: false,
    ...(at >= 0 && { configuration: Number(options[at + 1]) }),
  });
}

const raysIn = ({ rays = [] }: Case) =>
  rays.map(({ in: [x, y, z, L, M, N, wavelengthNm] }) => ({
    x: x!,
    y: y!,
    z: z!,
    L: L!,
    M: M!,
    N: N!,
    wavelengthNm: wavelengthNm!,
  }));

/** Relative, of focal lengths; mm, of rays: Newton stops at 1e-14 (manifest of the folder). */
const [SAME_LENGTH, SAME_PLACE] = [1e-9, 1e-9];

describe('texts of files of five programs', () => {
  const readable = cases.filter(({ refused }) => !refused);
  it.each(readable.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const { file, notes } = read(one);
    const design = lensDesign(file);
    const order = firstOrder(design, one.nm!);
    expect(Math.abs(order.focalLengthMm / one.eflMm! - 1)).toBeLessThan(SAME_LENGTH);
    expect(Math.abs(order.backFocalLengthMm / one.bflMm! - 1)).toBeLessThan(SAME_LENGTH);
    if (one.halfFieldDegrees !== undefined)
      expect(file.halfFieldDegrees).toBeCloseTo(one.halfFieldDegrees, 9);
    if (one.notes !== undefined) expect(notes.join()).toContain(one.notes);
    for (const [i, traced] of traceRays(design, raysIn(one)).entries()) {
      const { out } = one.rays![i]!;
      if (!out) {
        expect(traced.failure, `ray ${i}`).toBeDefined();
        continue;
      }
      expect(traced.failure, `ray ${i}`).toBeUndefined();
      const { x, y } = traced as unknown as { readonly x: number; readonly y: number };
      expect(Math.hypot(x - out[0]!, y - out[1]!), `ray ${i}`).toBeLessThan(SAME_PLACE);
    }
  });
  const refused = cases.filter((one) => one.refused);
  it.each(refused.map((one) => [one.name, one] as const))('refused: %s', (_, one) => {
    for (const words of one.refused!) expect(() => read(one)).toThrow(words);
  });
});

/** Of a ray of a lens that was written and read again, mm. */
const SAME_WRITTEN = 1e-12;

describe.each([
  ['zmx', writeZemax, 47],
  ['seq', writeCodeV, 37],
] as const)('a lens that was read, written as .%s and read again', (ending, write, least) => {
  it('has the same rays, fields and wavelengths, or says what the format lacks', () => {
    let written = 0;
    const lacking: string[] = [];
    for (const one of cases) {
      if (one.refused) continue;
      const reading = { catalogue, keepFocus: false };
      const first = readLens(bytesOf(one.text), `a.${one.kind}`, { ...reading, configuration: 1 });
      let text = '';
      try {
        text = write(first.file, first.about);
      } catch (error) {
        lacking.push(`${one.name}: ${(error as Error).message}`);
        continue;
      }
      const second = readLens(bytesOf(text), `b.${ending}`, reading);
      const raysOf = ({ file }: ReadLens) =>
        traceRays(lensDesign(file), raysIn(one)).map((ray) =>
          'x' in ray ? [Number(ray.x), Number(ray.y)] : [],
        );
      for (const [i, ray] of raysOf(second).entries())
        for (const [axis, value] of raysOf(first)[i]!.entries())
          expect(Math.abs(ray[axis]! - value), one.name).toBeLessThan(SAME_WRITTEN);
      const eflOf = ({ file }: ReadLens) => firstOrder(lensDesign(file), one.nm!).focalLengthMm;
      expect(Math.abs(eflOf(second) / eflOf(first) - 1), one.name).toBeLessThan(SAME_LENGTH);
      expect(second.file.halfFieldDegrees).toBeCloseTo(first.file.halfFieldDegrees, 9);
      if (first.about.wavelengths.length > 0)
        expect(second.about.wavelengths).toEqual(first.about.wavelengths);
      written += 1;
    }
    for (const line of lacking)
      expect(line).toMatch(/A \.\w+ file has no .+; a \.json file has\.$/);
    expect(written).toBeGreaterThanOrEqual(least);
  });
});

it.each(Object.entries(materials.materials))('%s has its index', (name, { check }) => {
  const { glass } = materialOf(name)!;
  for (const [um, index] of check as unknown as readonly (readonly [number, number])[])
    expect(Math.abs(refractiveIndex(glass, um * 1e3) - index)).toBeLessThan(1e-12);
});

describe('files with traps', () => {
  const folder = new URL('./surfaces/cases/', import.meta.url);
  const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
  const lensOf = async (name: string, agf: readonly string[] = []): Promise<ReadLens> => {
    const own = agf.flatMap((one) => readAgf(text(one), one));
    const reading = { catalogue: await loadGlassCatalogue(own), keepFocus: false };
    return readLens(bytesOf(text(name)), name, reading);
  };
  const eflOf = async (name: string, agf?: readonly string[]): Promise<number> =>
    firstOrder(lensDesign((await lensOf(name, agf)).file), 587.5618).focalLengthMm;
  it.each([
    ['doublet.zmx', 102.1348, []],
    ['zmx-automatic-diameter.zmx', 102.1348, []],
    ['zmx-silica.zmx', 130.869, ['agf-silica-and-infrared.agf']],
    ['zmx-silica.zmx', 130.869, []],
    ['zmx-baf2.zmx', 121.479, []],
    ['zmx-xasphere.zmx', 3.42209, []],
    ['seq-curvatures.seq', 102.1348, []],
    ['seq-private-unused.seq', 43.3437, []],
    ['seq-cuf.seq', 43.3437, []],
    ['oslo.len', 102.1393, []],
    ['json-ten-terms.json', 3.6, []],
  ] as const)('%s has its focal length', async (name, efl, agf) => {
    const digits = `${efl}`.split('.')[1]!.length;
    expect(Math.abs((await eflOf(name, agf)) - efl)).toBeLessThan(0.6 * 10 ** -digits);
  });
  it('two catalogues are both used', async () => {
    expect(await eflOf('zmx-two-catalogues.zmx', ['agf-a.agf', 'agf-b.agf'])).toBeGreaterThan(0);
    await expect(eflOf('zmx-two-catalogues.zmx', ['agf-b.agf'])).rejects.toThrow('no glass MYA');
  });
  it('values behind the count of fields are not read', async () => {
    const { file, notes } = await lensOf('zmx-leftover-fields.zmx');
    expect(file.halfFieldDegrees).toBe(1);
    expect(notes.join()).toContain('only the field on the axis');
  });
  it('glasses of old catalogues have their successors', async () => {
    expect((await lensOf('zmx-bk7.zmx')).notes.join()).toContain(
      'Glass BK7 is read as N-BK7 (SCHOTT), its successor: nd 1.51680.',
    );
    await expect(lensOf('zmx-f2-no-catalogue.zmx')).rejects.toThrow(
      'CDGM, HIKARI and SCHOTT have a glass F2, and the file names no catalogue: add GCAT SCHOTT to the file.',
    );
  });
  it('what forms no lens is refused by its line', async () => {
    await expect(lensOf('zmx-fisheye-90.zmx')).rejects.toThrow('Line 9');
    await expect(lensOf('optiland.json')).rejects.toThrow('This optiland file has no surface.');
  });
  it.each(['light-spectrometer.txt', 'light-tm27.spdx'])('%s is the plain light', (name) => {
    const plain = readLight(text('light-plain.csv'), 'a').illuminant.energy;
    expect(readLight(text(name), 'a').illuminant.energy).toEqual(plain);
  });
});
