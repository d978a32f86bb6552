import { chromaticityOf, xyzOf, COLOUR_MATCHING, type Triple } from '../colour/xyz.ts';
import { colourTemperatureOf } from '../colour/colour-temperature.ts';
import { signalToNoise } from '../analysis/signal-to-noise.ts';
import type { Host } from '../host.ts';
import { lightScene, nativeLight, type LitScene } from '../illuminants/light.ts';
import { loadReadOut } from '../kernels/load-read-out.ts';
import { footprintOf, formImage, uniform, type Receptors } from '../optics/form-image.ts';
import { fieldOfViewLines } from '../optics/field-of-view.ts';
import { IDEAL_LENS, irradiancePerRadiance } from '../optics/ideal-lens.ts';
import { renderOpticalImage, type ShownImage } from '../optics/render-optical-image.ts';
import { LUMINOUS_EFFICACY } from '../quantities/constants.ts';
import { BANDS, BAND_WIDTH, photonEnergies, photonsToEnergy } from '../quantities/wavelengths.ts';
import { scenes } from '../scenes/list.ts';
import { paintScene } from '../scenes/paint-scene.ts';
import { QUANTUM_EFFICIENCY, bayerLayout } from '../sensors/bayer/quantum-efficiency.ts';
import { meterExposure } from '../sensors/exposure.ts';
import { pixelOf } from '../sensors/pixel.ts';
import { clippedShares, readOutSensor, readOutSettings } from '../sensors/read-out.ts';
import { SimulationError } from '../simulation-error.ts';
import { VERSION } from '../version.ts';
import type { SensorPlan, SimulationPlan } from './plan.ts';
import type { SimulationReport } from './report.ts';
import { checkStopped, type StageContext } from './stage.ts';
import { once, type StageSink } from './stage-sink.ts';

/** How a run is watched: the stages' context, and what only the whole run has. */
export interface RunContext extends StageContext {
  /** A stage has ended. */
  stage(name: string, ms: number): void;
  /** Takes the arrays between the stages, when wanted; never changes the picture. */
  readonly sink?: StageSink;
}

/** The picture and what is known about it. */
export interface SimulationResult { readonly image: ShownImage; readonly report: SimulationReport }

/** Share of the progress bar at which each stage ends. */
const PROGRESS = { scene: 0.15, optics: 0.6, sensor: 1 } as const;

/**
 * Runs illuminant → scene → optics → sensor once.
 *
 * @throws SimulationError for anything the person can put right; code 'cancelled' after Stop.
 */
export async function simulate(plan: SimulationPlan, host: Host, context: RunContext): Promise<SimulationResult> {
  const began = host.now();
  const timings: { name: string; ms: number }[] = [];
  const timed = async <Value>(name: keyof typeof PROGRESS, work: (stage: StageContext) => Value | Promise<Value>): Promise<Value> => {
    checkStopped(context);
    const start = host.now();
    const floor = timings.length === 0 ? 0 : PROGRESS[timings.at(-1)!.name as keyof typeof PROGRESS];
    const value = await work({ stopped: () => context.stopped(), log: (line) => { context.log(line); }, progress: (fraction) => { context.progress(floor + fraction * (PROGRESS[name] - floor)); } });
    const ms = host.now() - start;
    timings.push({ name, ms });
    context.progress(PROGRESS[name]);
    context.stage(name, ms);
    return value;
  };
  const { grid, sensor } = plan;

  const lit = await timed('scene', () => prepareScene(plan, host, context));
  describeOptics(plan, lit, context);
  const shown = sensor
    ? await exposeSensor({ ...plan, sensor }, lit, host, timed, context)
    : await timed('optics', (stage) => showOpticalImage(plan, lit, host, stage));
  if (context.sink) await keepSpectra(plan, lit, host, context, context.sink);

  const { path } = await loadReadOut(host);
  const totalMs = host.now() - began;
  const used = Math.min(host.threads, Math.ceil(grid.rows / 64));
  context.log(`Time: ${timings.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}; ${path} path, ${used} thread${used === 1 ? '' : 's'}; Lumenloom ${VERSION}.`);
  const report: SimulationReport = {
    version: VERSION, ...reportScene(plan, lit), ...(shown.sensor && { sensor: shown.sensor }),
    seeds: plan.seeds, path, threads: host.threads, stages: timings, totalMs,
  };
  return { image: shown.image, report };
}

