import { lazy, Suspense, useId } from 'react';
import styles from './chart-card.module.css';
import { daysWithin, PERIODS, type DayCount, type Period } from './period.ts';

const LineChart = lazy(() => import('./line-chart.tsx'));

interface ChartCardProps {
  readonly title: string;
  readonly days: readonly DayCount[];
  readonly colour: string;
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
}

/** Counts over time as a line chart, and as a table for screen readers. */
export function ChartCard({ title, days, colour, period, onPeriod }: ChartCardProps) {
  const id = useId();
  // oxlint-disable-next-line react/purity -- a page that is open at midnight goes on with the new day
  const shown = daysWithin(days, period, new Date());
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.heading}>
        <h2 id={id}>{title}</h2>
        <select
          aria-label={`Period of ${title.toLowerCase()}`}
          value={period}
          onChange={({ target }) => onPeriod(target.value as Period)}
        >
          {Object.entries(PERIODS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.chart}>
        <Suspense>
          <LineChart
            label={title}
            description={`${title}, ${PERIODS[period].toLowerCase()}: ${total} in total`}
            days={shown}
            colour={colour}
          />
        </Suspense>
      </div>
      <div className="unseen">
        <table>
          <caption>
            {title}, {PERIODS[period].toLowerCase()}
          </caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ date, count }) => (
              <tr key={date}>
                <td>{date}</td>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
