import type { ReactNode } from 'react';
import type { ShownConditions } from './conditions.ts';
import { WideTable } from './figure.tsx';
import { shown } from './sweep/statistics.ts';

interface PairsProps {
  readonly results: {
    readonly labels: Readonly<Record<string, string>>;
    readonly figureLabels: Readonly<Record<string, string>>;
    readonly measure: readonly string[];
    readonly runs: readonly {
      readonly run: number;
      readonly status: string;
      readonly message: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly figures: Readonly<Record<string, number | null>>;
      readonly conditions?: ShownConditions | undefined;
    }[];
    /** What parts are called, by their names in a recipe. */
    readonly partNames?: Readonly<Record<string, string>> | undefined;
  };
}
type Pair = PairsProps['results']['runs'][number];

const PARTS = ['sensor', 'optics'];

/** Whether runs compare parts of a camera, and nothing else varies. */
export const arePairs = ({ labels }: Pick<PairsProps['results'], 'labels'>): boolean => {
  const keys = Object.keys(labels);
  return keys.length > 0 && keys.every((key) => PARTS.includes(key));
};

/** 'enough', or what is missing; '' without a task. */
const verdictOf = ({ conditions }: Pair): string => conditions?.verdict?.split(':')[0] ?? '';

/** Sensors and lenses beside each other, and whether each pair is enough for the task. */
export function Pairs({ results }: PairsProps) {
  const { labels, figureLabels, measure, partNames = {} } = results;
  const keys = Object.keys(labels);
  const nameOf = (value: unknown): string =>
    partNames[String(value)] ?? String(value).replace(/^published:/, '');
  const namesOf = ({ values }: Pair): string => keys.map((key) => nameOf(values[key])).join(' + ');
  // A search may come back to a pair.
  const runs = results.runs.filter(
    (run, at, all) => all.findIndex((other) => namesOf(other) === namesOf(run)) === at,
  );
  const judged = runs.filter((run) => verdictOf(run) !== '');
  const assumed = [...new Set(runs.flatMap(({ conditions }) => conditions?.assumed ?? []))];
  return (
    <section>
      {judged.length > 0 && <Answer judged={judged} namesOf={namesOf} />}
      <WideTable label="Compared parts" className="pairs">
        <thead>
          <tr>
            {[
              ...keys.map((key) => labels[key]!),
              'Verdict',
              ...measure.map((name) => figureLabels[name] ?? name),
              'Field, mm',
            ].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.run} className={run.status}>
              {keys.map((key) => (
                <th key={key} scope="row">
                  {nameOf(run.values[key])}
                </th>
              ))}
              <td>{run.status === 'failed' ? run.message : verdictOf(run)}</td>
              {measure.map((name) => (
                <td key={name}>{figureIn(run, name)}</td>
              ))}
              <td>{run.conditions?.fieldMm?.map((mm) => Number(mm.toPrecision(3))).join(' × ')}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      {assumed.length > 0 && (
        <p>
          <i>Italic</i>: computed with figures that no source gives and that are assumed:{' '}
          {assumed.join('; ')}.
        </p>
      )}
    </section>
  );
}

/** Digits beyond the third say nothing about a choice of parts. */
function figureIn({ figures, conditions }: Pair, name: string): ReactNode {
  const value = figures[name];
  if (typeof value !== 'number') return '–';
  const text = shown(Number(value.toPrecision(3)));
  return conditions?.assumed && name.startsWith('sensor.') ? <i>{text}</i> : text;
}

const snrOf = ({ figures }: Pair): number => figures['sensor.snrAtGrey18'] ?? -Infinity;

/** The question's answer in a sentence. */
function Answer({
  judged,
  namesOf,
}: {
  readonly judged: readonly Pair[];
  readonly namesOf: (run: Pair) => string;
}) {
  const enough = judged.filter((run) => verdictOf(run) === 'enough');
  const others = judged.filter((run) => !enough.includes(run));
  const best = enough.toSorted((one, other) => snrOf(other) - snrOf(one))[0];
  return (
    <p className="verdict">
      {enough.length > 0
        ? `Enough: ${enough.map(namesOf).join('; ')}.`
        : 'No pair is enough for the task.'}
      {best &&
        snrOf(best) > -Infinity &&
        ` Highest SNR at 18 % grey: ${namesOf(best)} (${snrOf(best).toFixed(1)} dB).`}
      {others.length > 0 &&
        ` Not enough: ${others.map((run) => `${namesOf(run)} (${verdictOf(run)})`).join('; ')}.`}
    </p>
  );
}
