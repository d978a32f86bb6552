import { useElementSize } from '@mantine/hooks';
import { domainOf, drawn, plot, type Look } from '@lumenloom/plot';
import { palette } from '../palette.ts';
import { Drawing } from '@lumenloom/report';
import styles from './chart-card.module.css';
import type { DayCount } from './period.ts';

/** Dates are days in UTC. */
const dayName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const look: Look = {
  text: palette.grey,
  title: palette.grey,
  grid: palette.line,
  axis: palette.line,
  font: '"Inter Variable", system-ui, sans-serif',
  fontSize: 12,
};
/** Most names of days on the axis, and the room that each takes, px. */
const [MOST_DAYS, DAY_WIDTH] = [10, 56];
/** Radius round a point in which the pointer reads it, px. */
const REACH = 8;

interface LineChartProps {
  /** Label of the line in the legend. */
  readonly label: string;
  /** Description of the chart for assistive technology. */
  readonly description: string;
  readonly days: readonly DayCount[];
  readonly colour: string;
}

/** Line chart of counts by day. Default export for React.lazy. */
export default function LineChart({ label, description, days, colour }: LineChartProps) {
  const { ref, width } = useElementSize();
  const names = days.map(({ date }) => dayName.format(new Date(date)));
  const points = days.map(({ count }, day) => [day, count] as const);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const step = Math.ceil(days.length / Math.max(1, Math.min(MOST_DAYS, width / DAY_WIDTH)));
  return (
    <div ref={ref} className={styles.drawing}>
      {width > 0 && (
        <Drawing
          drawn={plot({
            description,
            look,
            width,
            height: width / 2,
            x: {
              domain: [0, Math.max(1, days.length - 1)],
              ticks: names
                .map((name, value) => ({ value, label: name }))
                .filter((_, day) => day % step === 0),
            },
            // Counts are whole.
            y: { domain: domainOf([0, most], { isNice: true }), ticks: Math.min(5, most) },
            series: [{ name: label, colour, points, width: 2, tension: 0.3 }],
            names: 'row at the end',
            marks: ({ x, y }) =>
              points.flatMap(([day, count]) => [
                drawn('circle', { cx: x(day), cy: y(count), r: 3, fill: colour }),
                drawn(
                  'circle',
                  { cx: x(day), cy: y(count), r: REACH, 'fill-opacity': 0 },
                  drawn('title', {}, `${names[day]!}: ${count}`),
                ),
              ]),
          })}
        />
      )}
    </div>
  );
}
