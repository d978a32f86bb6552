import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limitProblem, toEngineUnits } from '../field-descriptor.ts';
import { BAYER_ORDERS } from './bayer/descriptor.ts';
import { blankSensor } from './blank-sensor.ts';
import { sensors } from './list.ts';

/** What every sensor must do, whoever adds it. */

const members = Object.values(sensors);

it('begins with the documented ones, in their order', () => {
  const documented = BAYER_ORDERS.map((order) => `Bayer-${order}`);
  expect(members.map(({ label }) => label).slice(0, documented.length)).toEqual(documented);
});

const here = new URL('./', import.meta.url);
const folders = readdirSync(here, { withFileTypes: true })
  .filter(
    (entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/descriptor.ts`, here)),
  )
  .map(({ name }) => name);

it.each(folders)('%s/ has its line in list.ts', async (name) => {
  const exports = Object.values(
    (await import(`./${name}/descriptor.ts`)) as Record<string, unknown>,
  );
  expect(members.some(({ fields }) => exports.includes(fields))).toBe(true);
});

describe.each(members)('$label', ({ wireKey, fields, problems }) => {
  it('has the fields that say where the picture is sampled', () => {
    for (const field of blankSensor.fields) expect(fields).toContain(field);
    expect(wireKey).toBe(blankSensor.wireKey);
  });

  it('has defaults within their limits, which get nothing wrong together', () => {
    for (const field of fields) expect(limitProblem(field, field.default)).toBeUndefined();
    expect(problems(toEngineUnits(fields, {}))).toEqual([]);
  });

  it('refuses an offset that alone makes the picture white', () => {
    const at = (values: Readonly<Record<string, number>>) =>
      problems(toEngineUnits(fields, values)).map(({ key, message }) => `${key}: ${message}`);
    expect(at({ voltage_swing: 1, analog_offset: 0.94 })).toEqual([]);
    expect(at({ voltage_swing: 1, analog_offset: 0.95 })).toEqual([
      'analog_offset: Analog Offset must be less than 95 % of Voltage Swing (0.9500 V): with 0.95 V the picture is white without any light.',
    ]);
    expect(at({ voltage_swing: 1, analog_gain: 0.5, analog_offset: 0.5 })[0]).toContain(
      'Voltage Swing x Analog Gain (0.4750 V)',
    );
  });
});
