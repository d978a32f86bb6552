import { IntervalBar } from '../interval-bar.tsx';
import { Head, NamedTable, Part } from '../frame.tsx';
import { Facts, Notes } from '../lists.tsx';
import type { YieldPage } from './results.ts';

interface PartProps {
  readonly page: YieldPage;
}

/** The page of a yield: the share, the tolerances, the loosest ones, the worst cameras. */
export const YieldReport = ({ page }: PartProps) => (
  <main className="choice">
    <Head name={page.name} about={page.about} notes={page.notes}>
      <p className="verdict">{page.sentence}</p>
    </Head>
    <Sections page={page} />
  </main>
);

/** The same in another page. */
export const YieldSections = ({ page }: PartProps) => (
  <div className="choice">
    <p className="verdict">{page.sentence}</p>
    <Notes notes={page.notes} />
    <Sections page={page} />
  </div>
);

const short = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toPrecision(4)));

const Sections = ({ page }: PartProps) => (
  <>
    <Sensitivities page={page} />
    {page.loosen && (
      <Part title="Loosest tolerances" about={page.loosen.sentence}>
        <Facts facts={page.loosen.tolerances} />
      </Part>
    )}
    <Worst page={page} />
  </>
);

/** The score at both ends of each tolerance, that with most of the spread first. */
function Sensitivities({ page: { sensitivities, nominal: designed, limit } }: PartProps) {
  const { value: nominal, interval } = designed;
  const ends = sensitivities.flatMap(({ minus, plus }) => [minus ?? nominal, plus ?? nominal]);
  const range = [Math.min(limit, ...ends), Math.max(limit, ...ends)] as const;
  const ordered = sensitivities.toSorted((a, b) => b.share - a.share);
  return (
    <Part
      title="Tolerances"
      about={`The score of the camera as designed is ${short(nominal)}${interval ? ` (${short(interval[0])} to ${short(interval[1])} over the pictures, 95 %)` : ''}, the limit ${short(limit)}; each tolerance alone, at both ends.`}
    >
      <NamedTable
        label="Tolerances with their scores"
        headings={['tolerance', 'at -1', 'at +1', 'range', 'share of the spread']}
        rows={ordered.map(({ name, minus, plus, share }) => {
          const [one, other] = [minus ?? nominal, plus ?? nominal];
          return {
            name,
            cells: [
              short(minus),
              short(plus),
              <IntervalBar
                key="bar"
                score={nominal}
                interval={[Math.min(one, other), Math.max(one, other)]}
                range={range}
              />,
              `${(100 * share).toFixed(0)} %`,
            ],
          };
        })}
      />
    </Part>
  );
}

/** Cameras that are looked at first where the yield is too low. */
function Worst({ page: { worst } }: PartProps) {
  const names = Object.keys(worst[0]?.values ?? {});
  return (
    worst.length > 0 && (
      <Part title="Worst cameras">
        <NamedTable
          label="The worst cameras that were run"
          headings={['score', ...names]}
          rows={worst.map(({ value, values }) => ({
            name: short(value),
            cells: names.map((name) => short(values[name]!)),
          }))}
        />
      </Part>
    )
  );
}
