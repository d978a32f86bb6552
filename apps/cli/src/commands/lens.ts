import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  drawLens,
  lensFields,
  chiefGrid,
  lensLayout,
  lensReport,
  readGivenFields,
  middleOf,
  pointSpreadImage,
  readGivenRays,
  traceRays,
  type LensDesign,
} from '@lumenloom/engine';
import { UsageError, writeFile } from '@lumenloom/node-host/command-line';
import { configurationOption, numberList, readJson } from '../arguments.ts';
import { command } from './command.ts';
import { calibrationOptions, makeCalibrated } from './lens-calibration.ts';
import { analysisData, analysisOptions, drawAnalyses, seidelTable } from './lens-analyses.ts';
import {
  circleOf,
  focusData,
  focusOf,
  focusOptions,
  idealFocusData,
  type FocusValues,
  focusTables,
  focused,
  frequenciesOf,
} from './lens-focus.ts';
import { environmentOptions, heatTable, heatedLens } from './environment-options.ts';
import { ghostData, ghostOptions, ghostTables } from './lens-ghosts.ts';
import {
  plotDepthOfField,
  plotDistortion,
  plotModulationTransfer,
  plotThroughFocus,
} from './lens-plots.ts';
import {
  configurationTable,
  exportLens,
  exportMeasured,
  exportOptions,
  writeSpread,
} from './lens-export.ts';
import { layoutLines, pupilOfFile, reportTable } from './lens-tables.ts';
import { reportWithoutPicture } from './lens-without-picture.ts';
import { reportMeasured } from './lens-measured.ts';
import {
  LENS_FILE_HELP,
  LENS_IDS,
  isNamedMeasured,
  lensFileOptions,
  readAnyNamedLens,
} from './read-lens.ts';

/** The Fraunhofer lines F (blue), d (the reference) and C (red), nm. */
const USUAL_WAVELENGTHS = '486.1327,587.5618,656.2725';
const USUAL_FIELDS = '0,0.5,0.7,1';

/** `lumenloom lens`: data, drawing and plots of a built-in lens or of a lens file. */
export const lens = command(
  {
    usage: [
      '<name|file|ideal> [options]',
      '--calibration F.yaml --pixel UM --f-number N --out lens.json',
      'merit|optimise|tolerance <document.json> [options]',
    ],
    says: `Prints first-order data and a field table of a lens: ${LENS_IDS.join(', ')} or a lens file. ${LENS_FILE_HELP}`,
    words: { min: 0, max: 1, are: '<name|file>' },
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
      grid: {
        value: 'FILE',
        says: 'Traces the chief rays of a list of {tanX, tanY, wavelengthNm}, and prints {grid: [...]}: place, direction and light, steradians.',
      },
      json: { says: 'Prints the data for programs.' },
      ...analysisOptions,
      ...focusOptions,
      ...environmentOptions,
      ...ghostOptions,
      ...lensFileOptions,
      ...configurationOption,
      ...exportOptions,
      ...calibrationOptions,
    },
    examples: ['lens double-gauss --svg lens.svg', 'lens example:triplet.zmx --fields 0,1 --json'],
    document: 'docs/optics.md',
  },
  async ({ values, words }, { stdout, stderr }) => {
    const wavelengths = numberList('wavelengths', values.wavelengths, { min: 200, max: 3000 });
    const fields = numberList('fields', values.fields, { min: 0, max: 1 });
    if (values.calibration !== undefined) {
      await makeCalibrated(values, words, stdout);
      return;
    }
    const word = namedIn(words, values);
    if (/^ideal$/i.test(word)) {
      stdout.write(idealLens(wavelengths, values));
      return;
    }
    const isData = values.json || values.rays !== undefined || values.grid !== undefined;
    const tell = (note: string): void => {
      (isData ? stderr : stdout).write(`${note}\n`);
    };
    const named = await readAnyNamedLens(word, values, tell, false);
    if (isNamedMeasured(named)) {
      await reportMeasured(named, values, { wavelengths, fields }, stdout);
      return;
    }
    const { design: unfocused, read } = named;
    if (values.configurations) {
      stdout.write(configurationTable(named));
      return;
    }
    if (values.export !== undefined)
      await exportLens(values.export, named, values['export-configuration']);
    if (unfocused.noPicture !== undefined) {
      await reportWithoutPicture(named, values, { wavelengths, fields }, stdout);
      return;
    }
    const heated = await heatedLens(named.file, focusOf(values), values, tell);
    const design = heated?.design ?? focused(unfocused, values);
    const at = { wavelengths, fields };
    await exportMeasured(values['export-measured'], design);
    await drawAsked(design, unfocused, at, values);
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
    else if (values.grid !== undefined)
      stdout.write(
        `${JSON.stringify({ grid: chiefGrid(design, readGivenFields(await readJson(values.grid))) })}\n`,
      );
    else {
      const report = lensReport(design, wavelengths, fields);
      const focus = focusData(design, at, values);
      const ghosts = ghostData(design, at, values);
      stdout.write(
        values.json
          ? `${JSON.stringify({
              ...report,
              ...lensLayout(design),
              ...focus,
              ...analyses,
              ...(ghosts && { ghosts }),
              ...(heated && { thermal: heated.thermal(wavelengths) }),
              ...(read && { file: read.about }),
            })}\n`
          : [
              ...reportTable(design, report),
              ...layoutLines(design),
              ...pupilOfFile(read?.about),
              ...focusTables(focus, focusOf(values) !== undefined),
              ...heatTable(heated?.thermal(wavelengths)),
              ...seidelTable(analyses.seidel),
              ...ghostTables(ghosts),
              '',
            ].join('\n'),
      );
    }
  },
);

