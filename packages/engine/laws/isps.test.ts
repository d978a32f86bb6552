/** Laws of every ISP of the list (docs/adding-an-isp.md). */
import { describe, expect, test } from 'vitest';
import { stagesOf, type SensorPlan } from '../src/index.ts';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { mosaicKind, takesMosaic } from '../src/isps/isp-descriptor.ts';
import { ispNamed, isps, planOfIsp, type IspId, type IspReports } from '../src/isps/list.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const SIZE = { rows: 24, cols: 32, pixel_size: 30 };
const MOSAICS = { bayer: undefined, mono: ['w'], tile: ['rw', 'wb'] } as const;

describe.each(Object.keys(isps) as IspId[])('%s', (id) => {
  const isp = ispNamed(id);
  const { order, ...others } = planOf().sensor!;
  const planWith = (tile: readonly string[] | undefined) => {
    const plan = planOf(
      { sensorParameters: SIZE },
      { isp: planOfIsp(id, toEngineUnits(isp.fields, {})) },
    );
    const { parameters } = plan.sensor!;
    const sensor: SensorPlan = { ...others, parameters, ...(tile ? { tile } : { order }) };
    return { ...plan, sensor };
  };

  test.each(Object.entries(MOSAICS))(
    'develops %s if it takes it, under its name; else the picture is grey',
    async (kind, tile) => {
      const plan = planWith(tile);
      expect(mosaicKind(plan.sensor)).toBe(kind);
      const { image, report, log } = await run(plan);
      const isTaken = takesMosaic(isp, plan.sensor);
      expect(image.channels === 3).toBe(isTaken);
      const own = report[isp.reportKey as keyof IspReports];
      expect(own?.label).toBe(isTaken ? isp.label : undefined);
      expect(log.join('\n').includes('Clipped at raw')).toBe(true);
      expect(report.stages.map(({ name }) => name).includes('isp')).toBe(isTaken);
      expect((await run(plan, testHost({ order: 'backwards' }))).image).toEqual(image);
    },
  );

  test('writes stages if it has any', async () => {
    const { developed } = await stagesOf(planWith(undefined), testHost(), () => false);
    expect(developed !== undefined && developed.written.length > 0).toBe(isp.stages === true);
  });
});
