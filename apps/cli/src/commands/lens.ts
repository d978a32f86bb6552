import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  drawLens,
  lensFields,
  lensReport,
  middleOf,
  npyHeader,
  pointSpreadImage,
  readGivenRays,
  traceRays,
  type LensDesign,
  type LensReport,
} from '@lumenloom/engine';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { readJson } from '../arguments.ts';
import { command } from './command.ts';
import { columns } from './columns.ts';
import { analysisData, analysisOptions, drawAnalyses, seidelTable } from './lens-analyses.ts';
import {
  circleOf,
  focusData,
  fieldOf,
  focusOptions,
  idealFocusData,
  type FocusValues,
  focusTables,
  focused,
  frequenciesOf,
  numberList,
} from './lens-focus.ts';
import { ghostData, ghostOptions, ghostTables } from './lens-ghosts.ts';
import {
  plotDepthOfField,
  plotDistortion,
  plotModulationTransfer,
  plotThroughFocus,
} from './lens-plots.ts';
import { LENS_FILE_HELP, LENS_IDS, lensFileOptions, readDesign } from './read-lens.ts';

/** The Fraunhofer lines F (blue), d (the reference) and C (red), nm. */
const USUAL_WAVELENGTHS = '486.1327,587.5618,656.2725';
const USUAL_FIELDS = '0,0.5,0.7,1';

/** `lumenloom lens`: data, drawing and plots of a built-in lens or of a lens file. */
export const lens = command(
  {
    usage: ['<name|file|ideal> [options]', 'merit|optimise|tolerance <document.json> [options]'],
    says: `Prints first-order data and a field table of a lens: ${LENS_IDS.join(', ')} or a lens file. ${LENS_FILE_HELP}`,
    words: { min: 1, max: 1, are: '<name|file>' },
    options: {
      wavelengths: { value: 'NM,...', default: USUAL_WAVELENGTHS, says: 'Wavelengths in nm.' },
      fields: {
        value: 'F,...',
        default: USUAL_FIELDS,
        says: 'Fractions of the half field, towards +y; of a lens with tilted or decentred surfaces towards -y, +x and -x too.',
      },
      svg: { value: 'FILE', output: 'file', says: 'Draws the lens with its rays, as SVG.' },
      mtf: { value: 'FILE', output: 'file', says: 'Plots the MTF, as SVG.' },
      distortion: { value: 'FILE', output: 'file', says: 'Plots the distortion, as SVG.' },
      psf: {
        value: 'DIR',
        output: 'folder',
        says: 'Writes a point spread function of 64x64 cells of 0.275 µm per field and wavelength.',
      },
      rays: {
        value: 'FILE',
        says: 'Traces a list of {x, y, z, L, M, N, wavelengthNm}, mm from the first vertex, and prints {rays: [...]} at the image plane.',
      },
      json: { says: 'Prints the data for programs.' },
      ...analysisOptions,
      ...focusOptions,
      ...ghostOptions,
      ...lensFileOptions,
    },
    examples: ['lens double-gauss --svg lens.svg', 'lens example:triplet.zmx --fields 0,1 --json'],
    document: 'docs/optics.md',
  },
  async ({ values, words }, { stdout, stderr }) => {
    const wavelengths = numberList('wavelengths', values.wavelengths, { min: 200, max: 3000 });
    const fields = numberList('fields', values.fields, { min: 0, max: 1 });
    if (/^ideal$/i.test(words[0]!)) {
      stdout.write(idealLens(wavelengths, values));
      return;
    }
    const isData = values.json || values.rays !== undefined;
    const unfocused = await readDesign(words[0]!, values, (note) => {
      (isData ? stderr : stdout).write(`${note}\n`);
    });
    const design = focused(unfocused, values);

    const middle = middleOf(wavelengths);
    if (values.svg !== undefined) await writeFile(values.svg, drawLens(design, middle, fields));
    if (values.mtf !== undefined)
      await writeFile(values.mtf, plotModulationTransfer(design, middle, fields));
    if (values.distortion !== undefined)
      await writeFile(values.distortion, plotDistortion(design, wavelengths));
    if (values['focus-svg'] !== undefined)
      await writeFile(
        values['focus-svg'],
        plotThroughFocus(design, middle, fields, frequenciesOf(values)),
      );
    if (values['depth-svg'] !== undefined)
      await writeFile(values['depth-svg'], plotDepthOfField(unfocused, circleOf(values)));
    const analyses = analysisData(
      design,
      { wavelengths, fractions: fields, frequencies: frequenciesOf(values) },
      values,
    );
    await drawAnalyses(design, analyses, values);
    if (values.psf !== undefined) await writePointSpreads(values.psf, design, wavelengths, fields);
    if (values.rays !== undefined)
      stdout.write(
        `${JSON.stringify({ rays: traceRays(design, readGivenRays(await readJson(values.rays))) })}\n`,
      );
    else {
      const report = lensReport(design, wavelengths, fields);
      const at = { wavelengths, fields };
      const focus = focusData(design, at, values);
      const ghosts = ghostData(design, at, values);
      stdout.write(
        values.json
          ? `${JSON.stringify({ ...report, ...focus, ...analyses, ...(ghosts && { ghosts }) })}\n`
          : [
              ...reportTable(design, report),
              ...focusTables(focus, design !== unfocused),
              ...seidelTable(analyses.seidel),
              ...ghostTables(ghosts),
              '',
            ].join('\n'),
      );
    }
  },
);

