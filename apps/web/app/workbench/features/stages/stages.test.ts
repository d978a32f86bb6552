import type { OpenedStages } from '@lumenloom/browser-host';
import { describe, expect, it } from 'vitest';
import { falseColours } from '../../kit/picture/false-colours.ts';
import { legendOf, colouringsOf, paintStage, thumbnailOf } from './paint-stage.ts';
import { stageList, type Stage } from './stage-list.ts';
import { pixelOfPicture, pixelOfScene, pixelOfStage, readingOf, valuesAt } from './stage-values.ts';

const filters = {
  channels: ['red', 'green', 'blue'],
  layout: [
    [1, 0],
    [2, 1],
  ],
} as const;
const bayer = { module: 'dpc', array: 'bayer', type: 'uint16', shape: [2, 4] } as const;

/**
 * A camera of 4 x 3 pixels whose ISP crops the last row: a mosaic, linear colours, then luma and
 * chroma.
 */
const opened: OpenedStages = {
  kind: 'stages',
  depth: undefined,
  stray: undefined,
  rows: 3,
  columns: 4,
  scene: {
    rows: 1,
    columns: 2,
    luminance: Float32Array.of(12.5, 40),
    picture: Uint8Array.of(10, 20, 30, 200, 210, 220),
  },
  sceneAt: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1, -1, -1, -1, -1),
  irradiance: Float32Array.from({ length: 12 }, (_, pixel) => pixel * 1e16),
  sensed: {
    electrons: Float32Array.from({ length: 12 }, (_, pixel) => pixel * 100.5),
    raw: Uint16Array.from({ length: 12 }, (_, pixel) => 90 * pixel),
    bits: 10,
    filters,
  },
  developed: {
    saturation: 1000,
    written: [
      { ...bayer, index: 1, data: Uint16Array.of(0, 100, 200, 300, 400, 500, 600, 1000) },
      {
        index: 2,
        module: 'cfa',
        array: 'rgb',
        type: 'uint16',
        shape: [2, 4, 3],
        data: Uint16Array.from({ length: 24 }, (_, at) => at * 10),
      },
      {
        index: 3,
        module: 'csc',
        array: 'y',
        type: 'uint8',
        shape: [2, 4],
        data: Uint8Array.from({ length: 8 }, (_, pixel) => 16 + 20 * pixel),
      },
      {
        index: 3,
        module: 'csc',
        array: 'cbcr',
        type: 'uint8',
        shape: [2, 4, 2],
        data: new Uint8Array(16).fill(128),
      },
      {
        index: 4,
        module: 'nlm',
        array: 'y',
        type: 'uint8',
        shape: [2, 4],
        data: new Uint8Array(8).fill(235),
      },
    ],
  },
};
const list = stageList(opened, undefined);
const stage = (id: string): Stage => list.find((one) => one.id === id)!;

describe('the list of stages', () => {
  it('has every stage and every module that ran, with the files of the command line', () => {
    expect(list.map(({ id, label }) => [id, label])).toEqual([
      ['scene', 'Scene'],
      ['irradiance', 'Irrad.'],
      ['electrons', 'e⁻'],
      ['raw', 'Raw'],
      ['dpc', 'DPC'],
      ['cfa', 'CFA'],
      ['csc', 'CSC'],
      ['nlm', 'NLM'],
    ]);
    expect(stage('csc').files.map(({ name }) => name)).toEqual(['03-csc.y', '03-csc.cbcr']);
    expect([stage('dpc').width, stage('dpc').height]).toEqual([4, 2]);
  });

  it('has the captures of a frame and their merging after raw', () => {
    const plane = (value: number) => new Float32Array(12).fill(value);
    const raw = new Uint16Array(12);
    const captures = [
      { name: 'long', raw, electrons: plane(900.5), saturationElectrons: 9000 },
      { name: 'short', raw, electrons: plane(-2.5), saturationElectrons: 9000 },
    ];
    const hdr = { captures, merged: plane(901), fullElectrons: 144_000 };
    const withCaptures = stageList({ ...opened, sensed: { ...opened.sensed!, hdr } }, undefined);
    const added = withCaptures.slice(4, 7);
    expect(withCaptures[3]!.id).toBe('raw');
    expect(added.map(({ label, name }) => [label, name])).toEqual([
      ['Raw 1', 'Raw 1, long'],
      ['Raw 2', 'Raw 2, short'],
      ['Merged', 'Merged'],
    ]);
    expect(added.map((one) => valuesAt(one, { x: 1, y: 0 }))).toEqual([
      'R 900.50',
      'R \u22122.5000',
      'R 901',
    ]);
    // Over the codes and over each capture the read-out has the electrons of all.
    const readings = [withCaptures[3]!, added[1]!, withCaptures[2]!].map((one) =>
      readingOf(withCaptures, one, { x: 1, y: 0 }),
    );
    expect(readings).toEqual([
      'R 90 code · Raw 1 900.50 e⁻ · Raw 2 \u22122.5000 e⁻ · Merged 901 e⁻',
      'R \u22122.5000 e⁻ · Raw 1 900.50 e⁻ · Merged 901 e⁻',
      'R 100.50 e⁻',
    ]);
    expect(added.flatMap(({ files }) => files.map(({ name }) => name))).toEqual([
      'raw_long',
      'raw_short',
      'linear',
    ]);
  });

  it('ends at the irradiance without a sensor', () => {
    const ids = stageList({ ...opened, sensed: undefined, developed: undefined }, undefined).map(
      ({ id }) => id,
    );
    expect(ids).toEqual(['scene', 'irradiance']);
  });
});

