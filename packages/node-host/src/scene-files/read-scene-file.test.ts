import { deflateSync } from 'node:zlib';
import { WAVELENGTHS, npyHeader, photonsToEnergy } from '@lumenloom/engine';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writeExr } from '../picture-files/write-exr.ts';
import { readExr } from '../exr/read-exr.ts';
import { readSceneFile, type SceneFile, type SceneReading } from './read-scene-file.ts';

const [ROWS, COLUMNS] = [4, 6];
const BANDS = WAVELENGTHS.length;
/** A cube of smooth spectra: reflectance of a band at a pixel. */
const reflectance = (band: number, pixel: number): number =>
  0.4 + 0.3 * Math.sin(band / 5 + pixel / 3) * Math.cos(pixel);
const cube = Float32Array.from({ length: BANDS * ROWS * COLUMNS }, (_, i) =>
  reflectance(Math.floor(i / (ROWS * COLUMNS)), i % (ROWS * COLUMNS)),
);
const npy = (data: Float32Array, shape: readonly number[]): Uint8Array =>
  Buffer.concat([
    npyHeader('float32', shape),
    new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
  ]);
const macro = npy(cube, [BANDS, ROWS, COLUMNS]);
const wavelengths = [...WAVELENGTHS];
const read = (bytes: Uint8Array, name: string, reading: SceneReading = {}): Promise<SceneFile> =>
  readSceneFile(bytes, name, reading);

/** Reflectance of a scene in a band at a pixel. */
const valueAt = ({ scene: { data } }: SceneFile, band: number, pixel: number): number =>
  data.planes.reduce((sum, plane, k) => sum + plane[pixel]! * data.spectra![k]![band]!, 0);
/** Planes are within 1e-3 of white of the cube. */
const LARGEST_ERROR = 1e-3;
function expectCube(file: SceneFile, scale = 1): void {
  for (let pixel = 0; pixel < ROWS * COLUMNS; pixel += 1)
    for (let band = 0; band < BANDS; band += 1)
      expect(Math.abs(valueAt(file, band, pixel) - scale * reflectance(band, pixel))).toBeLessThan(
        LARGEST_ERROR,
      );
}

describe('a cube of reflectance', () => {
  it('of an .npy file', async () => {
    const file = await read(macro, 'cube.npy', { wavelengths });
    expectCube(file);
    expect(file.scene.data.planes.length).toBeLessThan(5);
    expect(file.illuminant).toBeUndefined();
    expect(file.notes.at(-1)).toMatch(
      /^Its spectra are \d planes; the largest error is [\d.]+ % of white\.$/,
    );
  });
  it('with a digest of its bytes and of how it is read', async () => {
    const digestOf = async (...args: Parameters<typeof read>) => (await read(...args)).scene.digest;
    const plain = await digestOf(macro, 'a.npy', { wavelengths });
    expect(await digestOf(macro, 'b.npy', { wavelengths })).toBe(plain);
    expect(await digestOf(macro, 'a.npy', { wavelengths, radiance: 'energy' })).not.toBe(plain);
  });
  it('at other wavelengths is interpolated between them, and 0 outside', async () => {
    const line = Float32Array.from(
      { length: 16 * 2 },
      (_, i) => (420 + 20 * Math.floor(i / 2)) / 1000,
    );
    const file = await read(npy(line, [16, 1, 2]), 'a.npy', {
      wavelengths: Array.from({ length: 16 }, (_, i) => 420 + 20 * i),
    });
    for (const [band, nm] of WAVELENGTHS.entries())
      expect(Math.abs(valueAt(file, band, 1) - (nm < 420 ? 0 : nm / 1000))).toBeLessThan(
        LARGEST_ERROR,
      );
    expect(file.notes.join()).toContain('does not cover 400 to 700 nm');
  });
  it.each([
    ['bsq', (band: number, row: number, column: number) => (band * ROWS + row) * COLUMNS + column],
    ['bil', (band: number, row: number, column: number) => (row * BANDS + band) * COLUMNS + column],
    ['bip', (band: number, row: number, column: number) => (row * COLUMNS + column) * BANDS + band],
  ] as const)(
    'of ENVI in %s, with scale factor, byte order and micrometres',
    async (interleave, place) => {
      const data = Buffer.alloc(7 + 2 * cube.length);
      for (let band = 0; band < BANDS; band += 1)
        for (let row = 0; row < ROWS; row += 1)
          for (let column = 0; column < COLUMNS; column += 1)
            data.writeUInt16BE(
              Math.round(10000 * reflectance(band, row * COLUMNS + column)),
              7 + 2 * place(band, row, column),
            );
      const header = enviHeader({
        interleave,
        'data type': '12',
        'byte order': '1',
        'header offset': '7',
        'reflectance scale factor': '10000',
      });
      const file = await read(Buffer.from(header), 'cube.hdr', {
        companion: () => Promise.resolve(data),
      });
      expectCube(file);
      expect(file.notes.join()).toContain('reflectance scale factor 10000');
    },
  );
  it('of OpenEXR with a channel per wavelength', async () => {
    const channels = new Map(
      wavelengths.map(
        (nm, band) =>
          [
            `S0.${nm},0nm`,
            cube.subarray(band * ROWS * COLUMNS, (band + 1) * ROWS * COLUMNS),
          ] as const,
      ),
    );
    expectCube(await read(writeExr({ rows: ROWS, columns: COLUMNS, channels }), 'cube.exr'));
  });
});

