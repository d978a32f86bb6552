import type { Host } from '../host.ts';
import { asShown } from '../isp/output.ts';
import { runIsp } from '../isp/run-isp.ts';
import type { ShownImage } from '../images/shown-image.ts';
import { configuredGains } from '../isp/shown-colour.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import type { SensedPlan } from './sensor-stage.ts';
import type { StageContext } from '../stage.ts';

/**
 * Develops the raw mosaic and turns the channels the way they are looked at
 * (docs/reference/protocol.md#f5).
 */
export async function ispStage(
  { grid, sensor }: SensedPlan,
  isp: NonNullable<SimulationPlan['isp']>,
  raw: Uint16Array,
  host: Host,
  stage: StageContext,
): Promise<{ readonly image: ShownImage; readonly report: NonNullable<SimulationReport['isp']> }> {
  const { parameters, label } = isp;
  const { image, report } = await runIsp(
    { codes: raw, rows: grid.rows, columns: grid.columns, order: sensor.order, bits: sensor.bits },
    parameters,
    host,
    stage,
  );
  const gains = configuredGains(parameters);
  return {
    image: asShown(image),
    report: { label, ...report, ...(gains && { configuredGains: gains }) },
  };
}
