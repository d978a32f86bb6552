import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readSceneFile, type SceneFile, type SceneReading } from './read-scene-file.ts';

/** Files of our own with traps of other programs' files: see the README beside them. */
const CASES = new URL('../../../engine/references/optics/surfaces/cases/', import.meta.url);
const bytesOf = (name: string): Uint8Array => readFileSync(new URL(name, CASES));
const read = (name: string, reading: SceneReading = {}): Promise<SceneFile> =>
  readSceneFile(bytesOf(name), name, {
    companion: (names) => Promise.resolve(bytesOf(names.find((one) => one.endsWith('.img'))!)),
    ...reading,
  });
/** The values of a scene at its middle, by plane or by band. */
function middleOf({ scene: { data } }: SceneFile): readonly number[] {
  const { planes, spectra, rows, columns } = data;
  const pixel = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  if (!spectra) return planes.map((plane) => plane[pixel]!);
  return Array.from(spectra[0]!, (_, band) =>
    planes.reduce((sum, plane, k) => sum + plane[pixel]! * spectra[k]![band]!, 0),
  );
}
const ratios = (file: SceneFile): readonly number[] => {
  const [red = 0, green = 0, blue = 0] = middleOf(file);
  return [red / green, blue / green];
};
/** Codes of 16 bits and the digits of the profile's matrix. */
const SAME_COLOUR = 2e-3;
const expectSame = (one: readonly number[], other: readonly number[], within: number): void => {
  expect(one).toHaveLength(other.length);
  for (const [i, value] of one.entries())
    expect(Math.abs(value - other[i]!)).toBeLessThan(within * Math.max(1, Math.abs(other[i]!)));
};

describe('colours of pictures', () => {
  it('16 bits with a profile are those without it, where it is that of sRGB', async () => {
    const [plain, profiled, eight] = await Promise.all(
      ['png16-untagged.png', 'png16-srgb-icc.png', 'png8-srgb-icc.png'].map((name) => read(name)),
    );
    expectSame(middleOf(profiled!), middleOf(plain!), SAME_COLOUR);
    expectSame(middleOf(eight!), middleOf(plain!), 2 / 255);
    expect(profiled!.notes).toContain('Its colours are converted by its profile.');
  });
  it('OpenEXR files of other primaries are converted', async () => {
    const [plain, wide] = await Promise.all([read('exr-rec709.exr'), read('exr-rec2020.exr')]);
    expectSame(ratios(wide), ratios(plain), SAME_COLOUR);
    expect(wide.notes.join()).toContain('converted to those of sRGB');
    expect(plain.notes.join()).not.toContain('converted');
  });
  it.each([
    [100_000, 1],
    [50_000, 2],
  ])('the gamma %i of a PNG is that of its codes', async (gamma, exponent) => {
    const file = await readSceneFile(pngOf([180, 90, 45], gamma), 'a.png', {});
    expectSame(
      middleOf(file),
      [180, 90, 45].map((code) => (code / 255) ** exponent),
      1e-6,
    );
  });
});

describe('spectral cubes', () => {
  it('bands that are marked as bad are left out', async () => {
    const [plain, bad] = await Promise.all([read('envi-plain.hdr'), read('envi-bad-band.hdr')]);
    // The bad one is 3.5 times too bright; the planes stand for the others within .005.
    expectSame(middleOf(bad), middleOf(plain), 0.01);
    expect(bad.notes.join()).toContain('are left out: 540 nm');
  });
  it('gains are applied', async () => {
    const reading = { radiance: 'energy' } as const;
    const [applied, gains] = await Promise.all([
      read('envi-gains-applied.hdr', reading),
      read('envi-gains.hdr', reading),
    ]);
    expectSame(middleOf(gains), middleOf(applied), 1e-3);
    expectSame([...gains.illuminant!.energy!], [...applied.illuminant!.energy!], 1e-4);
  });
  const header = (lines: readonly string[]): Uint8Array =>
    new TextEncoder().encode(
      [
        ...['ENVI', 'samples = 2', 'lines = 1', 'bands = 3', 'data type = 4'],
        ...['interleave = bsq', 'byte order = 0', ...lines],
      ].join('\n'),
    );
  const data = new Uint8Array(Float32Array.of(0.2, 0.4, 0.6, 0.8, -1, 0.5).buffer);
  const cubeOf = (lines: readonly string[]): Promise<SceneFile> =>
    readSceneFile(header(lines), 'a.hdr', { companion: () => Promise.resolve(data) });
  it('bands are sorted, equal ones are their mean, and pixels without data are black', async () => {
    const file = await cubeOf(['wavelength = {700, 400, 400}', 'data ignore value = -1']);
    const { planes, spectra } = file.scene.data;
    const at = (band: number, pixel: number): number =>
      planes.reduce((sum, plane, k) => sum + plane[pixel]! * spectra![k]![band]!, 0);
    expect([at(0, 0), at(30, 0)]).toEqual([0, 0]);
    expect(at(0, 1)).toBeCloseTo(0.65, 3);
    expect(at(30, 1)).toBeCloseTo(0.4, 3);
    expect(file.notes.join()).toMatch(/sorted.*their mean.*50 % of the pixels have no data/);
  });
});

it('pages of a TIFF are told of, and a Radiance picture is read', async () => {
  const pages = await read('tiff-31-pages.tif');
  expect(pages.notes.join()).toMatch(/31 pages/);
  const radiance = await read('radiance.hdr');
  expect(radiance.scene.data.planes).toHaveLength(3);
  expect(radiance.notes.join()).toContain('Radiance');
  await expect(readSceneFile(bytesOf('radiance.hdr').slice(0, 300), 'a.hdr', {})).rejects.toThrow(
    'The Radiance picture ends early.',
  );
});

/** A PNG of one even colour with a gamma. */
function pngOf(colour: readonly number[], gamma: number): Uint8Array {
  const chunk = (name: string, content: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(2, 0);
  head.writeUInt32BE(2, 4);
  head.set([8, 2], 8);
  const value = Buffer.alloc(4);
  value.writeUInt32BE(gamma);
  const row = [0, ...colour, ...colour];
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('gAMA', value),
    chunk('IDAT', deflateSync(Uint8Array.from([...row, ...row]))),
    chunk('IEND', new Uint8Array()),
  ]);
}

function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