function enviHeader(fields: Readonly<Record<string, string>>): string {
  const all = {
    samples: `${COLUMNS}`,
    lines: `${ROWS}`,
    bands: `${BANDS}`,
    'data type': '4',
    interleave: 'bsq',
    'byte order': '0',
    'wavelength units': 'Micrometers',
    wavelength: `{\n${wavelengths.map((nm) => nm / 1000).join(',\n')}}`,
    ...fields,
  };
  return `ENVI\n${Object.entries(all)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n')}\n`;
}

describe('a cube of radiance', () => {
  it('in photons has even photons as its white, and keeps its level', async () => {
    const { scene, illuminant } = await read(macro, 'a.npy', { wavelengths, radiance: 'photons' });
    const most = Math.max(...cube);
    expect(illuminant!.absolute).toBe(true);
    const photons = photonsToEnergy(WAVELENGTHS.map(() => most));
    for (const [band, energy] of illuminant!.energy!.entries())
      expect(energy / photons[band]!).toBeCloseTo(1, 6);
    expectCube({ scene, notes: [] }, 1 / most);
  });
  it('in energy is the same as its photons', async () => {
    const joules = photonsToEnergy(WAVELENGTHS.map(() => 1e18));
    const energy = cube.map((value, i) => value * joules[Math.floor(i / (ROWS * COLUMNS))]!);
    const one = await read(npy(energy, [BANDS, ROWS, COLUMNS]), 'a.npy', {
      wavelengths,
      radiance: 'energy',
    });
    const other = await read(
      npy(
        cube.map((value) => value * 1e18),
        [BANDS, ROWS, COLUMNS],
      ),
      'a.npy',
      { wavelengths, radiance: 'photons' },
    );
    for (const [band, value] of one.illuminant!.energy!.entries())
      expect(value / other.illuminant!.energy![band]!).toBeCloseTo(1, 5);
    expectCube(one, 1 / Math.max(...cube));
  });
  it('of an ISETCam file has the light of the file as its white', async () => {
    const file = await read(await isetcamFile(), 'scene.mat');
    expectCube(file);
    expect(file.illuminant!.label).toBe('the light of the file');
    for (const [band, energy] of file.illuminant!.energy!.entries())
      expect(energy).toBeCloseTo(1 + band / 10, 6);
  });
});

/**
 * An ISETCam multispectral image: three basis functions, the illuminant in energy as older files
 * have it.
 */
