import { neutralGains } from '../analysis/colour/neutral-gains.ts';
import { fetched } from '../device.ts';
import type { Host } from '../host.ts';
import { sharedFloat32 } from '../images/shared-array.ts';
import { brightnessChannel, mosaicOf } from '../sensors/colour-filters.ts';
import { microlensShares } from '../sensors/chip/microlens.ts';
import { exposureFrom, figuresOf, meteredLight, wholePeriods } from '../sensors/exposure.ts';
import { meterOnDevice } from '../sensors/meter-on-device.ts';
import {
  addedNames,
  deviationOf,
  noiseBudget,
  varianceOf,
  type NoiseBudget,
} from '../sensors/noise-budget.ts';
import { pixelOf, quantumEfficiencyOf, usualGain, type SensorPlan } from '../sensors/pixel.ts';
import { fullShares } from '../sensors/read-out/read-out-sensor.ts';
import type { ChipPicture } from '../sensors/chip/expose-chip.ts';
import { describeChip } from './describe-chip.ts';
import { exposeSensor } from './expose-sensor.ts';
import { knownFrames } from './known-frames.ts';
import { frameLight } from './moving-light.ts';
import { onAxis } from './optical-image-stage.ts';
import type { SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import type { Shot } from './shot.ts';
import { recall, type RememberedResult } from '../stage-memory.ts';
import type { StageContext } from '../stage.ts';
import type { StageSink } from './stage-sink.ts';

/** A plan in which a sensor is chosen. */
export type SensedPlan = SimulationPlan & { readonly sensor: SensorPlan };
type SensorReport = NonNullable<SimulationReport['sensor']>;

/**
 * Electrons/(s·m²) per pixel, behind its colour filter, perhaps left on the device of the host; and
 * their key in the memory.
 */
interface KeyedLight {
  readonly light: Float32Array;
  readonly key: string;
}

/** What the sensor stage gives. */
interface Sensed {
  /** Codes that leave the chip. */
  readonly raw: Uint16Array;
  /**
   * The same as electrons that the first capture would have, and those at which all captures are
   * full; of sensors with captures or companding.
   */
  readonly linear?: ChipPicture['linear'];
  readonly report: SensorReport;
}

/** Responses of the sensor's colour channels and their layout on the pixels. */
export const receptorsOf = (sensor: SensorPlan) => ({
  responses: quantumEfficiencyOf(sensor),
  layout: mosaicOf(sensor).layout,
});

/** What the pixels give at an exposure, before it is said how that was chosen. */
interface ReadPixels extends Omit<Sensed, 'report'> {
  readonly described: Pick<SensorReport, 'clippedPercent'> & Partial<SensorReport>;
}

/**
 * The result of the sensor stage, from memory where the pixels are known at this exposure: another
 * ISP reads the same ones, unless the meter chooses otherwise for it.
 */
export async function rawOf(
  shot: Shot<SensedPlan>,
  { light, key }: KeyedLight,
  host: Host,
  stage: StageContext,
  sink: StageSink | undefined,
): Promise<RememberedResult<Sensed>> {
  const { sensor, noise, seeds } = shot.plan;
  const { flicker, motion, frame, sceneFrames } = shot.plan;
  const exposed = await exposureOfShot(shot, { light, key }, host, stage);
  const { seconds } = exposed.exposure;
  const recalled = await recall(
    host.memory,
    [
      ...['raw', key, sensor, seconds, noise, seeds],
      ...[flicker, motion, frame, sceneFrames && knownFrames(sceneFrames)],
    ],
    () => readPixels(shot, { light, seconds }, host, stage, sink),
    ({ raw, linear }) => raw.byteLength + (linear?.electrons.byteLength ?? 0),
  );
  return { ...recalled, result: sensedOf(shot, exposed, recalled.result) };
}

/**
 * Meters the exposure and reads the sensor out.
 *
 * @param sink receives electrons, volts and raw, when given.
 */
export async function sensorStage(
  shot: Shot<SensedPlan>,
  { light, key }: KeyedLight,
  host: Pick<Host, 'parallel' | 'memory'> & Partial<Pick<Host, 'cache' | 'device' | 'now'>>,
  stage: StageContext,
  sink: StageSink | undefined,
): Promise<Sensed> {
  const exposed = await exposureOfShot(shot, { light, key }, host, stage);
  const { seconds } = exposed.exposure;
  return sensedOf(shot, exposed, await readPixels(shot, { light, seconds }, host, stage, sink));
}

async function readPixels(
  shot: Shot<SensedPlan>,
  { light, seconds }: { readonly light: Float32Array; readonly seconds: number },
  host: Pick<Host, 'parallel' | 'memory'> & Partial<Pick<Host, 'cache' | 'device' | 'now'>>,
  stage: StageContext,
  sink: StageSink | undefined,
): Promise<ReadPixels> {
  const { plan } = shot;
  const { grid, sensor } = plan;
  const pixels = { grid, receptors: receptorsOf(sensor) };
  /** The images of a frame share it. */
  let out: Float32Array | undefined;
  const { beginSeconds, cells, motion } = frameLight(shot, seconds, (scene) =>
    shot.lens.formImage(
      scene,
      pixels,
      host,
      {
        stopped: () => stage.stopped(),
        progress: () => undefined,
        out: (out ??= sharedFloat32(light.length)).fill(0),
      },
      plan.quality,
    ),
  );
  const picture = await exposeSensor(
    {
      ...plan,
      size: grid,
      light: cells ?? light,
      beginSeconds,
      exposureSeconds: seconds,
      ...lightPath(shot),
    },
    host,
    stage,
    sink,
  );
  const chip = picture.chip && describeChip(picture.chip, { ...plan, size: grid });
  const linear = picture.chip?.linear;
  return {
    raw: picture.raw,
    ...(linear && { linear }),
    described: {
      clippedPercent: fullShares(picture.full, grid, mosaicOf(sensor)).map((share) => share * 100),
      ...chip,
      ...(motion && {
        motion: {
          pathPixels: motion.pathPixels,
          subFrames: motion.subFrames,
          ...(motion.isLimited && { isLimited: true as const }),
        },
      }),
      ...(chip?.hdr && { dynamicRangeDb: chip.hdr.dynamicRangeDb }),
    },
  };
}

/** Pixels with what is to be said of them and of their exposure. */
function sensedOf(
  shot: Shot<SensedPlan>,
  { exposure, meter, wished }: Awaited<ReturnType<typeof exposureOfShot>>,
  { described, ...read }: ReadPixels,
): Sensed {
  const { sensor } = shot.plan;
  return {
    ...read,
    report: {
      label: sensor.label,
      ...(sensor.tile && { channels: mosaicOf(sensor).channels }),
      bits: sensor.bits,
      assumed: sensor.assumed ?? [],
      exposureSeconds: exposure.seconds,
      exposureReason: exposure.reason,
      meter,
      ...(wished && { stopsFromMeter: Math.log2(exposure.seconds / meter.seconds) }),
      ...describeSignal(shot, exposure.seconds),
      ...described,
    },
  };
}

/** What the exposure of a sensor with a chip needs to know of the light and of the lens. */
export const lightPath = ({ plan, lit, lens }: Shot<SensedPlan>) => {
  const microlens = plan.sensor.chip?.microlens;
  return {
    whitePhotons: lit.white,
    ...(microlens && { microlensShares: microlensShares(microlens, lens, plan.grid) }),
  };
};

/**
 * The exposure of a shot, what the meter alone would choose, and what the recipe asks for.
 *
 * @param light may be left on the device of the host.
 */
export async function exposureOfShot(
  { plan, lit, lens, shown }: Shot<SensedPlan>,
  { light, key }: KeyedLight,
  host: Pick<Host, 'memory' | 'device'>,
  stage: Pick<StageContext, 'stopped'>,
) {
  const { grid, sensor, optics } = plan;
  const mosaic = mosaicOf(sensor);
  const { hfov } = plan.scene.parameters;
  const { rows, columns } = lit.scene;
  const frame = {
    grid,
    mosaic,
    footprint: lens.footprint(hfov, lit.scene, grid),
    key: JSON.stringify([optics, hfov, rows, columns, grid, mosaic.layout]),
  };
  const onDevice = await recall(
    host.device && host.memory,
    ['metered on device', key, sensor, shown],
    async () => ({
      figures: await meterOnDevice(light, frame, { sensor, shown }, host.device, stage),
    }),
    () => 0,
  );
  const figures =
    onDevice.result.figures ??
    figuresOf(
      (
        await recall(
          host.memory,
          ['metered', key],
          async () => meteredLight(await fetched(host.device, light), frame),
          ({ channels }) => channels.reduce((sum, { byteLength }) => sum + byteLength, 0),
        )
      ).result,
      sensor,
      shown,
    );
  const { antiFlickerHertz } = plan;
  const meter = wholePeriods(exposureFrom(figures, sensor), antiFlickerHertz);
  const wished = plan.exposureSeconds === undefined ? plan.exposure : undefined;
  const fixedSeconds =
    plan.exposureSeconds ?? (wished?.mode === 'fixed' ? wished.seconds : undefined);
  const exposure =
    fixedSeconds !== undefined
      ? { seconds: fixedSeconds, reason: 'as given' }
      : wished?.mode === 'auto'
        ? wholePeriods(exposureFrom(figures, sensor, wished), antiFlickerHertz)
        : meter;
  return { exposure, meter, wished };
}

/** Reflectance of the grey whose signal-to-noise ratio is reported. */
const GREY = 0.18;

/**
 * Signal and noise for a white diffuser and for 18 % grey; no signal exceeds saturation
 * (docs/reference/physics.md#p15).
 */
function describeSignal(
  { plan: { sensor }, lit, lens }: Shot<SensedPlan>,
  exposureSeconds: number,
): Omit<
  SensorReport,
  | 'label'
  | 'channels'
  | 'bits'
  | 'assumed'
  | 'exposureSeconds'
  | 'exposureReason'
  | 'meter'
  | 'stopsFromMeter'
  | 'clippedPercent'
> {
  const pixel = pixelOf(sensor);
  const { readNoise, dsnu, saturation } = pixel;
  const white = quantumEfficiencyOf(sensor).map(
    (response) => onAxis(lens, lit.white, response) * pixel.area * exposureSeconds,
  );
  const bright = white[brightnessChannel(mosaicOf(sensor).channels)]!;
  const dark = pixel.darkCurrent * exposureSeconds;
  const budgetAt = (signal: number) => noiseBudget(sensor, { signal, exposureSeconds }, pixel);
  const inTheDark = budgetAt(0);
  const held = (electrons: number): number =>
    electrons + dark >= saturation ? saturation : electrons;
  const isAnyFull = (share: number): boolean =>
    white.some((electrons) => share * electrons + dark >= saturation);
  const snr = (electrons: number): number => {
    const signal = held(electrons);
    return 10 * Math.log10(signal ** 2 / varianceOf(budgetAt(signal), 'snr'));
  };
  return {
    electronsAtWhite: white.map(held),
    stopsOverSaturation: white.map((electrons) =>
      electrons + dark >= saturation ? Math.log2((electrons + dark) / saturation) : null,
    ),
    snrAtWhite: isAnyFull(1) ? null : snr(bright),
    snrAtGrey18: isAnyFull(GREY) ? null : snr(GREY * bright),
    ...(isAnyFull(1) && { clippedAtWhite: true }),
    ...(isAnyFull(GREY) && { clippedAtGrey18: true }),
    // Saturation over what is new in each frame: read noise, rounding, rows, columns.
    dynamicRangeDb: 20 * Math.log10(saturation / deviationOf(inTheDark, 'dynamicRange')),
    noiseTerms: describeNoise(budgetAt(held(GREY * bright)), inTheDark),
    ...usualGain(sensor.parameters.analog_gain),
    conversionGainMicrovolts: pixel.conversionGain * 1e6,
    electronsPerCode: pixel.electronsPerCode,
    readNoiseElectrons: readNoise,
    dsnuElectrons: dsnu,
    prnuPercent: sensor.parameters.prnu * 100,
    saturationElectrons: saturation,
    saturationBound: pixel.saturationBound,
    ...(!sensor.tile && { neutralGains: neutralGains(lit.white, quantumEfficiencyOf(sensor)) }),
  };
}

/** Every term that is more than 0, and the figures that add it. */
function describeNoise(
  grey: NoiseBudget,
  inTheDark: NoiseBudget,
): NonNullable<SensorReport['noiseTerms']> {
  const [snr, range] = [addedNames(grey, 'snr'), addedNames(inTheDark, 'dynamicRange')];
  return grey.flatMap(({ name, deviation }, at) => {
    const darkElectrons = inTheDark[at]!.deviation;
    if (deviation === 0 && darkElectrons === 0) return [];
    return [
      {
        name,
        greyElectrons: deviation,
        darkElectrons,
        isInSnr: snr.includes(name),
        isInDynamicRange: range.includes(name),
      },
    ];
  });
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
