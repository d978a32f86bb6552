import { drawn, plot, type Drawn, type PlotArea } from '@lumenloom/plot';
import { Figure, PAGE_LOOK } from '../figure.tsx';
import { Head, NamedTable, Part } from '../frame.tsx';
import { Facts, Notes } from '../lists.tsx';
import type {
  CameraResults,
  ClassCurves,
  ConditionFigures,
  Difference,
  EvaluationPage,
  FigureName,
  Gallery,
  Rung,
} from './results.ts';

/** A figure with three decimals, as scores are written; without the zero before the point. */
export const score = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '—'
    : value
        .toFixed(3)
        .replace(/^(-?)0\./, '$1.')
        .replace('-', '−');
const signed = (value: number | null | undefined): string =>
  typeof value === 'number' && value > 0 ? `+${score(value)}` : score(value);

const interval = (ends: readonly [number, number] | null | undefined): string =>
  ends ? `${score(ends[0])} to ${score(ends[1])}` : '';

/** What the page of an evaluation shows: question, answer, pictures, and then the figures. */
export const EvaluationReport = ({ page }: { readonly page: EvaluationPage }) => {
  const changed = page.galleries.filter(({ entries }) => entries.length > 0);
  const pairs = changed.filter(({ title }) => title.startsWith('Found '));
  const first = (pairs.length > 0 ? pairs : changed).slice(0, FIRST_GALLERIES);
  return (
    <main className="evaluation">
      <Head name={page.name}>
        <p className="question">{page.question}</p>
        <Verdicts page={page} />
      </Head>
      <Galleries
        title="The pictures that changed most"
        galleries={first.map((one) => ({ ...one, entries: one.entries.slice(0, FIRST_ENTRIES) }))}
      />
      {page.notes.length > 0 && (
        <Part title="To know first">
          <Notes notes={page.notes} />
        </Part>
      )}
      <Scores page={page} />
      <Differences page={page} />
      <Conditions page={page} />
      <Ladders page={page} />
      <Overlaps page={page} />
      <Parts page={page} />
      <Classes page={page} />
      <Galleries title="What goes wrong" galleries={page.galleries} />
      <Part title="What was evaluated">
        <Facts facts={page.about} />
        <p className="soft">{page.madeBy}.</p>
      </Part>
    </main>
  );
};

/** Galleries, and pictures of each, that stand beside the answer. */
const [FIRST_GALLERIES, FIRST_ENTRIES] = [2, 3];

/** The column of the network on the pictures themselves. */
const SOURCE = 'source pictures';

interface PartProps {
  readonly page: EvaluationPage;
}

const STAGE_NAMES: Readonly<Record<string, string>> = {
  source: SOURCE,
  framing: 'field of view, distortion and sampling',
  optics: 'the blur and shading of the lens',
  pixel: 'pixels, colour filters and the well',
  noise: 'noise',
  isp: 'the ISP',
};
const stageName = (stage: string): string => STAGE_NAMES[stage] ?? stage;

/** Whether an interval leaves out 0. */
const isDifferent = (ends: readonly [number, number] | null | undefined): boolean =>
  ends !== null && ends !== undefined && (ends[0] > 0 || ends[1] < 0);

/** In words: which camera is better and why, and what costs each camera most. */
const Verdicts = ({ page: { verdicts, losses } }: PartProps) => (
  <>
    {verdicts.map((verdict) => (
      <p key={verdict} className="verdict">
        {verdict}
      </p>
    ))}
    {losses.map((loss) => (
      <p key={loss}>{loss}</p>
    ))}
  </>
);

/** A cell: what it says, and a smaller line below. */
type Cell = readonly [text: string, below: string];