/** Paints the scene and puts the light on it. */
async function prepareScene(plan: SimulationPlan, host: Host, context: StageContext): Promise<LitScene> {
  const descriptor = scenes[plan.scene.id];
  const scene = await paintScene(plan.scene, host, plan.imageWhite);
  if (scene.rows * scene.columns > plan.maximumSceneSamples) throw new SimulationError('too-large', `${descriptor.label} has ${scene.columns} x ${scene.rows} samples; at most ${plan.maximumSceneSamples / 1e6} million are computed.`, 'scene');
  const native = nativeLight(descriptor.nativeIlluminant);
  const lit = lightScene(scene, plan.illuminant.energy ?? native.energy, plan.luminance);
  const light = plan.illuminant.energy ? plan.illuminant.label : `${native.label} (the scene's own, no illuminant is chosen)`;
  context.log(`Scene: ${descriptor.label}, ${scene.columns} x ${scene.rows} samples, ${scene.spectra.length} spectr${scene.spectra.length === 1 ? 'um' : 'a'}, 400 to 700 nm in steps of 10 nm.`);
  context.log(`Light: ${light}; ${brightnessReason(plan)}; scene mean ${figure(lit.meanLuminance)} cd/m², white diffuser ${figure(lit.whiteLuminance)} cd/m².`);
  return lit;
}

function brightnessReason({ luminance }: SimulationPlan): string {
  switch (luminance.of) {
    case 'white': return 'brightness set by the illuminant luminance';
    case 'scene mean': return 'brightness set by the mean of the scene';
    case 'as given': return 'photons taken as given in the custom table';
  }
}

function describeOptics(plan: SimulationPlan, lit: LitScene, context: StageContext): void {
  const { optics } = reportScene(plan, lit);
  for (const line of fieldOfViewLines(plan.scene.parameters.hfov, lit.scene, plan.grid, 'this sensor')) context.log(line);
  context.log(`Image plane: ${figure(optics.whiteIlluminanceLux)} lux from white, ${figure(optics.meanIlluminanceLux)} lux from the scene's mean; ${figure(optics.sceneSamplesPerPixel)} scene samples per pixel, ${optics.ifovDegrees.toFixed(4)}° per pixel, Nyquist ${optics.nyquistLinePairsPerMm.toFixed(0)} lp/mm.`);
}

type Timed = <Value>(name: keyof typeof PROGRESS, work: (stage: StageContext) => Value | Promise<Value>) => Promise<Value>;
interface Shown { readonly image: ShownImage; readonly sensor?: NonNullable<SimulationReport['sensor']> }

/** Forms the image on the colour filters, meters, exposes and reads out; the raw mosaic is shown in grey. */
async function exposeSensor(plan: SimulationPlan & { readonly sensor: SensorPlan }, lit: LitScene, host: Host, timed: Timed, context: RunContext): Promise<Shown> {
  const { grid, sensor } = plan;
  const receptors: Receptors = { responses: QUANTUM_EFFICIENCY, layout: bayerLayout(sensor.order) };
  const light = await timed('optics', (stage) => formImage(lit, plan.scene.parameters.hfov, grid, receptors, host, stage));
  return timed('sensor', async (stage) => {
    const exposure = plan.exposureSeconds === undefined
      ? meterExposure(light, grid, receptors.layout, footprintOf(lit, plan.scene.parameters.hfov, grid), sensor)
      : { seconds: plan.exposureSeconds, reason: 'as given' };
    const settings = readOutSettings(sensor, exposure.seconds, plan);
    const { raw, volts } = await readOutSensor(light, settings, context.sink !== undefined, host, stage);
    const report = describeSensor(sensor, lit, exposure, clippedShares(raw, grid.columns, receptors.layout, settings.levels), plan, context);
    if (context.sink) {
      const shape = [grid.rows, grid.columns];
      await context.sink.write('electrons', 'float32', shape, once(() => light.map((value) => value * settings.electronsPerUnit)));
      if (volts) await context.sink.write('volts', 'float32', shape, once(() => volts));
      await context.sink.write('raw', 'uint16', shape, once(() => raw));
    }
    return { image: { rows: grid.rows, columns: grid.columns, channels: 1, data: toGrey(raw, settings.levels) }, sensor: report };
  });
}

