import { useElementSize } from '@mantine/hooks';
import { domainOf, drawn, plot, type Drawn, type PlotArea, type Look } from '@lumenloom/plot';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Spectrum } from '../../api/get-illuminant.ts';
import { palette } from '../../palette.ts';
import { theme } from '../../theme.ts';
import { Drawing } from '@lumenloom/report';
import { wavelengthColour } from '../../ui/mark/spectrum-colours.ts';
import styles from './spectrum-plot.module.css';

interface SpectrumPlotProps {
  readonly spectrum: Spectrum;
  readonly title: string;
  /** 'Energy' with its unit. */
  readonly energyLabel: string;
}

/**
 * A number for an axis or a read-out: four figures, powers of ten where it is very large or small.
 */
function shortNumber(value: number): string {
  const size = Math.abs(value);
  return value !== 0 && (size >= 1e5 || size < 1e-3)
    ? value.toExponential(2).replace('e+', 'e')
    : String(Number(value.toPrecision(4)));
}

const { text, muted, line } = palette.workbench;
const look: Look = {
  text: muted,
  title: text,
  grid: line,
  axis: line,
  numberFont: theme.fontFamilyMonospace,
  fontSize: 12,
};

/** The area below the curve in the colours of the wavelengths. */
function spectralArea({ wave, energy }: Spectrum, { x, y, bottom }: PlotArea): Drawn[] {
  const [first, last] = [wave[0]!, wave.at(-1)!];
  const curve = wave.map((nanometres, i) => `L${x(nanometres)} ${y(energy[i]!)}`).join('');
  return [
    drawn(
      'linearGradient',
      { id: 'spectrum', gradientUnits: 'userSpaceOnUse', x1: x(first), x2: x(last) },
      ...wave.map((nanometres) =>
        drawn('stop', {
          offset: String((nanometres - first) / (last - first)),
          'stop-color': wavelengthColour(nanometres),
          'stop-opacity': 1 / 3,
        }),
      ),
    ),
    drawn('path', {
      fill: 'url(#spectrum)',
      d: `M${x(first)} ${bottom}${curve}L${x(last)} ${bottom}Z`,
    }),
  ];
}

/** Columns, one around each sample, in which the pointer reads it. */
const readers = (wave: Spectrum['wave'], { x, left, right, top, bottom }: PlotArea): Drawn[] =>
  wave.map((nanometres, sample) => {
    const [before, after] = [wave[sample - 1] ?? nanometres, wave[sample + 1] ?? nanometres];
    const from = Math.max(left, x((before + nanometres) / 2));
    const to = Math.min(right, x((nanometres + after) / 2));
    const column = { x: from, width: Math.max(1, to - from), y: top, height: bottom - top };
    return drawn('rect', { ...column, 'fill-opacity': 0, 'data-sample': sample });
  });

/** The sample that is read out. */
const reading = (nanometres: number, energy: number, { x, y }: PlotArea): Drawn =>
  drawn('circle', {
    cx: x(nanometres),
    cy: y(energy),
    r: 6,
    stroke: text,
    fill: wavelengthColour(nanometres),
  });

/**
 * Energy against wavelength, with the sample under the pointer read out; arrow keys go from sample
 * to sample.
 */
export function SpectrumPlot({
  spectrum: { wave, energy },
  title,
  energyLabel,
}: SpectrumPlotProps) {
  const { ref, width, height } = useElementSize();
  const [at, setAt] = useState<number>();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.min(
      Math.max((at ?? (step > 0 ? -1 : wave.length)) + step, 0),
      wave.length - 1,
    );
    setAt(index);
  };
  const points = wave.map((nanometres, i) => [nanometres, energy[i]!] as const);
  const svg = plot({
    description: `${title}: ${energyLabel} against wavelength (nm), ${wave.length} samples from ${wave[0]!} to ${wave.at(-1)!} nm; left and right arrow keys read them out.`,
    width,
    height,
    look,
    x: { title: 'Wavelength (nm)', domain: domainOf(wave), ticks: 7, hasGrid: true },
    y: { title: energyLabel, domain: domainOf(energy, { including: 0, isNice: true }) },
    series: [
      { points, colour: text },
      { points: points.filter((_, i) => i !== at), shape: 'points', colour: text, width: 5 },
    ],
    marks: (frame) => [
      ...spectralArea({ wave, energy }, frame),
      ...readers(wave, frame),
      ...(at === undefined ? [] : [reading(wave[at]!, energy[at]!, frame)]),
    ],
  });
  const onPointerMove = ({ target }: PointerEvent): void => {
    const sample = (target as SVGElement).dataset['sample'];
    if (sample !== undefined) setAt(Number(sample));
  };
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h1>{title}</h1>
        <output aria-live="polite">
          {at !== undefined && `${wave[at]!} nm  ${shortNumber(energy[at]!)}`}
        </output>
      </figcaption>
      <div className={styles.plot} ref={ref}>
        {width > 0 && (
          <Drawing
            drawn={svg}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setAt(undefined)}
          />
        )}
      </div>
    </figure>
  );
}
