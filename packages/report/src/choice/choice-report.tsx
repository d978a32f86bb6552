import { axisOver, drawn, plot, type Drawn } from '@lumenloom/plot';
import { Figure, PAGE_LOOK } from '../figure.tsx';
import { IntervalBar } from '../interval-bar.tsx';
import { Head, NamedTable, Part } from '../frame.tsx';
import { Notes, Sentences } from '../lists.tsx';
import type { ChoicePage } from './results.ts';

/** Rows of the table, and lines of the race: of many cameras the best. */
const [MOST_ROWS, MOST_LINES] = [200, 40];

interface PartProps {
  readonly page: ChoicePage;
}

/** The page of a choice: the statement, the cameras with bars, the race, the front, and why. */
export const ChoiceReport = ({ page }: PartProps) => (
  <main className="choice">
    <Head name={page.name} about={`${page.about} ${page.madeBy}.`} notes={page.notes}>
      <Statement page={page} />
    </Head>
    <Sections page={page} />
  </main>
);

/** The same in another page: the statement and what it stands on. */
export const ChoiceSections = ({ page }: PartProps) => (
  <div className="choice">
    <Statement page={page} />
    <Notes notes={page.notes} />
    <Sections page={page} />
  </div>
);

const Statement = ({ page: { sentence, why } }: PartProps) => (
  <>
    <p className="verdict">{sentence}</p>
    <Sentences all={why} />
  </>
);

const Sections = ({ page }: PartProps) => (
  <>
    <Cameras page={page} />
    <RaceLines page={page} />
    <Front page={page} />
    <Refusals page={page} />
  </>
);

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** The place of a camera in the order of the table: those that are left, then the last to go. */
const ranked = ({ candidates, goal }: ChoicePage): readonly number[] => {
  const sign = goal === 'maximise' ? 1 : -1;
  const isLeft = (at: number): boolean =>
    !['eliminated', 'dropped'].includes(candidates[at]!.status);
  return [...candidates.keys()].toSorted(
    (a, b) =>
      Number(isLeft(b)) - Number(isLeft(a)) ||
      candidates[b]!.pictures - candidates[a]!.pictures ||
      sign * (candidates[b]!.score - candidates[a]!.score) ||
      a - b,
  );
};

const STATUS: Readonly<Record<string, string>> = {
  best: 'best',
  alike: 'cannot be told apart',
  front: 'on the front',
  eliminated: 'beaten',
  dropped: 'left by halving',
};

