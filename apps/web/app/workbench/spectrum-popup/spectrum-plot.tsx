import { useElementSize } from '@mantine/hooks';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Spectrum } from '../../api/get-illuminant.ts';
import { wavelengthColour } from '../../ui/mark/spectrum-colours.ts';
import { shortNumber, ticksTo } from './ticks.ts';
import styles from './spectrum-plot.module.css';

interface SpectrumPlotProps {
  readonly spectrum: Spectrum;
  readonly title: string;
  /** 'Energy' with its unit. */
  readonly energyLabel: string;
}

/** Room for the labels of the axes, px. */
const MARGIN = { top: 16, right: 24, bottom: 64, left: 80 } as const;
/** Height of the strip of colours under the wavelength axis, px. */
const COLOURS = 6;
const WAVELENGTH_STEP = 50;

/** Energy against wavelength, with the sample under the pointer read out; arrow keys go from sample to sample. */
export function SpectrumPlot({ spectrum: { wave, energy }, title, energyLabel }: SpectrumPlotProps) {
  const id = useId();
  const { ref, width, height } = useElementSize();
  const [at, setAt] = useState<number>();
  const first = wave[0]!;
  const last = wave.at(-1)!;
  const energyTicks = ticksTo(Math.max(...energy));
  const wavelengthTicks = wave.filter((nanometres) => nanometres % WAVELENGTH_STEP === 0);
  const right = Math.max(width - MARGIN.right, MARGIN.left + 1);
  const bottom = Math.max(height - MARGIN.bottom, MARGIN.top + 1);
  const x = (nanometres: number): number => MARGIN.left + ((nanometres - first) / (last - first)) * (right - MARGIN.left);
  const y = (value: number): number => bottom - (value / energyTicks.at(-1)!) * (bottom - MARGIN.top);
  const curve = wave.map((nanometres, index) => `${x(nanometres).toFixed(1)} ${y(energy[index]!).toFixed(1)}`).join('L');
  const read = at === undefined ? undefined : { nanometres: wave[at]!, value: energy[at]! };

  const onPointerMove = (event: PointerEvent<SVGSVGElement>): void => {
    const share = (event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left) / (right - MARGIN.left);
    setAt(Math.round(Math.min(Math.max(share, 0), 1) * (wave.length - 1)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((before) => Math.min(Math.max((before ?? (step > 0 ? -1 : wave.length)) + step, 0), wave.length - 1));
  };

  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h1>{title}</h1>
        <output aria-live="polite">{read && `${read.nanometres} nm  ${shortNumber(read.value)}`}</output>
      </figcaption>
      <div ref={ref} className={styles.plot}>
        {width > 0 && (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${title}: ${energyLabel} against wavelength (nm), ${wave.length} samples from ${first} to ${last} nm; left and right arrow keys read them out.`}
            tabIndex={0}
            onPointerMove={onPointerMove}
            onPointerLeave={() => setAt(undefined)}
            onKeyDown={onKeyDown}
          >
            <defs>
              <linearGradient id={`${id}-colours`} x1={MARGIN.left} x2={right} gradientUnits="userSpaceOnUse">
                {wave.map((nanometres) => <stop key={nanometres} offset={(nanometres - first) / (last - first)} stopColor={wavelengthColour(nanometres)} />)}
              </linearGradient>
            </defs>
            {energyTicks.map((tick) => (
              <g key={tick}>
                <path className={styles.grid} d={`M${MARGIN.left} ${y(tick)}H${right}`} />
                <text className={styles.figures} x={MARGIN.left - 12} y={y(tick)} dy="0.35em" textAnchor="end">{shortNumber(tick)}</text>
              </g>
            ))}
            {wavelengthTicks.map((tick) => (
              <g key={tick}>
                <path className={styles.grid} d={`M${x(tick)} ${MARGIN.top}V${bottom}`} />
                <text className={styles.figures} x={x(tick)} y={bottom + COLOURS + 18} textAnchor="middle">{tick}</text>
              </g>
            ))}
            <text className={styles.label} x={(MARGIN.left + right) / 2} y={height - 10} textAnchor="middle">Wavelength (nm)</text>
            <text className={styles.label} transform={`translate(18 ${(MARGIN.top + bottom) / 2}) rotate(-90)`} textAnchor="middle">{energyLabel}</text>
            <path d={`M${x(first)} ${bottom}L${curve}L${x(last)} ${bottom}Z`} fill={`url(#${id}-colours)`} opacity={0.22} />
            <rect x={MARGIN.left} y={bottom} width={right - MARGIN.left} height={COLOURS} fill={`url(#${id}-colours)`} />
            <path className={styles.curve} d={`M${curve}`} />
            {wave.map((nanometres, index) => <circle key={nanometres} className={styles.sample} cx={x(nanometres)} cy={y(energy[index]!)} r={2} />)}
            {read && (
              <g>
                <path className={styles.reader} d={`M${x(read.nanometres)} ${MARGIN.top}V${bottom}`} />
                <circle cx={x(read.nanometres)} cy={y(read.value)} r={5} fill={wavelengthColour(read.nanometres)} />
              </g>
            )}
          </svg>
        )}
      </div>
    </figure>
  );
}
