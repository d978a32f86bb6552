import {
  USUAL_SHOULDER_DEGREES,
  USUAL_SLOPE,
  scatterKernel,
  scatterPeakPerSr,
  veilingGlareIndex,
} from '@lumenloom/engine';
import { UsageError, numberOption } from '@lumenloom/node-host/command-line';
import { JSON_OUTPUT } from '../../arguments.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { LENS_IDS, lensFileOptions, readDesign } from '../read-lens.ts';

/** `lumenloom measure glare`: the veil that the scatter of a lens lays over a black disc. */
export const glare = command(
  {
    usage: ['--lens NAME|FILE --scatter P [options]'],
    says: `Veiling glare index (ISO 9358) of the scatter of a lens (${LENS_IDS.join(', ')} or a lens file): the light in the middle of the image of a black disc in an even field, per cent of the light there without the disc. Scatter after Harvey and Shack.`,
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
      black: { value: 'MM', default: '0.1', says: 'Radius of the image of the black disc, mm.' },
      field: { value: 'MM', default: '1.5', says: 'Radius of the image of the even field, mm.' },
      ...lensFileOptions,
      json: JSON_OUTPUT,
    },
    examples: [
      'measure glare --lens double-gauss --scatter 1',
      'measure glare --lens cooke-triplet --scatter 2 --black 0.05 --field 2.9 --json',
    ],
    document: 'docs/reference/depth.md',
  },
  async ({ values }, { stdout, stderr }) => {
    if (values.lens === undefined)
      throw new UsageError(`Name a lens, for example --lens ${LENS_IDS[0]!}.`);
    if (values.scatter === undefined)
      throw new UsageError('Say how much the lens scatters, for example --scatter 1.');
    const share = numberOption('scatter', values.scatter, { min: 0, max: 50 }) / 100;
    const degrees = numberOption('scatter-shoulder', values['scatter-shoulder'], {
      ...{ min: 0.01, max: 20 },
    });
    const slope = numberOption('scatter-slope', values['scatter-slope'], { min: 0.5, max: 4 });
    const black = numberOption('black', values.black, { min: 0, max: 1000 });
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