/** Raw codes as 8-bit grey: black is 0, full scale 255. */
function toGrey(raw: Uint16Array, levels: number): Uint8Array {
  const grey = new Uint8Array(raw.length);
  const scale = 255 / (levels - 1);
  for (let pixel = 0; pixel < raw.length; pixel += 1) grey[pixel] = Math.floor(raw[pixel]! * scale + 0.5);
  return grey;
}

function describeSensor(sensor: SensorPlan, lit: LitScene, exposure: { readonly seconds: number; readonly reason: string }, clipped: readonly [number, number, number], { seeds, noise }: SimulationPlan, context: StageContext): NonNullable<SimulationReport['sensor']> {
  const pixel = pixelOf(sensor);
  const electronsAtWhite = QUANTUM_EFFICIENCY.map((response) =>
    irradiancePerRadiance(IDEAL_LENS.fNumber) * BAND_WIDTH * lit.white.reduce((sum, photons, band) => sum + photons * response[band]!, 0) * pixel.area * exposure.seconds) as unknown as Triple;
  const pixelNoise = { readNoise: pixel.readNoise, dsnu: pixel.dsnu, prnu: sensor.parameters.prnu };
  const green = electronsAtWhite[1];
  const report = {
    label: sensor.label, exposureSeconds: exposure.seconds, exposureReason: exposure.reason, electronsAtWhite,
    snrAtWhite: signalToNoise(green, pixelNoise).total, snrAtGrey18: signalToNoise(0.18 * green, pixelNoise).total,
    dynamicRangeDb: 20 * Math.log10(pixel.saturation / Math.hypot(pixel.readNoise, pixel.electronsPerCode / Math.sqrt(12))),
    conversionGainMicrovolts: pixel.conversionGain * 1e6, electronsPerCode: pixel.electronsPerCode, readNoiseElectrons: pixel.readNoise, dsnuElectrons: pixel.dsnu, saturationElectrons: pixel.saturation,
    clippedPercent: clipped.map((share) => share * 100) as unknown as Triple,
    neutralGains: { red: green / electronsAtWhite[0], blue: green / electronsAtWhite[2] },
  };
  context.log(`Sensor: ${sensor.label}, ${sensor.bits} bit; conversion gain ${figure(report.conversionGainMicrovolts)} µV/e⁻, ${figure(report.electronsPerCode)} e⁻ per code, white at ${figure(report.saturationElectrons)} e⁻, read noise ${figure(report.readNoiseElectrons)} e⁻, DSNU ${figure(report.dsnuElectrons)} e⁻, dynamic range ${report.dynamicRangeDb.toFixed(1)} dB.`);
  context.log(`Exposure: ${exposure.seconds} s (${exposure.reason}).`);
  context.log(`Signal: white diffuser ${electronsAtWhite.map((electrons, channel) => `${'RGB'[channel]} ${figure(electrons)}`).join(', ')} e⁻; SNR ${report.snrAtWhite.toFixed(1)} dB at white, ${report.snrAtGrey18.toFixed(1)} dB at 18 % grey (green).`);
  context.log(`Clipped at raw: ${report.clippedPercent.map((percent, channel) => `${'RGB'[channel]} ${percent.toFixed(2)} %`).join(', ')}. Neutral gains for this light: R ${report.neutralGains.red.toFixed(3)}, G 1, B ${report.neutralGains.blue.toFixed(3)}.`);
  context.log(noise ? `Noise seeds: ${seeds.temporal} (shot and read), ${seeds.fixedPattern} (fixed pattern).` : 'Noise is off: every pixel shows its mean.');
  context.log('No ISP is chosen: the picture is the raw mosaic in grey.');
  return report;
}

