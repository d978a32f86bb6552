import {
  addedElectrons,
  chargeWork,
  chipStepsPlain,
  collectMeans,
  convertWork,
  hasSteps,
  overwrite,
  type ChargePart,
  type ConvertPart,
} from '@lumenloom/engine/accelerate';
import type { GpuWork } from '../gpu-work.ts';
import type { GpuTask } from '../session.ts';
import { convertPart, decideByTwin, inParts } from './convert.ts';
import { GAUSSIAN_CUBICS, POISSON_TABLE } from './random.ts';
import { settingsWords } from './settings.ts';
import { CHARGE_WGSL, CONVERT_CHARGE_WGSL, PIXELS_PER_GROUP, SHADER_STEPS } from './shader.ts';

/** Counts pixels `from`..`to`. @returns a bit per pixel that the twin must decide. */
async function chargePart(
  task: GpuTask,
  { settings, firstPixel, darkRates, charge }: ChargePart,
  means: Float32Array,
  [from, to]: readonly [number, number],
): Promise<Uint32Array> {
  const pixels = to - from;
  const unsure = new Uint32Array(Math.ceil(pixels / 32));
  const [chargeOut, unsureOut] = [task.empty(pixels * 4), task.empty(unsure.byteLength)];
  task.dispatch(
    { code: CHARGE_WGSL },
    {
      constants: { HAS_DARK_RATES: darkRates ? 1 : 0 },
      buffers: [
        task.upload(settingsWords(settings, firstPixel + from, pixels)),
        task.upload(means.subarray(from, to)),
        task.upload(GAUSSIAN_CUBICS),
        task.upload(POISSON_TABLE),
        task.upload(darkRates?.subarray(from, to) ?? new Float32Array(1)),
        ...[chargeOut, unsureOut],
      ],
      groups: [Math.ceil(pixels / PIXELS_PER_GROUP)],
    },
  );
  await task.read([
    { from: chargeOut, to: charge.subarray(from, to) },
    { from: unsureOut, to: unsure },
  ]);
  return unsure;
}

/** The shot noise of a sensor with a chip; it gives the counts of its twin. */
export const chargeOnGpu: GpuWork<ChargePart, void> = {
  work: chargeWork,
  // Without noise there is nothing to do but a sum.
  isPossible: ({ settings }) => settings.noise && hasSteps(SHADER_STEPS, ['charge'], settings),
  compute: async (task, part) => {
    const { settings, charge, darkRates, firstPixel } = part;
    const means = collectMeans({ ...part, charge: new Float32Array(charge.length) });
    await inParts(
      charge.length,
      (from, to) => chargePart(task, part, means, [from, to]),
      (pixel) => {
        const [mean, rate, out] = [means, darkRates, charge].map((plane) =>
          plane?.subarray(pixel, pixel + 1),
        );
        chipStepsPlain.charge(settings, mean!, rate, firstPixel + pixel, out!);
      },
    );
  },
};

/** From charge to codes, of a sensor with a chip; it gives codes and full pixels of its twin. */
export const convertOnGpu: GpuWork<ConvertPart, void> = {
  work: convertWork,
  // The kernel of the processor mixes pixels with their neighbours.
  isPossible: ({ weights, settings }) => !weights && hasSteps(SHADER_STEPS, ['convert'], settings),
  compute: async (task, part) => {
    const { settings, charge, firstPixel } = part;
    const added = addedElectrons(part);
    const conversion = {
      ...part,
      code: CONVERT_CHARGE_WGSL,
      constants: { HAS_JOINING: added ? 1 : 0 },
      settings: { ...settings, amplifier: settings },
      light: (from: number, to: number) => task.upload(charge.subarray(from, to)),
      beside: (from: number, to: number) => added?.subarray(from, to) ?? new Float32Array(1),
    };
    await inParts(
      charge.length,
      (from, to) => convertPart(task, conversion, [from, to]),
      (pixel) => {
        decideByTwin(part, pixel, (planes) => {
          const [electrons, joining] = [charge, added].map((plane) =>
            plane?.subarray(pixel, pixel + 1),
          );
          chipStepsPlain.convert(settings, electrons!, { joining }, firstPixel + pixel, planes);
        });
      },
    );
    overwrite(part);
  },
};
