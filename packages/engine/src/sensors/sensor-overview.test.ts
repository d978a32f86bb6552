import { describe, expect, it } from 'vitest';
import { readSensorFile } from './read-sensor-file.ts';
import { sensorOverview } from './sensor-overview.ts';

const overviewOf = async (file: object) =>
  sensorOverview((await readSensorFile(JSON.stringify(file), 'sensor.json')).sensor, (key) =>
    Object.hasOwn(file, key),
  );

describe('the figures of a sensor for lists', () => {
  it('come from what its file gives', async () => {
    const nm = [400, 525, 700];
    expect(
      await overviewOf({
        pattern: 'mono',
        bits: 12,
        sensorParams: { pixel_size: 3.45, rows: 3000, cols: 4000 },
        emva1288: { snrMaxDb: 40.3, dynamicRangeDb: 71.2 },
        quantumEfficiency: { nm, white: [0.2, 0.64, 0.1] },
      }),
    ).toEqual({
      pixelUm: 3.45,
      columns: 4000,
      rows: 3000,
      diagonalMm: 17.25,
      pattern: 'mono',
      bits: 12,
      quantumEfficiency525: expect.closeTo(0.6235, 4) as number,
      wellElectrons: 10720,
      readNoiseElectrons: 2.332,
      dynamicRangeDb: 71.2,
      snrMaxDb: 40.3,
    });
    const volts = { well_capacity: 9000, voltage_swing: 1.15, read_noise: 0.96 };
    expect(await overviewOf({ sensorParams: volts })).toMatchObject({ readNoiseElectrons: 7.513 });
  });

  it('are null where it does not give them: never the default of another sensor', async () => {
    const unknown = { voltage_swing: null, read_noise: null };
    const file = { pattern: 'mono', quantumEfficiency: null, sensorParams: unknown };
    const none = Object.keys(await overviewOf({ sensorParams: {} })).map((key) => [key, null]);
    expect(await overviewOf({ sensorParams: {} })).toEqual(Object.fromEntries(none));
    expect(await overviewOf(file)).toEqual({ ...Object.fromEntries(none), pattern: 'mono' });
  });
});