/** Options that draw or trace glass. */
const OF_GLASS = [
  ...['svg', 'mtf', 'distortion', 'psf', 'rays', 'focus-svg', 'depth-svg'],
  ...['glass-file', 'ghosts', 'coating', 'coating-reflectance'],
  ...(Object.keys(analysisOptions) as (keyof typeof analysisOptions)[]),
] as const;

/** The ideal lens as a thin lens (docs/reference/depth.md#ideal-lens). */
function idealLens(
  wavelengths: readonly number[],
  values: FocusValues & Readonly<Record<string, unknown>>,
): string {
  const refused = OF_GLASS.find((option) => (values[option] ?? false) !== false);
  if (refused)
    throw new UsageError(`--${refused} is for lenses of glass: the ideal lens has no surfaces.`);
  const data = idealFocusData(wavelengths, values);
  return values['json'] === true
    ? `${JSON.stringify(data)}\n`
    : [
        `Ideal lens: focal length 8.2000 mm, thin, limited by diffraction, sensor ${data.imageDistanceMm.toFixed(5)} mm behind it.`,
        ...focusTables(data, true),
        '',
      ].join('\n');
}

async function writePointSpreads(
  folder: string,
  lens: LensDesign,
  wavelengths: readonly number[],
  fields: readonly number[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { design, fraction, towards = '' } of lensFields(lens, fields)) {
    for (const wavelength of wavelengths) {
      const { cells, data } = pointSpreadImage(design, wavelength, fraction);
      await writeFile(
        join(folder, `psf_f${fraction}${towards}_${wavelength}nm.npy`),
        Buffer.concat([npyHeader('float32', [cells, cells]), new Uint8Array(data.buffer)]),
      );
    }
  }
}

function reportTable(
  design: LensDesign,
  { firstOrder, fields, imageDistanceMm }: LensReport,
): string[] {
  return [
    `${design.name}: focal length ${design.focalLengthMm.toPrecision(5)} mm, ${design.surfaces.length} surfaces, stop at surface ${design.stopIndex + 1}, full field ${((design.halfField * 360) / Math.PI).toFixed(1)}°, sensor ${imageDistanceMm.toFixed(5)} mm behind the last vertex.`,
    'Lengths in mm; entrance pupil from the first vertex, exit pupil from the last.',
    '',
    ...columns([
      ['nm', 'EFL', 'BFL', 'entrance z', 'diameter', 'exit z', 'diameter', 'working f/'],
      ...firstOrder.map((row) => [
        `${row.wavelengthNm}`,
        row.eflMm.toFixed(5),
        row.bflMm.toFixed(5),
        row.entrancePupilZMm.toFixed(4),
        row.entrancePupilDiameterMm.toFixed(4),
        row.exitPupilZMm.toFixed(4),
        row.exitPupilDiameterMm.toFixed(4),
        row.workingFNumber.toFixed(4),
      ]),
    ]),
    '',
    ...columns([
      [
        'nm',
        'field °',
        'height mm',
        'distortion %',
        'relative illumination',
        'RMS spot µm',
        'RMS wavefront, waves',
      ],
      ...fields.map((row) => [
        `${row.wavelengthNm}`,
        fieldOf(row),
        row.chiefHeightMm.toFixed(5),
        row.distortionPercent.toFixed(3),
        row.relativeIllumination.toFixed(4),
        row.rmsSpotUm.toFixed(3),
        row.wavefrontRmsWaves.toFixed(4),
      ]),
    ]),
  ];
}
