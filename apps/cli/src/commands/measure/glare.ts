import {
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  scatterKernel,
  scatterPeakPerSr,
  veilingGlare,
  veilingGlareIndex,
  type SimulationPlan,
  type VeilingGlareReport,
} from '@lumenloom/engine';
import { nodeHost } from '@lumenloom/node-host';
import { UsageError, numberOption, sayOn } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT, NOISE, THREADS, noiseOption, threadsOption } from '../../arguments.ts';
import { command } from '../command.ts';
import { print, type Row } from '../print.ts';
import { inFile } from '../read-picture.ts';
import { cameraOptions, readCamera, refuseCameraOptions } from '../read-camera.ts';
import { RECIPE_OPTION } from '../read-recipe.ts';
import { LENS_IDS, readDesign } from '../read-lens.ts';

const USUAL_BLACK_MM = 0.1;

/** `lumenloom measure glare`: the veil that the scatter of a lens lays over a black disc. */
export const glare = command(
  {
    usage: ['--lens NAME|FILE --scatter P [options]', '--recipe recipe.json [options]'],
    says: `Veiling glare index (ISO 9358) of the scatter of a lens (${LENS_IDS.join(', ')} or a lens file): the light in the middle of the image of a black disc in an even field, per cent of the light there without the disc. Scatter after Harvey and Shack. With a recipe, the flare that its camera records of such a disc, (dark field - dark level) / (white - dark level) on linear raw, beside the true glare of the light on its sensor; this is not one of the three procedures of ISO 18844.`,
    words: { min: 0, max: 0, are: 'no words but options' },
    options: {
      lens: { value: 'NAME|FILE', says: 'The lens.' },
      scatter: { value: 'P', says: 'Per cent of the light that the lens scatters.' },
      'scatter-shoulder': {
        value: 'D',
        default: `${USUAL_SHOULDER_DEGREES}`,
        says: 'Angle at which the density of the scattered light begins to fall, degrees.',
      },
      'scatter-slope': {
        value: 'S',
        default: `${USUAL_SLOPE}`,
        says: 'Power by which it falls beyond.',
      },
      black: {
        value: 'MM',
        says: "Radius of the image of the black disc, mm; 0.1, or a twentieth of the diagonal of the recipe's sensor.",
      },
      field: { value: 'MM', default: '1.5', says: 'Radius of the image of the even field, mm.' },
      recipe: RECIPE_OPTION,
      ...cameraOptions,
      noise: NOISE,
      threads: THREADS,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure glare --lens cooke-triplet --scatter 2 --black 0.05 --field 2.9 --json',
      'measure glare --recipe example:first --set opticsParams.scatter=1',
    ],
    document: 'docs/reference/depth.md',
  },
  async ({ values }, terminal) => {
    const { stdout, stderr } = terminal;
    const asked = numberOption('black', values.black, { min: 0, max: 1000 });
    if (values.recipe !== undefined) {
      if (values.lens !== undefined || values.scatter !== undefined)
        throw new UsageError('--recipe has a lens of its own: leave out --lens and --scatter.');
      const { plan, notes } = await readCamera(values.recipe, values, terminal, () => undefined);
      for (const note of notes) sayOn(values.json ? stderr : stdout)(note);
      const found = await measured(plan, asked, values);
      print(stdout, values.json, found, rowsOf(found));
      return;
    }
    refuseCameraOptions(values, ['glass-file', 'ignore-keys', 'keep-focus', 'configuration']);
    if (values.lens === undefined)
      throw new UsageError(`Name a lens, for example --lens ${LENS_IDS[0]!}.`);
    if (values.scatter === undefined)
      throw new UsageError('Say how much the lens scatters, for example --scatter 1.');
    const share = numberOption('scatter', values.scatter, { min: 0, max: 50 }) / 100;
    const degrees = numberOption('scatter-shoulder', values['scatter-shoulder'], {
      min: 0.01,
      max: 20,
    });
    const slope = numberOption('scatter-slope', values['scatter-slope'], { min: 0.5, max: 4 });
    const black = asked ?? USUAL_BLACK_MM;
    const field = numberOption('field', values.field, { above: 0, max: 1000 });
    if (black > field)
      throw new UsageError(`--black must be at most --field, ${field} mm, not ${black}.`);
    const design = await readDesign(values.lens, values, (note) => {
      (values.json ? stderr : stdout).write(`${note}\n`);
    });
    const kernel = scatterKernel(
      { shoulder: (degrees * Math.PI) / 180, slope },
      design.focalLengthMm,
    );
    const found = {
      kernelPeakPerMm2: kernel.peak,
      b0PerSr: scatterPeakPerSr(share, kernel, design.focalLengthMm),
      scatterVeilingGlarePercent: 100 * veilingGlareIndex(share, kernel, black, field),
    };
    print(stdout, values.json, found, [
      ['Veiling glare of the scatter', found.scatterVeilingGlarePercent, '%'],
      ['Scattered radiance in the middle over irradiance', found.b0PerSr, '1/sr'],
      ['Density of the scattered light in the middle', found.kernelPeakPerMm2, '1/mm²'],
    ]);
  },
);

/** The flare that a camera records, and the true one. */
function measured(
  plan: SimulationPlan,
  blackMm: number | undefined,
  { noise, threads }: Readonly<Record<'noise' | 'threads', string | undefined>>,
): Promise<VeilingGlareReport> {
  const isNoisy = noiseOption(noise);
  const host = nodeHost(threadsOption(threads));
  const { sensor } = plan;
  if (!sensor)
    throw new UsageError('sensor: the recipe has no sensor, whose raw picture would be measured.');
  return inFile('recipe', () => veilingGlare({ ...plan, sensor, noise: isNoisy }, blackMm, host));
}

const rowsOf = (found: VeilingGlareReport): readonly Row[] => [
  ['Flare on linear raw', found.flarePercent, '%'],
  ['True veiling glare of the light on the sensor', found.veilingGlarePercent, '%'],
  ['Of the scatter alone', found.scatterVeilingGlarePercent, '%'],
  ['Radius of the image of the black disc', found.blackMm, 'mm'],
  ['Radius of the image of the white field', found.fieldMm, 'mm'],
  ['Raw code of black', found.codes.dark],
  ['Raw code of white', found.codes.white],
  ['Raw code without light', found.codes.level],
];