async function isetcamFile(): Promise<Uint8Array> {
  const { ready, File } = await import('h5wasm/node');
  const { FS } = await ready;
  const file = new File('made.mat', 'w');
  // sin(a + b) = sin a cos b + cos a sin b: constant, sine and cosine over the bands are a basis of
  // the cube. Photons: times the light.
  const energy = WAVELENGTHS.map((_, band) => 1 + band / 10);
  const joules = photonsToEnergy(WAVELENGTHS.map(() => 1));
  const functions = [
    () => 1,
    (band: number) => Math.sin(band / 5),
    (band: number) => Math.cos(band / 5),
  ];
  const amounts = [
    () => 0.4,
    (pixel: number) => 0.3 * Math.cos(pixel / 3) * Math.cos(pixel),
    (pixel: number) => 0.3 * Math.sin(pixel / 3) * Math.cos(pixel),
  ];
  // MATLAB's order: rows run fastest.
  const coefficients = amounts.flatMap((amount) =>
    Array.from({ length: ROWS * COLUMNS }, (_, i) =>
      amount((i % ROWS) * COLUMNS + Math.floor(i / ROWS)),
    ),
  );
  const doubles = (
    name: string,
    at: Pick<typeof file, 'create_dataset'>,
    values: readonly number[],
    shape: number[],
  ): void => {
    at.create_dataset({ name, data: Float64Array.from(values), shape, dtype: '<d' });
  };
  doubles('mcCOEF', file, coefficients, [3, COLUMNS, ROWS]);
  const basis = file.create_group('basis');
  doubles(
    'basis',
    basis,
    functions.flatMap((value) =>
      WAVELENGTHS.map((_, band) => (value(band) * energy[band]!) / joules[band]!),
    ),
    [3, BANDS],
  );
  doubles('wave', basis, wavelengths, [1, BANDS]);
  const light = file.create_group('illuminant');
  doubles('data', light, energy, [1, BANDS]);
  doubles('wavelength', light, wavelengths, [1, BANDS]);
  file.close();
  const bytes = FS.readFile('made.mat');
  FS.unlink('made.mat');
  return bytes;
}

describe('a picture', () => {
  const codes = Uint8Array.from({ length: ROWS * COLUMNS * 3 }, (_, i) => (i * 37) % 256);
  const picture = (data: Uint8Array | Uint16Array) =>
    sharp(data, { raw: { width: COLUMNS, height: ROWS, channels: 3 } });
  const linear = (code: number): number => {
    const value = code / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  /** Single precision. */
  const SINGLE = 1e-7;
  const expectPlanes = (
    { scene: { data } }: SceneFile,
    value: (i: number) => number,
    error = SINGLE,
  ): void => {
    expect([data.rows, data.columns, data.planes.length, data.spectra]).toEqual([
      ROWS,
      COLUMNS,
      3,
      undefined,
    ]);
    for (let i = 0; i < codes.length; i += 1)
      expect(Math.abs(data.planes[i % 3]![Math.floor(i / 3)]! - value(i))).toBeLessThan(error);
  };
  it('of 8 bits, PNG and TIFF, is linear sRGB', async () => {
    for (const [name, bytes] of [
      ['a.png', await picture(codes).png().toBuffer()],
      ['a.tif', await picture(codes).tiff({ compression: 'lzw' }).toBuffer()],
    ] as const)
      expectPlanes(await read(bytes, name), (i) => linear(codes[i]!));
  });
  it('of 16 bits, PNG', async () => {
    const deep = Uint16Array.from(codes, (code, i) => code * 257 - (code > 0 ? i % 200 : 0));
    const bytes = await picture(deep).toColourspace('rgb16').png().toBuffer();
    expectPlanes(await read(bytes, 'a.png'), (i) => linear(deep[i]! / 257));
  });
  it('JPEG, and grey', async () => {
    const grey = await sharp(new Uint8Array(64).fill(128), {
      raw: { width: 8, height: 8, channels: 1 },
    })
      .jpeg()
      .toBuffer();
    const { scene } = await read(grey, 'a.jpg');
    for (const plane of scene.data.planes)
      expect(Math.abs(plane[9]! - linear(128))).toBeLessThan(0.01);
  });
  it('of floats is linear: TIFF', async () => {
    const floats = Float32Array.from(codes, (code) => code / 100);
    const bytes = tiffOfFloats(floats);
    expectPlanes(await read(bytes, 'a.tif'), (i) => floats[i]!);
  });
  it('of floats is linear: OpenEXR with ZIP, without compression, in half precision', async () => {
    const planes = [0, 1, 2].map((channel) =>
      Float32Array.from({ length: ROWS * COLUMNS }, (_, pixel) => codes[3 * pixel + channel]! / 64),
    );
    const channels = new Map(['R', 'G', 'B'].map((name, i) => [name, planes[i]!] as const));
    expectPlanes(
      await read(writeExr({ rows: ROWS, columns: COLUMNS, channels }), 'a.exr'),
      (i) => codes[i]! / 64,
    );
    expectPlanes(await read(plainHalfExr(planes), 'a.exr'), (i) => codes[i]! / 64);
  });
});

/** A float TIFF by its specification: one strip, three samples per pixel. */
function tiffOfFloats(values: Float32Array): Uint8Array {
  const tags: readonly (readonly [number, number, number, number])[] = [
    [256, 3, 1, COLUMNS],
    [257, 3, 1, ROWS],
    [258, 3, 3, 200],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [273, 4, 1, 256],
    [277, 3, 1, 3],
    [278, 3, 1, ROWS],
    [279, 4, 1, values.byteLength],
    [339, 3, 3, 208],
  ];
  const bytes = Buffer.alloc(256 + values.byteLength);
  bytes.write('II*\0', 0, 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, type, count, value]] of tags.entries()) {
    const at = 10 + 12 * i;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  for (let k = 0; k < 3; k += 1) {
    bytes.writeUInt16LE(32, 200 + 2 * k);
    bytes.writeUInt16LE(3, 208 + 2 * k);
  }
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, 256 + 4 * i);
  return bytes;
}