/** Shows what falls on the image plane, as a camera without noise and with the eye's colours would. */
async function showOpticalImage(plan: SimulationPlan, lit: LitScene, host: Host, stage: StageContext): Promise<Shown> {
  const energies = photonEnergies();
  const responses = COLOUR_MATCHING.map((weights) => weights.map((weight, band) => weight * energies[band]! * LUMINOUS_EFFICACY));
  const { grid } = plan;
  const planes: Float32Array[] = [];
  for (const [index, response] of responses.entries()) {
    planes.push(await formImage(lit, plan.scene.parameters.hfov, grid, uniform(response), host, { stopped: () => stage.stopped(), progress: (fraction) => { stage.progress((index + fraction) / 3); } }));
  }
  const white = responses.map((response) => irradiancePerRadiance(IDEAL_LENS.fNumber) * BAND_WIDTH * lit.white.reduce((sum, photons, band) => sum + photons * response[band]!, 0)) as unknown as Triple;
  const { image, clippedShare } = renderOpticalImage(planes as [Float32Array, Float32Array, Float32Array], white, grid.rows, grid.columns);
  stage.log('No sensor is chosen: the picture is the optical image in sRGB, white is a perfect diffuser under this light.');
  if (clippedShare > 0) stage.log(`${(clippedShare * 100).toFixed(2)} % of the picture is brighter than that white and is clipped.`);
  return { image };
}

/** Hands out the scene at its own samples and the irradiance at the pixels, band by band. */
async function keepSpectra(plan: SimulationPlan, lit: LitScene, host: Host, context: StageContext, sink: StageSink): Promise<void> {
  const { scene } = lit;
  const planes = scene.spectra.map((_, plane) => scene.raster(plane));
  await sink.write('scene', 'float32', [BANDS, scene.rows, scene.columns], (async function* () {
    for (let band = 0; band < BANDS; band += 1) {
      const radiance = new Float32Array(scene.rows * scene.columns);
      for (const [k, plane] of planes.entries()) for (let sample = 0; sample < radiance.length; sample += 1) radiance[sample]! += plane[sample]! * lit.radiance[k]![band]!;
      yield await Promise.resolve(radiance);
    }
  })());
  await sink.write('irradiance', 'float32', [BANDS, plan.grid.rows, plan.grid.columns], (async function* () {
    for (let band = 0; band < BANDS; band += 1) {
      const response = Float64Array.from({ length: BANDS }, (_, index) => (index === band ? 1 / BAND_WIDTH : 0));
      yield await formImage(lit, plan.scene.parameters.hfov, plan.grid, uniform(response), host, { stopped: () => context.stopped(), progress: () => undefined });
    }
  })());
}

function reportScene(plan: SimulationPlan, lit: LitScene): Pick<SimulationReport, 'scene' | 'illuminant' | 'optics'> {
  const { scene } = lit;
  const descriptor = scenes[plan.scene.id];
  const { hfov } = plan.scene.parameters;
  const footprint = footprintOf(lit, hfov, plan.grid);
  const perRadiance = irradiancePerRadiance(IDEAL_LENS.fNumber);
  const white = xyzOf(photonsToEnergy(lit.white));
  return {
    scene: { label: descriptor.label, columns: scene.columns, rows: scene.rows, planes: scene.spectra.length, hfovDegrees: (hfov * 180) / Math.PI, meanLuminance: lit.meanLuminance, whiteLuminance: lit.whiteLuminance },
    illuminant: { label: plan.illuminant.label, xy: chromaticityOf(white), cct: colourTemperatureOf(white) },
    optics: {
      label: '', focalLengthMm: IDEAL_LENS.focalLength * 1e3, fNumber: IDEAL_LENS.fNumber,
      whiteIlluminanceLux: lit.whiteLuminance * perRadiance, meanIlluminanceLux: lit.meanLuminance * perRadiance,
      imageColumns: footprint.right - footprint.left, imageRows: footprint.bottom - footprint.top,
      sceneSamplesPerPixel: scene.columns / (footprint.right - footprint.left),
      ifovDegrees: (2 * Math.atan(plan.grid.pitch / 2 / IDEAL_LENS.focalLength) * 180) / Math.PI,
      nyquistLinePairsPerMm: 1e-3 / (2 * plan.grid.pitch),
    },
  };
}

/** Three significant digits, plain where that reads well. */
const figure = (value: number): string => (value !== 0 && (Math.abs(value) >= 1e5 || Math.abs(value) < 1e-2) ? value.toExponential(2) : Number(value.toPrecision(3)).toString());
