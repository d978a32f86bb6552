import {
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineElement,
  PointElement,
  Tooltip,
  type ChartOptions,
} from 'chart.js';
import { Line } from 'react-chartjs-2';
import { palette } from '../palette.ts';
import type { DayCount } from './period.ts';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Legend, Tooltip);
Chart.defaults.font.family = '"Inter Variable", system-ui, sans-serif';
Chart.defaults.color = palette.grey;

/** Dates are days in UTC. */
const dayName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const options: ChartOptions<'line'> = {
  aspectRatio: 2,
  animation: false,
  plugins: {
    legend: { position: 'top', align: 'end', labels: { usePointStyle: true, pointStyle: 'line' } },
  },
  scales: {
    x: {
      ticks: { maxTicksLimit: 10, maxRotation: 0 },
      grid: { display: false },
      border: { color: palette.line },
    },
    y: {
      beginAtZero: true,
      ticks: { maxTicksLimit: 5, precision: 0 },
      grid: { color: palette.line },
      border: { display: false },
    },
  },
};

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
  return (
    <Line
      aria-label={description}
      options={options}
      data={{
        labels: days.map(({ date }) => dayName.format(new Date(date))),
        datasets: [
          {
            label,
            data: days.map(({ count }) => count),
            borderColor: colour,
            backgroundColor: colour,
            tension: 0.3,
            borderWidth: 2,
            pointRadius: 2,
          },
        ],
      }}
    />
  );
}
