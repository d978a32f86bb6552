import type { LitScene } from '../illuminants/light.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';

type SensorReport = NonNullable<SimulationReport['sensor']>;

/** The part of the report about the world of a plan; nothing without one. */
export function worldReport(
  plan: SimulationPlan,
  lit: LitScene,
  sensor: SensorReport | undefined,
): Pick<SimulationReport, 'world'> {
  const rendered = plan.world?.rendered;
  if (!rendered) return {};
  return {
    world: { ...rendered.facts, renderOverShot: sensor ? overShot(plan, lit, sensor) : null },
  };
}

/** The median error of a pixel over its noise of light and read-out, at the mean of the scene. */
function overShot(
  { world, sensor }: SimulationPlan,
  { meanLuminance, whiteLuminance }: LitScene,
  read: SensorReport,
): number | null {
  const { through, standardErrorPercent: percent } = world!.rendered!.facts;
  if (percent === null) return null;
  const channel = brightnessChannel(mosaicOf(sensor!).channels);
  const over = 2 ** (read.stopsOverSaturation[channel] ?? 0);
  const electrons = Math.min(
    read.saturationElectrons,
    (read.electronsAtWhite[channel]! * over * meanLuminance) / whiteLuminance,
  );
  const noise = Math.sqrt(electrons + read.readNoiseElectrons ** 2);
  const samplesAcross = through === 'lens' ? 1 : world!.params.sampling;
  return noise > 0 ? ((percent / 100 / samplesAcross) * electrons) / noise : null;
}