function Cameras({ page }: PartProps) {
  const order = ranked(page).slice(0, MOST_ROWS);
  const { candidates, front, columns } = page;
  const ends = order.flatMap((at) => candidates[at]!.interval ?? [candidates[at]!.score]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return (
    <Part
      title="Cameras"
      about={`Scores with their own 95 % intervals; the score of the best is optimistic, because it was picked.${candidates.length > MOST_ROWS ? ` The first ${MOST_ROWS} of ${candidates.length}; candidates.csv has all.` : ''}`}
    >
      <NamedTable
        label="Cameras with their scores"
        className="scores"
        headings={['camera', page.figure, 'interval', 'pictures', 'status', ...front]}
        rows={order.map((at) => {
          const { name, score, interval, pictures, status, by } = candidates[at]!;
          return {
            name,
            cells: [
              <>
                {short(score)}
                {interval && (
                  <small>
                    {short(interval[0])} to {short(interval[1])}
                  </small>
                )}
              </>,
              <IntervalBar key="bar" score={score} interval={interval} range={[low, high]} />,
              pictures,
              <>
                <span className={by === null ? undefined : 'gone'}>{STATUS[status] ?? status}</span>
                {by !== null && <small>by {by}</small>}
              </>,
              ...front.map((_, column) => short(columns[at]![column]!)),
            ],
          };
        })}
      />
    </Part>
  );
}

/** Scores over pictures, a line for each camera up to where it went. */
function RaceLines({ page }: PartProps) {
  const { looks, trails, candidates } = page;
  const shown = ranked(page).slice(0, MOST_LINES);
  const lines = shown.map((at) => ({
    name: candidates[at]!.name,
    isLeft: !['eliminated', 'dropped'].includes(candidates[at]!.status),
    points: trails.flatMap((trail, look) => {
      const found = trail.find(([camera]) => camera === at);
      return found ? [[looks[look]!.pictures, found[1]] as const] : [];
    }),
  }));
  const values = lines.flatMap(({ points }) => points.map(([, score]) => score));
  if (looks.length < 2 || values.length === 0) return <Looks page={page} />;
  const drawing = plot({
    description: `The race: ${page.figure} over pictures`,
    width: 720,
    height: 320,
    look: PAGE_LOOK,
    x: { title: 'pictures', ...axisOver([0, ...looks.map(({ pictures }) => pictures)]) },
    y: { title: page.figure, ...axisOver(values, { padding: 0.05 }) },
    // Those that are left lie on top.
    series: lines.toReversed().map(({ points, isLeft }) => ({
      points,
      colour: isLeft ? 'var(--accent)' : 'var(--line)',
      width: isLeft ? 2 : 1,
    })),
    marks: ({ x, top, bottom }) =>
      looks.map(({ pictures }): Drawn =>
        drawn('line', {
          ...{ x1: x(pictures), x2: x(pictures), y1: top, y2: bottom },
          ...{ stroke: 'var(--line)', 'stroke-dasharray': '2 4' },
        }),
      ),
  });
  return (
    <>
      <Part title="The race">
        <Figure
          title={`${page.figure} at each look`}
          drawing={drawing}
          caption="Lines in colour are left; the others end where they were beaten."
        />
      </Part>
      <Looks page={page} />
    </>
  );
}

const MOST_NAMES = 5;

/** Looks as a table, with who went. */
const Looks = ({ page: { looks } }: PartProps) => (
  <Part title="Looks">
    <NamedTable
      label="Looks of the race"
      headings={['look', 'pictures', 'leader', 'beaten']}
      rows={looks.map(({ pictures, leader, eliminated }, at) => ({
        name: String(at + 1),
        cells: [
          pictures,
          leader,
          eliminated.length === 0
            ? '—'
            : `${eliminated
                .slice(0, MOST_NAMES)
                .map(
                  ({ candidate, by, difference }) => `${candidate} (${short(difference)} to ${by})`,
                )
                .join(
                  ', ',
                )}${eliminated.length > MOST_NAMES ? ` and ${eliminated.length - MOST_NAMES} others` : ''}`,
        ],
      }))}
    />
  </Part>
);

/** Score against each column of the front. */
function Front({ page }: PartProps) {
  const { front, columns, candidates, figure } = page;
  const isOn = (at: number): boolean => ['best', 'front'].includes(candidates[at]!.status);
  return (
    front.length > 0 && (
      <Part title="Front" about="Cameras that no other beats without being dearer or larger.">
        {front.map((column, place) => {
          const points = candidates.map(({ score }, at) => [columns[at]![place]!, score] as const);
          const on = [...candidates.keys()].filter(isOn);
          return (
            <Figure
              key={column}
              title={`${figure} against ${column}`}
              drawing={plot({
                description: `${figure} against ${column}`,
                width: 480,
                height: 300,
                look: PAGE_LOOK,
                x: {
                  title: column,
                  ...axisOver(
                    points.map(([x]) => x),
                    { padding: 0.05 },
                  ),
                },
                y: {
                  title: figure,
                  ...axisOver(
                    points.map(([, y]) => y),
                    { padding: 0.05 },
                  ),
                },
                series: [
                  {
                    points: points.filter((_, at) => !isOn(at)),
                    shape: 'points',
                    colour: 'var(--line)',
                    width: 6,
                  },
                  {
                    points: on.map((at) => points[at]!),
                    shape: 'points',
                    colour: 'var(--accent)',
                    width: 8,
                  },
                ],
                marks: ({ x, y }) =>
                  on.flatMap((at): readonly Drawn[] => {
                    const { interval } = candidates[at]!;
                    const [value] = points[at]!;
                    return interval
                      ? [
                          drawn('line', {
                            ...{
                              x1: x(value),
                              x2: x(value),
                              y1: y(interval[0]),
                              y2: y(interval[1]),
                            },
                            stroke: 'var(--accent)',
                          }),
                        ]
                      : [];
                  }),
              })}
            />
          );
        })}
      </Part>
    )
  );
}

const Refusals = ({ page: { reasons, broken } }: PartProps) => (
  <>
    {reasons.length > 0 && (
      <Part title="Refused without a run">
        <NamedTable
          label="Why cameras were refused"
          headings={['requirement', 'cameras', 'such as']}
          rows={reasons.map(({ requirement, count, name, message }) => ({
            name: requirement,
            cells: [count.toLocaleString('en-US'), `${name}: ${message}.`],
          }))}
        />
      </Part>
    )}
    {broken.length > 0 && (
      <Part title="Without a score">
        <Sentences all={broken.map(({ name, message }) => `${name}: ${message}`)} />
      </Part>
    )}
  </>
);