/** The lens that a command names. @throws UsageError where it names none. */
function namedIn(
  [word]: readonly string[],
  { pixel, out }: Readonly<Record<'pixel' | 'out', string | undefined>>,
): string {
  if (word === undefined) throw new UsageError('Expected <name|file>, got nothing.');
  if ((pixel ?? out) !== undefined)
    throw new UsageError('--pixel and --out belong to --calibration.');
  return word;
}

/** Options that draw the lens or plot what it does. */
type DrawingValues = FocusValues &
  Readonly<Record<'svg' | 'mtf' | 'distortion' | 'focus-svg' | 'depth-svg', string | undefined>>;

/** Writes the drawing and the plots that the options ask for. */
async function drawAsked(
  design: LensDesign,
  unfocused: LensDesign,
  { wavelengths, fields }: Readonly<Record<'wavelengths' | 'fields', readonly number[]>>,
  values: DrawingValues,
): Promise<void> {
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
}

/** Options that draw or trace glass. */
const OF_GLASS = [
  ...['svg', 'mtf', 'distortion', 'psf', 'rays', 'focus-svg', 'depth-svg'],
  ...[
    'ignore-keys',
    'configuration',
    'configurations',
    'export',
    'export-measured',
    'ghosts',
    'coating',
    'coating-reflectance',
  ],
  ...(Object.keys(environmentOptions) as (keyof typeof environmentOptions)[]),
  ...(Object.keys(analysisOptions) as (keyof typeof analysisOptions)[]),
] as const;

/** The ideal lens as a thin lens (docs/reference/depth.md#ideal-lens). */
function idealLens(
  wavelengths: readonly number[],
  values: FocusValues & Readonly<Record<string, unknown>>,
): string {
  const isGiven = (option: string): boolean => (values[option] ?? false) !== false;
  const catalogues = values['glass-file'] as readonly string[];
  const refused = catalogues.length > 0 ? 'glass-file' : OF_GLASS.find(isGiven);
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
  for (const { design, fraction, towards = '' } of lensFields(lens, fields))
    for (const wavelength of wavelengths)
      await writeSpread(
        join(folder, `psf_f${fraction}${towards}_${wavelength}nm.npy`),
        pointSpreadImage(design, wavelength, fraction),
      );
}
