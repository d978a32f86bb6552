import { expect, test } from 'vitest';
import type { WorldContent } from '@lumenloom/contract';
import {
  degreesOf,
  freeName,
  itemOf,
  levelOf,
  moved,
  turned,
  withGroupLevels,
  withLevel,
  withMaterial,
  type WorldLight,
} from './world-edits.ts';

const world: WorldContent = {
  version: 1,
  materials: { screen: { model: 'diffuse', reflectance: 0, emission: { luminance: 200 } } },
  objects: [
    { name: 'part', shape: { sphere: { radius: 1 } }, rotation: [0, 0, 1, 1], material: 'screen' },
  ],
  lights: [
    { name: 'ring', type: 'ring', inner: 0.1, outer: 0.2, group: 'ring', lumens: 800 },
    { name: 'sun', type: 'sun', lux: 1000 },
    { name: 'bar', type: 'rectangle', size: [1, 1], group: 'bar', lux: { value: 50, atMetres: 2 } },
  ],
  environment: { uniform: { luminance: 10 } },
};
const light = (document: WorldContent, name: string) =>
  itemOf(document, { list: 'lights', name }) as WorldLight;

test('a thing is moved, turned and gets a material, and the document before stays', () => {
  const part = { list: 'objects', name: 'part' } as const;
  const later = withMaterial(turned(moved(world, part, [1, 2, 3]), part, [0, 45, 0]), part, '');
  expect(later.objects).toEqual([
    { name: 'part', shape: { sphere: { radius: 1 } }, position: [1, 2, 3], degrees: [0, 45, 0] },
  ]);
  expect(world.objects![0]).toHaveProperty('rotation');
});

test('angles of a quaternion are those about the fixed axes x, then y, then z', () => {
  expect(degreesOf(world.objects![0]!)![2]).toBeCloseTo(90, 9);
  const half = Math.PI / 12;
  expect(degreesOf({ rotation: [Math.sin(half), 0, 0, Math.cos(half)] })![0]).toBeCloseTo(30, 9);
  expect(degreesOf({ lookAt: { target: [0, 0, 0] } })).toBeUndefined();
});

test('a level is changed under its own key', () => {
  expect(levelOf(light(withLevel(world, 'ring', 5), 'ring'))).toEqual({ key: 'lumens', value: 5 });
  expect(light(withLevel(world, 'bar', 9), 'bar')).toMatchObject({
    lux: { value: 9, atMetres: 2 },
  });
});

test('faders become levels of lamps; what shines otherwise belongs to the usual group', () => {
  expect(withGroupLevels(world, {})).toEqual(world);
  const mixed = withGroupLevels(world, { ring: 0.5, lights: 3 });
  expect(mixed.lights).toMatchObject([
    { lumens: 400 },
    { lux: 3000 },
    { lux: { value: 50, atMetres: 2 } },
  ]);
  expect(mixed.environment).toEqual({ uniform: { luminance: 30 } });
  expect(mixed.materials).toMatchObject({
    screen: { reflectance: 0, emission: { luminance: 600 } },
  });
});

test('names are free, and hold nothing that paths need', () => {
  expect(freeName(world, 'objects', 'part')).toBe('part 2');
  expect(freeName(world, 'objects', 'a.b[1]')).toBe('a b 1');
});
