import {
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ChartOptions,
  type ScriptableContext,
} from 'chart.js';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Line } from 'react-chartjs-2';
import type { Spectrum } from '../../api/get-illuminant.ts';
import { palette } from '../../palette.ts';
import { theme } from '../../theme.ts';
import { wavelengthColour } from '../../ui/mark/spectrum-colours.ts';
import styles from './spectrum-plot.module.css';

Chart.register(CategoryScale, Filler, LinearScale, LineController, LineElement, PointElement);

interface SpectrumPlotProps {
  readonly spectrum: Spectrum;
  readonly title: string;
  /** 'Energy' with its unit. */
  readonly energyLabel: string;
}

/** A number for an axis or a read-out: four figures, powers of ten where it is very large or small. */
function shortNumber(value: number): string {
  const size = Math.abs(value);
  return value !== 0 && (size >= 1e5 || size < 1e-3)
    ? value.toExponential(2).replace('e+', 'e')
    : String(Number(value.toPrecision(4)));
}

const { text, muted } = palette.workbench;
const figures = { family: theme.fontFamilyMonospace ?? 'monospace', size: 12 };

/** Fills the area under the curve with the colour of each wavelength. */
function spectralGradient({
  chart: { ctx, chartArea, data },
}: ScriptableContext<'line'>): CanvasGradient | undefined {
  // Chart.js calls this once before the chart has an area.
  if (!(chartArea as typeof chartArea | undefined)) return undefined;
  const gradient = ctx.createLinearGradient(chartArea.left, 0, chartArea.right, 0);
  const wavelengths = data.labels as number[];
  wavelengths.forEach((nanometres, index) => {
    gradient.addColorStop(index / (wavelengths.length - 1), `${wavelengthColour(nanometres)}55`);
  });
  return gradient;
}

const optionsFor = (
  energyLabel: string,
  onRead: (index: number | undefined) => void,
): ChartOptions<'line'> => ({
  animation: false,
  maintainAspectRatio: false,
  interaction: { mode: 'index', intersect: false },
  onHover: (_event, active) => {
    onRead(active[0]?.index);
  },
  scales: {
    x: {
      title: { display: true, text: 'Wavelength (nm)', color: text },
      ticks: { color: muted, font: figures, maxTicksLimit: 7, maxRotation: 0 },
      grid: { color: palette.workbench.line },
    },
    y: {
      beginAtZero: true,
      title: { display: true, text: energyLabel, color: text },
      ticks: { color: muted, font: figures, callback: (value) => shortNumber(Number(value)) },
      grid: { color: palette.workbench.line },
    },
  },
});

/** Energy against wavelength, with the sample under the pointer read out; arrow keys go from sample to sample. */
export function SpectrumPlot({
  spectrum: { wave, energy },
  title,
  energyLabel,
}: SpectrumPlotProps) {
  const chart = useRef<Chart<'line'>>(null);
  const [at, setAt] = useState<number>();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.min(
      Math.max((at ?? (step > 0 ? -1 : wave.length)) + step, 0),
      wave.length - 1,
    );
    chart.current?.setActiveElements([{ datasetIndex: 0, index }]);
    chart.current?.update();
    setAt(index);
  };
  // Memoised: a new object would redraw the curve at every move of the pointer.
  const data = useMemo(
    () => ({
      labels: [...wave],
      datasets: [
        {
          data: [...energy],
          fill: true,
          backgroundColor: spectralGradient,
          borderColor: text,
          borderWidth: 1.5,
          pointRadius: 2,
          pointBackgroundColor: text,
          pointHoverRadius: 5,
          pointHoverBackgroundColor: wave.map(wavelengthColour),
        },
      ],
    }),
    [wave, energy],
  );
  const options = useMemo(() => optionsFor(energyLabel, setAt), [energyLabel]);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h1>{title}</h1>
        <output aria-live="polite">
          {at !== undefined && `${wave[at]!} nm  ${shortNumber(energy[at]!)}`}
        </output>
      </figcaption>
      <div className={styles.plot}>
        <Line
          ref={chart}
          data={data}
          options={options}
          role="img"
          aria-label={`${title}: ${energyLabel} against wavelength (nm), ${wave.length} samples from ${wave[0]!} to ${wave.at(-1)!} nm; left and right arrow keys read them out.`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setAt(undefined)}
        />
      </div>
    </figure>
  );
}