/**
 * An uncompressed OpenEXR file of half floats, made from the header of ours; values are multiples
 * of 1/64 below 4.
 */
function plainHalfExr(planes: readonly Float32Array[]): Uint8Array {
  const channels = new Map(['B', 'G', 'R'].map((name, i) => [name, planes[2 - i]!] as const));
  const ours = Buffer.from(writeExr({ rows: ROWS, columns: COLUMNS, channels }));
  const tableAt =
    ours.indexOf('screenWindowWidth') + 'screenWindowWidth\0float\0'.length + 4 + 4 + 1;
  const header = Buffer.from(ours.subarray(0, tableAt));
  for (const name of channels.keys())
    header.writeInt32LE(1, header.indexOf(`${name}\0`, header.indexOf('chlist')) + 2);
  header[header.indexOf('compression\0compression\0') + 'compression\0compression\0'.length + 4] =
    0;
  const half = (value: number): number => {
    if (value === 0) return 0;
    const exponent = Math.floor(Math.log2(value));
    return ((exponent + 15) << 10) | Math.round((value / 2 ** exponent - 1) * 1024);
  };
  const lineBytes = COLUMNS * 3 * 2;
  const table = Buffer.alloc(8 * ROWS);
  const lines = Array.from({ length: ROWS }, (_, row) => {
    table.writeBigUInt64LE(BigInt(tableAt + 8 * ROWS + row * (8 + lineBytes)), 8 * row);
    const line = Buffer.alloc(8 + lineBytes);
    line.writeInt32LE(row, 0);
    line.writeInt32LE(lineBytes, 4);
    [...channels.values()].forEach((plane, c) => {
      for (let x = 0; x < COLUMNS; x += 1)
        line.writeUInt16LE(half(plane[row * COLUMNS + x]!), 8 + 2 * (c * COLUMNS + x));
    });
    return line;
  });
  return Buffer.concat([header, table, ...lines]);
}