interface ScoreTableProps {
  readonly label: string;
  /** Above the names of the rows. */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

const ScoreTable = ({ label, corner, columns, rows }: ScoreTableProps) => (
  <NamedTable
    label={label}
    className="scores"
    headings={[corner, ...columns]}
    rows={rows.map(({ name, cells }) => ({
      name,
      cells: cells.map(([text, below]) => (
        <>
          {text}
          {below && <small>{below}</small>}
        </>
      )),
    }))}
  />
);

function Scores({ page: { figureNames, source, cameras } }: PartProps) {
  const columns = [{ name: SOURCE, ...source }, ...cameras];
  return (
    <Part title="Scores">
      <ScoreTable
        label="Scores of the source pictures and of each camera"
        corner="figure"
        columns={columns.map(({ name }) => name)}
        rows={figureNames.map(({ key, label }) => ({
          name: label,
          cells: columns.map(({ figures, intervals }): Cell => [
            score(figures[key]),
            interval(intervals[key]),
          ]),
        }))}
      />
    </Part>
  );
}

function Differences({ page }: PartProps) {
  const { figureNames, differences } = page;
  if (differences.length === 0) return null;
  return (
    <Part
      title="Differences"
      about={`Over the same pictures with the same random numbers; 95 % intervals for ${page.source.covers}.`}
    >
      <ScoreTable
        label="Differences between cameras"
        corner="figure"
        columns={differences.map(({ from, to }) => `${to} − ${from}`)}
        rows={figureNames
          .filter(({ key }) => differences.some(({ figures }) => figures[key]))
          .map(({ key, label }) => ({
            name: label,
            cells: differences.map((difference) => differenceCell(key, difference)),
          }))}
      />
    </Part>
  );
}

const differenceCell = (key: string, { figures }: Difference): Cell => changeCell(figures[key]);

function changeCell(changed: Difference['figures'][string] | undefined): Cell {
  const { value = null, interval: ends = null } = changed ?? {};
  const below = isDifferent(ends) ? interval(ends) : 'no difference';
  return [signed(value), ends === null ? '' : below];
}

const WIDTH = 560;
const HEIGHT = 260;

/** The figure after each rung as a bar that hangs from the figure before it. */
function waterfall(name: string, ladder: readonly Rung[], { key, label }: FigureName): Drawn {
  const values = ladder.map(({ figures }) => figures[key] ?? 0);
  const highest = Math.max(...values, 0.001);
  const marks = (frame: PlotArea): readonly Drawn[] =>
    ladder.flatMap(({ loss }, at) => {
      const after = values[at]!;
      const before = at === 0 ? 0 : values[at - 1]!;
      const [top, bottom] = [frame.y(Math.max(before, after)), frame.y(Math.min(before, after))];
      const middle = frame.x(at);
      const width = (frame.x(1) - frame.x(0)) * 0.62;
      const colour = at === 0 ? 'var(--grey)' : after <= before ? 'var(--red)' : 'var(--green)';
      const text = at === 0 ? score(after) : signed(-(loss[key] ?? 0));
      return [
        drawn('rect', {
          x: middle - width / 2,
          y: top,
          width,
          height: Math.max(1, bottom - top),
          fill: colour,
          rx: 2,
        }),
        drawn('text', { x: middle, y: top - 5, 'text-anchor': 'middle', fill: 'var(--ink)' }, text),
      ];
    });
  return plot({
    description: `${label} of ${name} after each part of the camera`,
    width: WIDTH,
    height: HEIGHT,
    x: {
      domain: [-0.6, ladder.length - 0.4],
      ticks: ladder.map(({ stage }, value) => ({ value, label: stage })),
    },
    y: { title: label, domain: [0, highest * 1.12], hasGrid: true },
    marks,
    look: PAGE_LOOK,
  });
}

function Ladders({ page: { figureNames, cameras } }: PartProps) {
  const [lead] = figureNames;
  const climbed = cameras.filter(({ ladder }) => ladder !== undefined);
  if (!lead || climbed.length === 0) return null;
  return (
    <Part title="Why: what each part costs">
      <p>
        The first bar is the network on the source pictures themselves. Each further bar switches
        one part of the camera on: framing ({stageName('framing')}), optics, pixel, noise, ISP. The
        losses add up to the difference between source and camera.
      </p>
      <div className="plots">
        {climbed.map(({ name, ladder }) => (
          <Figure key={name} title={name} drawing={waterfall(name, ladder!, lead)} />
        ))}
      </div>
    </Part>
  );
}

/** Average precision at each overlap; overlaps that are about labels are marked. */
function Overlaps({ page: { source, cameras, beyondLabels } }: PartProps) {
  const columns = [{ name: SOURCE, ...source }, ...cameras].filter(({ byOverlap }) => byOverlap);
  if (columns.length === 0) return null;
  return (
    <Part title="By overlap with the truth">
      {beyondLabels.length > 0 && (
        <p className="soft">
          * Above the overlap to which the labels are sure: about the labels, not about the camera.
        </p>
      )}
      <ScoreTable
        label="Average precision at each overlap"
        corner="AP at"
        columns={columns.map(({ name }) => name)}
        rows={source.byOverlap!.map(({ overlap }, at) => ({
          name: `${overlap.toFixed(2).slice(1)}${beyondLabels.includes(overlap) ? ' *' : ''}`,
          cells: columns.map(({ byOverlap }): Cell => [score(byOverlap![at]!.ap), '']),
        }))}
      />
    </Part>
  );
}

/** The leading figure of each condition, its exposure, and what each part costs there. */
function Conditions({ page: { figureNames, source, cameras } }: PartProps) {
  const [lead] = figureNames;
  if (!lead) return null;
  const kinds = [
    ['byCondition', 'By condition', cameras],
    [
      'byPicture',
      'By the condition under which the pictures were taken',
      [{ name: SOURCE, ...source }, ...cameras],
    ],
  ] as const;
  const stages = cameras[0]?.ladder?.slice(1).map(({ stage }) => `${stage} costs`) ?? [];
  return (
    <>
      {kinds.map(([kind, title, columns]) => {
        const rows = columns.flatMap((camera: CameraResults) =>
          (camera[kind] ?? []).map((own) => ({
            name: `${camera.name}, ${own.condition}`,
            cells: [
              ...conditionCells(own, lead),
              ...stages.map((_, at): Cell => [score(own.ladder?.[at + 1]?.loss[lead.key]), '']),
            ],
          })),
        );
        return rows.length > 0 ? (
          <Part key={kind} title={title}>
            <ScoreTable
              label={title}
              corner={lead.label}
              columns={['pictures', lead.label, 'exposure', ...stages]}
              rows={rows}
            />
          </Part>
        ) : null;
      })}
    </>
  );
}

function conditionCells(
  { images, figures, intervals, exposure }: ConditionFigures,
  { key }: FigureName,
): readonly Cell[] {
  return [
    [String(images), ''],
    [score(figures[key]), interval(intervals[key])],
    exposure
      ? [
          `${Number(exposure.seconds.toPrecision(3))} s`,
          `${exposure.stopsFromMeter.toFixed(1).replace('-', '−')} stops from the meter`,
        ]
      : ['—', ''],
  ];
}

function Parts({ page }: PartProps) {
  const [lead] = page.figureNames;
  const kinds = [
    ['bySize', 'By size of the object in the source picture', 'objects'],
    ['byField', 'By place in the picture: thirds of the half diagonal', 'objects'],
  ] as const;
  if (!lead) return null;
  return (
    <>
      {kinds.map(([kind, title, counted]) => {
        const shown = page.cameras.filter((camera) => (camera[kind]?.length ?? 0) > 0);
        return shown.length > 0 ? (
          <Part key={kind} title={title} about={`Below each figure how many ${counted} it counts.`}>
            <PartTable title={title} kind={kind} cameras={shown} lead={lead} />
          </Part>
        ) : null;
      })}
    </>
  );
}

interface PartTableProps {
  readonly title: string;
  readonly kind: 'bySize' | 'byField';
  readonly cameras: readonly CameraResults[];
  readonly lead: FigureName;
}

const PartTable = ({ title, kind, cameras, lead }: PartTableProps) => (
  <ScoreTable
    label={title}
    corner={lead.label}
    columns={cameras[0]![kind]!.map(({ name }) => name)}
    rows={cameras.map((camera) => ({
      name: camera.name,
      cells: camera[kind]!.map(({ count, figures }): Cell => [
        score(figures[lead.key]),
        String(count),
      ]),
    }))}
  />
);

const COLOURS = ['var(--grey)', 'var(--blue)', 'var(--red)', 'var(--green)', 'var(--ink)'] as const;

function curvePlot({ category, curves }: ClassCurves): Drawn {
  return plot({
    description: `Precision over recall of ${category}`,
    width: 420,
    height: 300,
    x: { title: 'recall', domain: [0, 1], hasGrid: true },
    y: { title: 'precision', domain: [0, 1.02], ticks: 5, hasGrid: true },
    names: 'row',
    series: curves.map(({ name, points }, at) => ({
      name,
      points,
      colour: COLOURS[at % COLOURS.length],
      shape: 'line' as const,
      ...(at === 0 && { dashes: '4 3' }),
    })),
    look: PAGE_LOOK,
  });
}

/** Most classes whose curves are drawn. */
const MOST_CURVES = 12;

function Classes({ page: { source, cameras, differences, curves } }: PartProps) {
  const columns = [{ name: SOURCE, ...source }, ...cameras].filter(
    ({ perClass }) => (perClass?.length ?? 0) > 0,
  );
  if (columns.length === 0) return null;
  return (
    <Part title="By class">
      <ScoreTable
        label="Average precision of each class"
        corner="class"
        columns={[
          ...columns.map(({ name }) => name),
          ...differences.map(({ from, to }) => `${to} − ${from}`),
        ]}
        rows={columns[0]!.perClass!.flatMap(({ category }, at) =>
          (['ap', 'ap50'] as const).map((figure) => ({
            name: `${category}, ${figure.toUpperCase()}`,
            cells: [
              ...columns.map(({ perClass }): Cell => {
                const own = perClass![at];
                return [score(own?.[figure]), interval(own?.intervals[figure])];
              }),
              ...differences.map(({ perClass }) => changeCell(perClass?.[at]?.[figure])),
            ],
          })),
        )}
      />
      {curves.length > 0 && (
        <>
          <h3>Precision over recall, at an overlap of .5</h3>
          <div className="plots">
            {curves.slice(0, MOST_CURVES).map((one) => (
              <Figure key={one.category} title={one.category} drawing={curvePlot(one)} />
            ))}
          </div>
        </>
      )}
    </Part>
  );
}

interface GalleriesProps {
  readonly title: string;
  readonly galleries: readonly Gallery[];
}

function Galleries({ title: heading, galleries }: GalleriesProps) {
  const shown = galleries.filter(({ entries }) => entries.length > 0);
  if (shown.length === 0) return null;
  const sides = shown.every(({ beside }) => beside !== undefined)
    ? 'Left the camera that finds it, right the other one.'
    : 'Left the camera, right the ideal picture of the same lens, or the camera that does not find what the left one finds.';
  return (
    <Part title={heading} about={`${sides} Truth is dashed, what the network finds is solid.`}>
      {shown.map(({ title, count, beside, entries }) => (
        <details key={title} open>
          <summary>
            {title}: {count}
          </summary>
          <div className="gallery">
            {entries.map(({ caption, camera, ideal }) => (
              <figure key={caption}>
                <div>
                  <img src={camera} alt={`Camera: ${caption}`} />
                  <img src={ideal} alt={`${beside ?? 'Ideal'}: ${caption}`} />
                </div>
                <figcaption>{caption}</figcaption>
              </figure>
            ))}
          </div>
        </details>
      ))}
    </Part>
  );
}
