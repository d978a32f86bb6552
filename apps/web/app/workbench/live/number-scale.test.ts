import { isps, scenes, sensors, type Field, type NumberField } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { scaleOf } from './number-scale.ts';

const families: readonly { readonly fields: readonly Field[] }[] = [
  ...Object.values(scenes),
  ...Object.values(sensors),
  ...Object.values(isps),
];
const fields = families
  .flatMap(({ fields: of }) => of)
  .filter((field): field is NumberField => field.kind === 'number');

describe('scales of number fields', () => {
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