it('OpenEXR files of ours are read back to the bit', () => {
  const values = Float32Array.from({ length: 37 * 5 }, (_, i) => Math.fround((i - 90) ** 3 / 7));
  const channels = new Map([
    ['550nm', values],
    ['450nm', values.map((value) => value * 1e-20)],
  ]);
  const back = readExr(writeExr({ rows: 37, columns: 5, channels }));
  expect([back.rows, back.columns]).toEqual([37, 5]);
  for (const [name, plane] of channels) expect(back.channels.get(name)).toEqual(plane);
});

describe('bad files', () => {
  const rgb = new Map(
    ['R', 'G', 'B'].map((name) => [name, new Float32Array(24).fill(0.5)] as const),
  );
  const exr = writeExr({ rows: ROWS, columns: COLUMNS, channels: rgb });
  const withSize = (rows: number): Uint8Array => {
    const bytes = Buffer.from(exr);
    bytes.writeInt32LE(
      rows - 1,
      bytes.indexOf('dataWindow') + 'dataWindow\0box2i\0'.length + 4 + 12,
    );
    return bytes;
  };
  const envi = (
    fields: Readonly<Record<string, string>>,
    length = 4 * cube.length,
  ): readonly [Uint8Array, string, SceneReading] => [
    Buffer.from(enviHeader(fields)),
    'a.hdr',
    { companion: () => Promise.resolve(new Uint8Array(length)) },
  ];
  const nan = cube.slice();
  nan[100] = NaN;
  const bomb = Buffer.concat([exr.subarray(0, exr.length - 20), deflateSync(Buffer.alloc(1e7))]);
  it.each([
    [
      'an .npy cube without wavelengths',
      [macro, 'a.npy', {}],
      /needs its wavelengths in nm, for example 400:10:700/,
    ],
    [
      'too few wavelengths',
      [macro, 'a.npy', { wavelengths: [400, 500] }],
      /2 wavelengths for 31 bands/,
    ],
    [
      'wavelengths that go back',
      [macro, 'a.npy', { wavelengths: wavelengths.toReversed() }],
      /must ascend .* number 2 is 690/,
    ],
    [
      'an .npy array of two dimensions',
      [npy(cube, [BANDS, ROWS * COLUMNS]), 'a.npy', { wavelengths }],
      /has the shape \[bands, rows, columns\]; this one has \(31, 24\)/,
    ],
    ['an .npy cut off', [macro.subarray(0, 2000), 'a.npy', { wavelengths }], /ends early/],
    [
      'an .npy of 1e9 rows',
      [npy(cube, [BANDS, 1e9, COLUMNS]), 'a.npy', { wavelengths }],
      /ends early/,
    ],
    [
      'no .npy at all',
      [Buffer.from('hello'), 'a.npy', { wavelengths }],
      /first bytes are not those of NumPy/,
    ],
    [
      'NaN in a cube',
      [npy(nan, [BANDS, ROWS, COLUMNS]), 'a.npy', { wavelengths }],
      /The value at 440 nm, row 0, column 4 is NaN/,
    ],
    [
      'a negative value',
      [
        npy(
          cube.map((value) => -value),
          [BANDS, ROWS, COLUMNS],
        ),
        'a.npy',
        { wavelengths },
      ],
      /The value at 400 nm, row 0, column 0 is -/,
    ],
    [
      'an ENVI header without data',
      [Buffer.from(enviHeader({})), 'a.hdr', { companion: () => Promise.resolve(undefined) }],
      /The data of the ENVI header are missing: a or a\.img/,
    ],
    [
      'ENVI data cut off',
      envi({}, 4 * cube.length - 1),
      /The data end early: 31 bands of 6 × 4 with 4 bytes each need 2976 bytes, the file has 2975/,
    ],
    [
      'an ENVI header of another kind',
      [Buffer.from('hello'), 'a.hdr', { companion: () => Promise.resolve(macro) }],
      /an ENVI header begins with ENVI/,
    ],
    ['1e9 ENVI lines', envi({ lines: '1000000000' }), /at most 16 million are computed/],
    ['ENVI lines below 1', envi({ lines: '0' }), /number of rows must be a whole number above 0/],
    ['ENVI text for a number', envi({ bands: 'many' }), /"bands" must be a number, not "many"/],
    ['an ENVI type that is none', envi({ 'data type': '6' }), /"data type" 6 is not read/],
    [
      'an ENVI interleave that is none',
      envi({ interleave: 'abc' }),
      /"interleave" must be bsq, bil or bip/,
    ],
    ['an ENVI byte order that is none', envi({ 'byte order': '2' }), /"byte order" must be 0 or 1/],
    ['an ENVI scale of 0', envi({ 'reflectance scale factor': '0' }), /must be more than 0/],
    [
      'ENVI wavelengths in feet',
      envi({ 'wavelength units': 'feet' }),
      /must be nanometers or micrometers, not "feet"/,
    ],
    [
      'an ENVI list without end',
      envi({ wavelength: '{0.4, 0.5' }),
      /list of "wavelength" has no end/,
    ],
    [
      'a MATLAB file of version 5',
      [Buffer.from('MATLAB 5.0 MAT-file, Platform'.padEnd(600)), 'a.mat', {}],
      /version 5 are not read; save this one with -v7\.3/,
    ],
    ['no MATLAB file', [Buffer.from('hello'), 'a.mat', {}], /not those of a MATLAB file/],
    [
      'a MATLAB file cut off',
      [Buffer.from('MATLAB 7.3 MAT-file'.padEnd(600)), 'a.mat', {}],
      /damaged or ends early|cannot be read/,
    ],
    ['no OpenEXR file', [Buffer.from('hello, world'), 'a.exr', {}], /not those of an OpenEXR file/],
    ['an OpenEXR header cut off', [exr.subarray(0, 60), 'a.exr', {}], /no end|damaged/],
    [
      'OpenEXR data cut off',
      [exr.subarray(0, exr.length - 5), 'a.exr', {}],
      /damaged or ends early|cannot be unpacked/,
    ],
    ['an OpenEXR of 1e9 lines', [withSize(1e9), 'a.exr', {}], /at most 16 million are computed/],
    [
      'an OpenEXR that announces more lines',
      [withSize(64), 'a.exr', {}],
      /damaged or ends early|cannot be unpacked/,
    ],
    ['OpenEXR tiles of no size', [Buffer.from(exr).fill(2, 5, 6), 'a.exr', {}], /tiles of no size/],
    ['a deflate bomb', [bomb, 'a.exr', {}], /damaged or ends early|cannot be unpacked/],
    [
      'OpenEXR channels of another kind',
      [
        writeExr({
          rows: ROWS,
          columns: COLUMNS,
          channels: new Map([['Z', new Float32Array(24)]]),
        }),
        'a.exr',
        {},
      ],
      /has the channels Z: neither R, G, B nor wavelengths/,
    ],
    [
      'NaN in a picture',
      [
        writeExr({
          rows: ROWS,
          columns: COLUMNS,
          channels: new Map([['Y', new Float32Array(24).fill(NaN)]]),
        }),
        'a.exr',
        {},
      ],
      /The value at row 0, column 0 is NaN/,
    ],
    [
      'a black picture',
      [
        writeExr({
          rows: ROWS,
          columns: COLUMNS,
          channels: new Map([['Y', new Float32Array(24)]]),
        }),
        'a.exr',
        {},
      ],
      /The picture is black/,
    ],
    ['no picture', [Buffer.from('hello'), 'a.png', {}], /This is no picture that can be read/],
    ['an empty file', [new Uint8Array(0), 'a.png', {}], /The file is empty/],
  ] as readonly (readonly [string, readonly [Uint8Array, string, SceneReading], RegExp])[])(
    '%s',
    async (_, args, sentence) => {
      await expect(read(...args)).rejects.toThrow(
        expect.objectContaining({
          name: 'SimulationError',
          message: expect.stringMatching(sentence) as string,
        }),
      );
    },
  );
  it('a picture cut off', async () => {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#369' } })
      .png()
      .toBuffer();
    await expect(read(png.subarray(0, png.length / 2), 'a.png')).rejects.toThrow(
      /cannot be read|can be read/,
    );
  });
});
