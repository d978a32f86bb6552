import {
  SimulationError,
  drawLens,
  lensDesign,
  spotDiagram,
  type LensDesign,
  type LensSearch,
  type LensStudy,
} from '@lumenloom/engine';
import { VERSION } from '@lumenloom/engine/quick';
import { domainOf } from '@lumenloom/plot';
import type { WideSearch } from '@lumenloom/experiment';
import type { LensStudyPage } from '@lumenloom/report/page-text';
import { plotDocument, plotModulationTransfer } from '../lens-plots.ts';

type LensDrawing = LensStudyPage['drawings'][number];

/** The page of a lens study. @param wide the search before the least squares, if there was one. */
export async function studyPage(
  study: LensStudy,
  search: LensSearch,
  wide: WideSearch | undefined,
): Promise<string> {
  // React for Node is loaded where a page is written.
  const { lensStudyPageText } = await import('@lumenloom/report/page-text');
  const { start, best } = search;
  const unit = study.merit === 'spot' ? 'µm' : 'waves';
  const merit = (value: number): string =>
    `${(value * (study.merit === 'spot' ? 1e3 : 1)).toPrecision(4)} ${unit}`;
  const notes: string[] = [];
  const drawings = (title: string, make: () => string, caption?: string): LensDrawing[] => {
    try {
      return [{ title, svg: make(), ...(caption !== undefined && { caption }) }];
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      notes.push(`${title} is not drawn: ${error.message}`);
      return [];
    }
  };
  const [before, after] = [lensDesign(study.lens), lensDesign(search.bestLens)];
  const fields = study.fields.map(Math.abs);
  const both = (
    name: string,
    make: (design: LensDesign) => string,
    caption?: string,
  ): LensDrawing[] => [
    ...drawings(`${name} before`, () => make(before), caption),
    ...drawings(`${name} after`, () => make(after), caption),
  ];
  const page = [
    ...both('Layout', (design) => drawLens(design, study.reference, fields)),
    ...both('Spots', (design) => spotsOf(design, study), 'All wavelengths of the study.'),
    ...both(
      'MTF',
      (design) => plotModulationTransfer(design, study.reference, fields),
      `At ${study.reference} nm.`,
    ),
    ...trailsOf(search, wide).flatMap(({ title, what, points, caption }) =>
      drawings(title, () => trailOf(points, [what, unit], merit), caption),
    ),
  ];
  return lensStudyPageText({
    name: study.name,
    madeBy: `Lumenloom ${VERSION}, Node ${process.version}`,
    facts: [
      ['Merit before', merit(start.merit)],
      ['Merit after', merit(best.merit)],
      ['Focal length', `${start.eflMm.toPrecision(6)} → ${best.eflMm.toPrecision(6)} mm`],
      [
        'Total track',
        `${start.totalTrackMm.toPrecision(6)} → ${best.totalTrackMm.toPrecision(6)} mm`,
      ],
      ...best.operands.map(
        ({ figure, value }, i) =>
          [figure, `${start.operands[i]!.value.toPrecision(5)} → ${value.toPrecision(5)}`] as const,
      ),
    ],
    notes: [
      ...notes,
      'Spots and MTF are those of the beam that the clear apertures pass; the merit is that of the whole pupil.',
    ],
    drawn: 'Before and after',
    drawings: page,
    tables: [
      {
        title: 'What was varied',
        headings: ['Number', 'before', 'after'],
        rows: Object.entries(best.values).map(([path, value]) => [
          path,
          textOf(start.values[path]),
          textOf(value),
        ]),
      },
    ],
  });
}

const textOf = (value: number | string | undefined): string =>
  typeof value === 'number' ? value.toPrecision(7) : (value ?? '');

/** The merits that the search between bounds reached, and then the least squares. */
const trailsOf = ({ trail, stopped }: LensSearch, wide: WideSearch | undefined) => [
  ...(wide
    ? [
        {
          title: 'Search',
          what: 'run' as const,
          points: wide.trail.map(({ run, merit }) => ({ at: run, merit })),
          caption: `${wide.runs} lenses between the bounds. ${wide.stopped}`,
        },
      ]
    : []),
  {
    title: 'Merit',
    what: 'step' as const,
    points: trail.map(({ step, merit }) => ({ at: step, merit })),
    caption: stopped,
  },
];

const trailOf = (
  trail: readonly { readonly at: number; readonly merit: number }[],
  [what, unit]: readonly [what: 'run' | 'step', unit: string],
  merit: (value: number) => string,
): string =>
  plotDocument(
    `Merit after each ${what}, ${unit}`,
    {
      title: what,
      domain: domainOf(
        trail.map(({ at }) => at),
        { including: 0 },
      ),
    },
    {
      title: `merit, ${unit}`,
      domain: domainOf(trail.map((point) => Number.parseFloat(merit(point.merit)))),
      isLog: true,
    },
    [
      {
        colour: '#1f5fbf',
        points: trail.map((point) => [point.at, Number.parseFloat(merit(point.merit))] as const),
      },
    ],
  );

/** Colours from the shortest to the longest wavelength. */
const COLOURS = ['#1f5fbf', '#2a8f3c', '#c8352c', '#b58900', '#a03ca0', '#1a8c8c'];

/** Spot diagrams of the fields beside each other, in the same scale. */
function spotsOf(design: LensDesign, { fields, wavelengths }: LensStudy): string {
  const distinct = [...new Set(fields.map(Math.abs))];
  const spots = distinct.map((field) => spotDiagram(design, wavelengths, field));
  const reach = Math.max(
    ...spots.flatMap(({ rays }) => rays.flatMap(({ x, y }) => [...x, ...y].map(Math.abs))),
  );
  return plotDocument(
    'Spots of the fields, µm',
    {
      title: `fields ${distinct.join(', ')}, µm`,
      domain: [-reach, (2 * spots.length - 1) * reach],
    },
    { title: 'µm', domain: [-reach, reach] },
    spots.flatMap(({ rays }, at) =>
      rays.map(({ wavelengthNm, x, y }, k) => ({
        ...(at === spots.length - 1 && { name: `${wavelengthNm} nm` }),
        shape: 'points' as const,
        width: 2,
        colour: COLOURS[k % COLOURS.length]!,
        points: x.map((value, i) => [value + 2 * at * reach, y[i]!] as const),
      })),
    ),
  );
}
