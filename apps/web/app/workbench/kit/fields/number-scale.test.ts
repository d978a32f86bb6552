import { isps, scenes, sensors, type Field, type NumberField } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { scaleOf } from './number-scale.ts';

const families: readonly { readonly fields: readonly Field[] }[] = [
  ...Object.values(scenes),
  ...Object.values(sensors),
  ...Object.values(isps),
];
const fields = families
  .flatMap(({ fields: memberFields }) => memberFields)
  .filter((field): field is NumberField => field.kind === 'number');

describe('scales of number fields', () => {
  it.each([
    ['awbB', 0, 16384],
    ['awbR', 0, 16384],
    ['blcalpha', -1024, 1024],
    ['blcGr', 0, 256],
    ['gacGain', 0, 2048],
    ['hscHueOffset', -180, 180],
    ['bccBrightnessOffset', -255, 255],
  ])('%s spans %i to %i, in whole numbers where it is fixed-point', (key, low, high) => {
    const field = fields.find((one) => one.key === key)!;
    const scale = scaleOf(field);
    expect([scale.valueAt(0), scale.valueAt(1)]).toEqual([low, high]);
    if (field.one) expect(Number.isInteger(scale.valueAt(0.1234))).toBe(true);
  });

  it.each(fields.map((field) => [field.key, field] as const))('%s', (_, field) => {
    const scale = scaleOf(field);
    for (let step = 0; step <= 20; step += 1) {
      const value = scale.valueAt(step / 20);
      expect(value).toBeGreaterThanOrEqual(field.min ?? -Infinity);
      expect(value).toBeLessThanOrEqual(field.max ?? Infinity);
      if (field.above !== undefined) expect(value).toBeGreaterThan(field.above);
      if (field.below !== undefined) expect(value).toBeLessThan(field.below);
      if (field.whole) expect(Number.isInteger(value)).toBe(true);
      if (field.odd) expect(value % 2).toBe(1);
    }
    expect(scale.valueAt(1)).toBeGreaterThan(scale.valueAt(0));
    // The default lies on the scale, away from its upper end.
    expect(scale.positionOf(field.default)).toBeLessThan(1);
  });
});
