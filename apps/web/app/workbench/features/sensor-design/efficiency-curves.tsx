import { Button } from '@mantine/core';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { drawn, plot, type Drawn } from '@lumenloom/plot';
import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { Drawing } from '@lumenloom/report';
import { look } from '../../kit/figures/line-plot.tsx';
import { FILTERS, roundedShare, smoothedAt, type Curves } from './sensor-draft.ts';
import styles from './sensor-workspace.module.css';

const WIDTH = 420;
const HEIGHT = 250;
/** Steps of the arrow keys, and with Shift. */
const [COARSE, FINE] = [0.01, 0.001];

/** Colours of the curves, as their filters look. */
const SHOWN: Readonly<Record<string, string>> = {
  red: '#ff6b6b',
  green: '#5fd068',
  blue: '#6ea8ff',
  cyan: '#4dd6d6',
  magenta: '#e07be0',
  yellow: '#e0d050',
  white: '#e6e6e6',
  infrared: '#b08a8a',
  [FILTERS.irCut]: '#c9a15a',
  [FILTERS.antiReflection]: '#9aa4b2',
};
const DASHED: readonly string[] = Object.values(FILTERS);

/** The curves, and where the bands and the values 0 and 1 are in the drawing, px. */
function drawCurves(
  curves: Curves,
  name: string,
  band: number,
): { readonly svg: Drawn; readonly bands: readonly number[]; readonly ends: readonly number[] } {
  let places: { readonly bands: readonly number[]; readonly ends: readonly number[] } = {
    bands: [],
    ends: [],
  };
  const svg = plot({
    description: `Quantum efficiency of ${Object.keys(curves).join(', ')}, electrons per photon against nm`,
    width: WIDTH,
    height: HEIGHT,
    look,
    names: 'beside',
    yTitle: 'above',
    x: { title: 'nm', domain: [395, 705], hasGrid: true },
    y: { title: 'electrons per photon', domain: [0, 1] },
    series: Object.entries(curves).flatMap(([colour, values]) => {
      const points = values.map((value, i) => [WAVELENGTHS[i]!, value] as const);
      const dashes = DASHED.includes(colour) ? '5 4' : undefined;
      const line = { colour: SHOWN[colour], points, name: colour, dashes };
      return colour === name
        ? [line, { points, colour: SHOWN[colour], shape: 'points' as const, width: 5 }]
        : [line];
    }),
    marks: ({ x, y, top, bottom }) => {
      places = { bands: WAVELENGTHS.map((nm) => x(nm)), ends: [y(0), y(1)] };
      return [
        drawn('path', { d: `M${x(WAVELENGTHS[band]!)} ${top}V${bottom}`, stroke: look.title }),
      ];
    },
  });
  return { svg, ...places };
}

/** A curve as it is drawn, and what a pointer and keys on the drawing do to it. */
function useDrawnCurve({
  curves,
  name,
  what,
  isBrush,
  onEdit,
}: {
  readonly curves: Curves;
  readonly name: string;
  /** Name of the steps in the history. */
  readonly what: string;
  readonly isBrush: boolean;
  readonly onEdit: (curve: readonly number[], what: string) => void;
}) {
  const [band, setBand] = useState(WAVELENGTHS.indexOf(550));
  const [dragged, setDragged] = useState<readonly number[]>();
  const curve = dragged ?? curves[name]!;
  const { svg, bands, ends } = drawCurves({ ...curves, [name]: curve }, name, band);
  const withBand = (at: number, share: number): readonly number[] =>
    curve.map((value, i) => (i === at ? roundedShare(share) : value));
  const drag = ({ currentTarget, clientX, clientY }: PointerEvent): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * WIDTH;
    const y = ((clientY - top) / height) * HEIGHT;
    const distances = bands.map((place) => Math.abs(place - x));
    const at = distances.indexOf(Math.min(...distances));
    setBand(at);
    const share = isBrush ? smoothedAt(curve, at) : (y - ends[0]!) / (ends[1]! - ends[0]!);
    // The brush smooths a band once as it passes it.
    if (!isBrush || !dragged || at !== band) setDragged(withBand(at, share));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? FINE : COARSE;
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (across !== undefined) setBand(Math.min(WAVELENGTHS.length - 1, Math.max(0, band + across)));
    else if (up !== undefined)
      onEdit(withBand(band, curve[band]! + up), `${what} at ${WAVELENGTHS[band]} nm`);
    else return;
    event.preventDefault();
  };
  return {
    svg,
    curve,
    band,
    handlers: {
      onKeyDown: onKey,
      onPointerDown: (event: PointerEvent): void => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      },
      onPointerMove: (event: PointerEvent): void => {
        if (dragged) drag(event);
      },
      onPointerUp: (): void => {
        if (dragged) onEdit(dragged, `${what}, ${isBrush ? 'smoothed' : 'drawn'}`);
        setDragged(undefined);
      },
      onPointerCancel: (): void => setDragged(undefined),
    },
  };
}

/** All curves; the points of one are dragged, smoothed, or moved by keys. */
export function EfficiencyCurves({
  lines: curves,
  name,
  channels,
  isFilter,
  onEdit,
}: {
  readonly lines: Curves;
  /** Name of the curve that is edited. */
  readonly name: string;
  /** The colours of the sensor. */
  readonly channels: readonly string[];
  /** Whether the curve is the transmission of what lies over all pixels. */
  readonly isFilter: boolean;
  readonly onEdit: (curve: readonly number[], what: string) => void;
}) {
  const [isBrush, setBrush] = useState(false);
  const what = `${isFilter ? 'Transmission' : 'QE'} of ${name}`;
  const { svg, curve, band, handlers } = useDrawnCurve({ curves, name, what, isBrush, onEdit });
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${isFilter ? 'Transmission' : 'Quantum efficiency'} of ${name} at ${WAVELENGTHS[band]} nm`}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={curve[band]}
        aria-describedby="efficiency-keys"
        className={styles.curves}
        {...handlers}
      >
        <Drawing drawn={svg} />
      </div>
      <p id="efficiency-keys">
        {name}, {WAVELENGTHS[band]} nm: <strong>{curve[band]!.toFixed(3)}</strong>. Drag, or ← → for
        the wavelength and ↑ ↓ for the value (Shift: fine). Paste or drop a CSV with the columns nm,
        {channels.join(',')}.
      </p>
      <SmoothingTools
        isBrush={isBrush}
        onBrush={setBrush}
        onSmooth={() =>
          onEdit(
            curve.map((_, at) => roundedShare(smoothedAt(curve, at))),
            `${what}, smoothed`,
          )
        }
      />
    </>
  );
}

/** Whether a drag smooths instead of drawing, and a button that smooths the whole curve. */
const SmoothingTools = ({
  isBrush,
  onBrush,
  onSmooth,
}: {
  readonly isBrush: boolean;
  readonly onBrush: (isBrush: boolean) => void;
  readonly onSmooth: () => void;
}) => (
  <div className={styles.tools}>
    <label>
      <input type="checkbox" checked={isBrush} onChange={({ target }) => onBrush(target.checked)} />
      Dragging smooths
    </label>
    <Button size="compact-xs" variant="default" onClick={onSmooth}>
      Smooth all of it
    </Button>
  </div>
);
