import { isClipped } from '../conditions.ts';
import type { SweepResults } from './results.ts';
import { mean, shown } from './statistics.ts';

/** Figures that are named; more are in the plots. */
const MOST_FIGURES = 3;

/** What each figure is at both ends of the one field that varies, before anybody reads a plot. */
export function SweepAnswer({ results }: { readonly results: SweepResults }) {
  const [path, another] = Object.keys(results.labels);
  if (path === undefined || another !== undefined) return null;
  const done = results.runs.filter(({ status }) => status === 'done');
  const values = done.flatMap(({ values: { [path]: value } }) =>
    typeof value === 'number' ? [value] : [],
  );
  const ends = [Math.min(...values), Math.max(...values)] as const;
  if (values.length < done.length || !(ends[0] < ends[1])) return null;
  const at = (name: string, end: number): number | undefined => {
    const figures = done.flatMap((run) => {
      const figure = run.figures[name];
      const isAtEnd = run.values[path] === end && !isClipped(run, name);
      return isAtEnd && typeof figure === 'number' ? [figure] : [];
    });
    return figures.length > 0 ? mean(figures) : undefined;
  };
  const changes = results.measure.flatMap((name) => {
    const [first, last] = ends.map((end) => at(name, end));
    if (first === undefined || last === undefined) return [];
    return [`${results.figureLabels[name] ?? name}: ${shown(first)} → ${shown(last)}`];
  });
  if (changes.length === 0) return null;
  return (
    <p>
      <b>
        From {shown(ends[0])} to {shown(ends[1])} ({results.labels[path]}):{' '}
        {changes.slice(0, MOST_FIGURES).join('; ')}.
      </b>
    </p>
  );
}
