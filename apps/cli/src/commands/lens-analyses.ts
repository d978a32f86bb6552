import {
  lensAnalyses,
  type LensAnalysis,
  type LensDesign,
  type SeidelSums,
  type SeidelTerms,
} from '@lumenloom/engine';
import {
  colourPanels,
  curvaturePanels,
  fanPanels,
  lightPanels,
  panels,
  spotPanels,
  svgText,
  wavefrontPanels,
  type Panel,
} from '@lumenloom/plot';
import { writeFile } from '@lumenloom/node-host';
import { columns } from './columns.ts';
import { LOOK } from './lens-plots.ts';

/** Options of `lens` for what a lens designer looks at; each adds its key to the JSON. */
export const analysisOptions = {
  spot: { value: 'FILE', output: 'file', says: 'Draws the spot diagrams, as SVG.' },
  fan: { value: 'FILE', output: 'file', says: 'Plots the transverse ray fans, as SVG.' },
  'field-curvature': {
    value: 'FILE',
    output: 'file',
    says: 'Plots field curvature and distortion, as SVG.',
  },
  illumination: {
    value: 'FILE',
    output: 'file',
    says: 'Plots relative illumination and chief-ray angle, as SVG.',
  },
  'lateral-colour': { value: 'FILE', output: 'file', says: 'Plots the lateral colour, as SVG.' },
  wavefront: { value: 'FILE', output: 'file', says: 'Draws the wavefronts, as SVG.' },
  seidel: { says: 'Prints the Seidel sums of each surface.' },
} as const;

type DrawnAnalysis = Exclude<keyof typeof analysisOptions, 'seidel'>;
export type AnalysisValues = Readonly<
  Record<DrawnAnalysis, string | undefined> & { readonly seidel: boolean }
>;

/** Which data an option needs. */
const NEEDS: Readonly<Record<keyof typeof analysisOptions, readonly LensAnalysis[]>> = {
  spot: ['spots'],
  fan: ['fans'],
  'field-curvature': ['fieldCurvature', 'geometry'],
  illumination: ['geometry'],
  'lateral-colour': ['lateralColour'],
  wavefront: ['wavefronts'],
  seidel: ['seidel'],
};

type Analyses = { [Name in LensAnalysis]?: ReturnType<(typeof lensAnalyses)[Name]> };
type Settings = Parameters<(typeof lensAnalyses)['throughFocus']>[1];

/** What the options ask for, by the keys of the JSON, which are published. */
export function analysisData(
  design: LensDesign,
  settings: Settings,
  values: AnalysisValues,
): Analyses {
  const asked = (Object.keys(NEEDS) as (keyof typeof NEEDS)[]).filter(
    (option) => (values[option] ?? false) !== false,
  );
  const names = [...new Set(asked.flatMap((option) => NEEDS[option]))];
  return Object.fromEntries(names.map((name) => [name, lensAnalyses[name](design, settings)]));
}

/** Panels of each drawing, with how many stand in a row and the size of one, px. */
const DRAWN: Readonly<
  Record<
    DrawnAnalysis,
    {
      readonly title: string;
      readonly size: Parameters<typeof panels>[2];
      readonly of: (data: Required<Analyses>) => readonly Panel[];
    }
  >
> = {
  spot: {
    title: 'spot diagrams',
    size: { columns: 4, width: 250, height: 290 },
    of: ({ spots }) => spotPanels(spots),
  },
  fan: {
    title: 'ray fans',
    size: { columns: 2, width: 420, height: 230 },
    of: ({ fans }) => fanPanels(fans),
  },
  'field-curvature': {
    title: 'field curvature and distortion',
    size: { columns: 2, width: 460, height: 360 },
    of: ({ fieldCurvature, geometry }) => curvaturePanels(fieldCurvature, geometry),
  },
  illumination: {
    title: 'relative illumination and chief-ray angle',
    size: { columns: 2, width: 460, height: 360 },
    of: ({ geometry }) => lightPanels(geometry),
  },
  'lateral-colour': {
    title: 'lateral colour',
    size: { columns: 1, width: 720, height: 400 },
    of: ({ lateralColour }) => colourPanels(lateralColour),
  },
  wavefront: {
    title: 'wavefronts',
    size: { columns: 2, width: 400, height: 430 },
    of: ({ wavefronts }) => wavefrontPanels(wavefronts),
  },
};

/** Writes the drawings that the options ask for. */
export async function drawAnalyses(
  { name }: LensDesign,
  data: Analyses,
  values: AnalysisValues,
): Promise<void> {
  for (const [option, { title, size, of: panelsOf }] of Object.entries(DRAWN)) {
    const file = values[option as DrawnAnalysis];
    if (file === undefined) continue;
    const drawing = panels(`${name}: ${title}`, panelsOf(data as Required<Analyses>), size, LOOK);
    await writeFile(file, `${svgText(drawing)}\n`);
  }
}

const HEADINGS: readonly (readonly [key: keyof SeidelTerms, heading: string])[] = [
  ['sphericalUm', 'spherical'],
  ['comaUm', 'coma'],
  ['astigmatismUm', 'astigmatism'],
  ['petzvalUm', 'Petzval'],
  ['distortionUm', 'distortion'],
  ['axialColourUm', 'axial colour'],
  ['lateralColourUm', 'lateral colour'],
];

/** The Seidel sums for people. */
export function seidelTable(sums: SeidelSums | undefined): string[] {
  if (!sums) return [];
  const row = (name: string, terms: SeidelTerms): string[] => [
    name,
    ...HEADINGS.map(([key]) => terms[key].toFixed(3)),
  ];
  return [
    '',
    `Seidel sums at ${sums.wavelengthNm} nm, µm of path at the rim of pupil and field.`,
    ...columns([
      ['surface', ...HEADINGS.map(([, heading]) => heading)],
      ...sums.surfaces.map((terms, i) => row(String(i + 1), terms)),
      row('sum', sums.sum),
    ]),
  ];
}