describe('values of a pixel', () => {
  it.each([
    ['scene', { x: 1, y: 0 }, '40'],
    ['electrons', { x: 1, y: 1 }, 'G 502.50'],
    ['raw', { x: 2, y: 0 }, 'G 180'],
    ['raw', { x: 0, y: 1 }, 'B 360'],
    ['cfa', { x: 1, y: 0 }, 'R 50 G 40 B 30'],
    ['csc', { x: 2, y: 0 }, 'Y 56 Cb 128 Cr 128'],
    // Chroma is unchanged from the module before.
    ['nlm', { x: 2, y: 0 }, 'Y 235 Cb 128 Cr 128'],
    // The cursor stood on a larger picture.
    ['nlm', { x: 2, y: 2 }, ''],
  ])('%s at %o: %s', (id, at, words) => {
    expect(valuesAt(stage(id), at)).toBe(words);
  });

  it('of the irradiance wait for the exact sum', () => {
    expect(valuesAt(stage('irradiance'), { x: 3, y: 0 })).toBe('…');
    const exact = Float64Array.from({ length: 12 }, (_, pixel) => pixel * 1.00004e16);
    const [, irradiance] = stageList(opened, exact);
    expect(valuesAt(irradiance!, { x: 3, y: 0 })).toBe('3.0001e16');
  });
});

describe('the same place in other stages', () => {
  it('follows the lens into the scene and back', () => {
    expect(pixelOfStage(opened, stage('scene'), { x: 2, y: 1 })).toEqual({ x: 1, y: 0 });
    expect(pixelOfStage(opened, stage('scene'), { x: 2, y: 2 })).toBeUndefined();
    expect(pixelOfScene(opened, { x: 1, y: 0 })).toEqual({ x: 2, y: 0 });
    expect(pixelOfScene({ ...opened, sceneAt: new Int32Array(12).fill(-1) }, { x: 1, y: 0 })).toBe(
      undefined,
    );
  });

  it('is the same pixel where the ISP crops, and not there in the row that is left out', () => {
    expect(pixelOfStage(opened, stage('dpc'), { x: 3, y: 1 })).toEqual({ x: 3, y: 1 });
    expect(pixelOfStage(opened, stage('dpc'), { x: 3, y: 2 })).toBeUndefined();
    expect(pixelOfPicture(opened, { width: 4, height: 2 }, { x: 3, y: 1 })).toEqual({ x: 3, y: 1 });
  });

  it('is scaled where the ISP scales', () => {
    const large = { id: 'scl', width: 8, height: 4 };
    expect(pixelOfPicture(opened, large, { x: 7, y: 3 })).toEqual({ x: 3, y: 1 });
    expect(pixelOfStage(opened, large, { x: 3, y: 1 })).toEqual({ x: 7, y: 3 });
  });
});

describe('colours of stages', () => {
  const pixelsOf = (id: string, look: ReturnType<typeof colouringsOf>[number] | undefined) =>
    Array.from(paintStage(stage(id), look));

  it('grey runs from black at 0 to white when full, as linear light', () => {
    const greys = pixelsOf('dpc', 'grey');
    expect(greys.slice(0, 3)).toEqual([0, 0, 0]);
    expect(greys.slice(-3)).toEqual([255, 255, 255]);
    // sRGB code of half of the light. Source: IEC 61966-2-1.
    expect(greys[3 * 5]).toBe(188);
  });

  it('by filter a pixel has the colour of its filter only', () => {
    const colours = pixelsOf('dpc', 'by filter');
    expect(colours.slice(3, 6).map(Boolean)).toEqual([true, false, false]);
    expect(colours.slice(6, 9).map(Boolean)).toEqual([false, true, false]);
    expect(colours.slice(12, 15).map(Boolean)).toEqual([false, false, true]);
  });

  it('the last channel of the ISP is shown as red; luma without chroma is grey', () => {
    const [red, green, blue] = pixelsOf('cfa', undefined).slice(3, 6);
    expect(red).toBeGreaterThan(green!);
    expect(green).toBeGreaterThan(blue!);
    const greys = pixelsOf('csc', undefined);
    expect(greys.slice(0, 3)).toEqual([0, 0, 0]);
    expect(new Set(greys.slice(9, 12)).size).toBe(1);
    expect(pixelsOf('scene', undefined)).toEqual([...opened.scene.picture]);
  });

  it('false colours become lighter with the value, at every step', () => {
    const colours = falseColours(255);
    // Relative luminance of sRGB codes with the usual exponent, which keeps the order.
    const light = (step: number): number =>
      0.2126 * colours[3 * step]! ** 2.2 +
      0.7152 * colours[3 * step + 1]! ** 2.2 +
      0.0722 * colours[3 * step + 2]! ** 2.2;
    for (let step = 8; step <= 255; step += 1) expect(light(step)).toBeGreaterThan(light(step - 8));
  });

  it('a legend stands beside values, not beside colours', () => {
    expect(legendOf(stage('raw'), 'grey')!.full).toBe(1023);
    expect(legendOf(stage('raw'), 'grey')!.colours.at(-1)).toBe('rgb(255 255 255)');
    expect(legendOf(stage('cfa'), undefined)).toBeUndefined();
    expect(colouringsOf(stage('cfa'))).toEqual([]);
  });

  it('thumbnails average a cell of the mosaic', () => {
    const rgba = thumbnailOf(stage('dpc'), 'by filter', { width: 2, height: 1 });
    expect(rgba).toHaveLength(8);
    // Every filter takes part in every pixel.
    for (const at of [4, 5, 6]) expect(rgba[at]).toBeGreaterThan(0);
    expect(rgba[7]).toBe(255);
    expect(thumbnailOf(stage('scene'), undefined, { width: 4, height: 2 })).toHaveLength(32);
  });
});
