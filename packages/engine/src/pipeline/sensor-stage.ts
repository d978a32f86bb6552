import { signalToNoise } from '../analysis/signal-to-noise.ts';
import type { Triple } from '../colour/xyz.ts';
import type { Host } from '../host.ts';
import type { LitScene } from '../illuminants/light.ts';
import type { Lens } from '../optics/lens.ts';
import { QUANTUM_EFFICIENCY, bayerLayout } from '../sensors/bayer/quantum-efficiency.ts';
import { meterExposure, type Exposure } from '../sensors/exposure.ts';
import { pixelOf } from '../sensors/pixel.ts';
import { fullShares, readOutSensor, readOutSettings } from '../sensors/read-out.ts';
import { figure, perChannel } from './figure.ts';
import { shownColour } from '../isp/shown-colour.ts';
import { onAxis } from './optical-image-stage.ts';
import type { SensorPlan, SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import type { StageContext } from './stage.ts';
import { once, type StageSink } from './stage-sink.ts';

/** A plan in which a sensor is chosen. */
export type SensedPlan = SimulationPlan & { readonly sensor: SensorPlan };
type SensorReport = NonNullable<SimulationReport['sensor']>;

/** The sensor's colour filters as the lens sees them. */
export const receptorsOf = (sensor: SensorPlan) => ({
  responses: QUANTUM_EFFICIENCY,
  layout: bayerLayout(sensor.order),
});

/**
 * Meters, exposes and reads out.
 *
 * @param light electrons/(s·m²) per pixel, behind its colour filter.
 * @param sink takes electrons, volts and raw, when wanted.
 */
export async function sensorStage(
  plan: SensedPlan,
  lit: LitScene,
  lens: Lens,
  light: Float32Array,
  host: Host,
  stage: StageContext,
  sink: StageSink | undefined,
): Promise<{ readonly raw: Uint16Array; readonly report: SensorReport }> {
  const { grid, sensor } = plan;
  const { layout } = receptorsOf(sensor);
  const exposure =
    plan.exposureSeconds === undefined
      ? meterExposure(
          light,
          grid,
          layout,
          lens.footprint(plan.scene.parameters.hfov, lit.scene, grid),
          sensor,
          plan.isp && shownColour(plan.isp.parameters),
        )
      : { seconds: plan.exposureSeconds, reason: 'as given' };
  const settings = readOutSettings(sensor, exposure.seconds, plan);
  const { raw, volts, full } = await readOutSensor(light, settings, sink !== undefined, host, stage);
  const report = describeSensor(
    sensor,
    lit,
    lens,
    exposure,
    fullShares(full, grid, layout),
  );
  logSensor(report, plan, stage);
  if (sink) {
    const shape = [grid.rows, grid.columns];
    await sink.write(
      'electrons',
      'float32',
      shape,
      once(() => light.map((value) => value * settings.electronsPerUnit)),
    );
    await sink.write(
      'volts',
      'float32',
      shape,
      once(() => volts!),
    );
    await sink.write(
      'raw',
      'uint16',
      shape,
      once(() => raw),
    );
  }
  return { raw, report };
}

function describeSensor(
  sensor: SensorPlan,
  lit: LitScene,
  lens: Lens,
  exposure: Exposure,
  clipped: readonly number[],
): SensorReport {
  const pixel = pixelOf(sensor);
  const electronsAtWhite = QUANTUM_EFFICIENCY.map(
    (response) => onAxis(lens, lit.white, response) * pixel.area * exposure.seconds,
  ) as unknown as Triple;
  const [red, green, blue] = electronsAtWhite;
  const noise = { readNoise: pixel.readNoise, dsnu: pixel.dsnu, prnu: sensor.parameters.prnu };
  return {
    label: sensor.label,
    bits: sensor.bits,
    exposureSeconds: exposure.seconds,
    exposureReason: exposure.reason,
    electronsAtWhite,
    snrAtWhite: signalToNoise(green, noise).total,
    snrAtGrey18: signalToNoise(0.18 * green, noise).total,
    // Full signal against what a read leaves of none: read noise and rounding.
    dynamicRangeDb:
      20 *
      Math.log10(
        pixel.saturation / Math.hypot(pixel.readNoise, pixel.electronsPerCode / Math.sqrt(12)),
      ),
    conversionGainMicrovolts: pixel.conversionGain * 1e6,
    electronsPerCode: pixel.electronsPerCode,
    readNoiseElectrons: pixel.readNoise,
    dsnuElectrons: pixel.dsnu,
    saturationElectrons: pixel.saturation,
    clippedPercent: clipped.map((share) => share * 100) as unknown as Triple,
    neutralGains: { red: green / red, blue: green / blue },
  };
}

function logSensor(
  report: SensorReport,
  { seeds, noise }: SimulationPlan,
  context: StageContext,
): void {
  context.log(
    `Sensor: ${report.label}, ${report.bits} bit; conversion gain ${figure(report.conversionGainMicrovolts)} µV/e⁻, ${figure(report.electronsPerCode)} e⁻ per code, white at ${figure(report.saturationElectrons)} e⁻, read noise ${figure(report.readNoiseElectrons)} e⁻, DSNU ${figure(report.dsnuElectrons)} e⁻, dynamic range ${report.dynamicRangeDb.toFixed(1)} dB.`,
  );
  context.log(`Exposure: ${report.exposureSeconds} s (${report.exposureReason}).`);
  context.log(
    `Signal: white diffuser ${perChannel(report.electronsAtWhite)} e⁻; SNR ${report.snrAtWhite.toFixed(1)} dB at white, ${report.snrAtGrey18.toFixed(1)} dB at 18 % grey (green).`,
  );
  context.log(
    `Clipped at raw: ${perChannel(report.clippedPercent, (value) => value.toFixed(2))} %. Neutral gains for this light: R ${report.neutralGains.red.toFixed(3)}, G 1, B ${report.neutralGains.blue.toFixed(3)}.`,
  );
  context.log(
    noise
      ? `Noise seeds: ${seeds.temporal} (shot and read), ${seeds.fixedPattern} (fixed pattern).`
      : 'Noise is off: every pixel shows its mean.',
  );
}

/** Raw codes as 8-bit grey: black is 0, full scale 255. */
export function toGrey(raw: Uint16Array, bits: number): Uint8Array {
  const shades = Uint8Array.from({ length: 2 ** bits }, (_, code) =>
    Math.floor((255 * code) / (2 ** bits - 1) + 0.5),
  );
  const grey = new Uint8Array(raw.length);
  for (let pixel = 0; pixel < raw.length; pixel += 1) grey[pixel] = shades[raw[pixel]!]!;
  return grey;
}
