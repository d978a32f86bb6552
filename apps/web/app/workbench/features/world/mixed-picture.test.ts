import { expect, test } from 'vitest';
import type { ShownWorld } from '@lumenloom/browser-host';
import {
  depthPixels,
  depthRange,
  idPixels,
  luminances,
  luxPixels,
  mixedLux,
  mixedRgb,
  topOfLux,
} from './mixed-picture.ts';

const picture: ShownWorld = {
  columns: 2,
  rows: 1,
  samples: 1,
  isPreview: false,
  groups: ['lights', 'ring'],
  rgb: [Float32Array.of(1, 1, 1, 0, 0, 0), Float32Array.of(0, 2, 0, 4, 4, 4)],
  depth: Float32Array.of(0.5, Infinity),
  ids: Uint16Array.of(0, 7),
  normals: new Float32Array(6),
  names: { 7: 'part' },
  standardErrorPercent: null,
  fireflies: 0,
};

test('groups are mixed at their levels, and the others stay', () => {
  expect([...mixedRgb(picture, {})]).toEqual([1, 3, 1, 4, 4, 4]);
  expect([...mixedRgb(picture, { ring: 0.5 })]).toEqual([1, 2, 1, 2, 2, 2]);
  expect([...mixedRgb(picture, { lights: 0, ring: 0 })]).toEqual([0, 0, 0, 0, 0, 0]);
});

test('white of 4 has the luminance of 4 cd/m²', () => {
  expect(luminances(mixedRgb(picture, {}))[1]).toBeCloseTo(4, 5);
});

test('depth is bright where it is near and black where nothing stands', () => {
  expect(depthRange(picture.depth)).toEqual({ near: 0.5, far: 0.5 });
  expect([...depthPixels(picture.depth)]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
  expect([...idPixels(picture.ids).slice(0, 4)]).toEqual([0, 0, 0, 255]);
  expect(idPixels(picture.ids)[4]).toBeGreaterThan(0);
});

test('lux of groups are mixed, nothing stays nothing, and the scale ends at two digits', () => {
  const map = {
    columns: 2,
    rows: 1,
    samples: 1,
    isPreview: false,
    groups: ['lights', 'ring'],
    lux: [Float32Array.of(100, NaN), Float32Array.of(417, NaN)],
  };
  const lux = mixedLux(map, { ring: 2, lights: 0 });
  expect([...lux]).toEqual([834, NaN]);
  expect([...mixedLux(map, { ring: 0, lights: 0 })]).toEqual([0, NaN]);
  expect(topOfLux(lux)).toBe(840);
  const pixels = luxPixels(lux, 834);
  expect([...pixels.slice(4)]).toEqual([0, 0, 0, 255]);
  // Full is pale yellow.
  expect(pixels[0]).toBeGreaterThan(pixels[2]!);
  expect(pixels[1]).toBeGreaterThan(200);
});
