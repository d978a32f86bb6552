import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { drawn, plot } from '@lumenloom/plot';
import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { Drawing } from '@lumenloom/report';
import { look } from '../../kit/figures/line-plot.tsx';
import { curvesOfText, scaledCurves, withCurves, type Curves } from './sensor-draft.ts';
import type { SlotProps } from './slots.tsx';
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
};

const rounded = (share: number): number => Number(Math.min(1, Math.max(0, share)).toFixed(4));

/** The quantum efficiency of each colour: 31 points that are dragged, or moved by keys. */
export function EfficiencyEditor({ model, draft: { sensor }, store }: SlotProps) {
  const { channels } = model.mosaic;
  const curves: Curves = Object.fromEntries(
    channels.map((name, i) => [name, model.efficiency[i]!]),
  );
  const [chosen, setChosen] = useState<string>(model.first);
  const [band, setBand] = useState(WAVELENGTHS.indexOf(550));
  const [dragged, setDragged] = useState<readonly number[]>();
  const drawing = useRef<HTMLDivElement>(null);
  const name = channels.find((channel) => channel === chosen) ?? channels[0]!;
  const curve = dragged ?? curves[name]!;
  const shown: Curves = { ...curves, [name]: curve };

  const edit = (values: readonly number[], what: string): void => {
    setDragged(undefined);
    store.edit(withCurves(sensor, { ...curves, [name]: values }), what);
  };
  const withBand = (at: number, share: number): readonly number[] =>
    curve.map((value, i) => (i === at ? rounded(share) : value));
  const take = (text: string, from: string): void => {
    const read = curvesOfText(text, channels);
    if (typeof read === 'string') store.say(`${from}: ${read}`);
    else store.edit({ ...withCurves(sensor, {}), quantumEfficiency: read }, `QE of ${from}`);
  };
  /** The band and the value under the pointer. */
  const placeOf = (event: PointerEvent): readonly [number, number] => {
    const { left, top, width, height } = drawing.current!.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    const y = ((event.clientY - top) / height) * HEIGHT;
    const { bands, shares } = frame.current!;
    const at = bands.reduce(
      (best, one, i) => (Math.abs(one - x) < Math.abs(bands[best]! - x) ? i : best),
      0,
    );
    return [at, (y - shares[0]!) / (shares[1]! - shares[0]!)];
  };
  const frame = useRef<{ readonly bands: readonly number[]; readonly shares: readonly number[] }>(
    undefined,
  );
  const onKey = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? FINE : COARSE;
    const [across, up] = ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    }[event.key] ?? [0, 0]) as [number, number];
    if (across === 0 && up === 0) return;
    event.preventDefault();
    if (across !== 0) setBand(Math.min(WAVELENGTHS.length - 1, Math.max(0, band + across)));
    else edit(withBand(band, curve[band]! + up), `QE of ${name} at ${WAVELENGTHS[band]} nm`);
  };
  const svg = plot({
    description: `Quantum efficiency of ${channels.join(', ')}, electrons per photon against nm`,
    ...{ width: WIDTH, height: HEIGHT, look, names: 'beside', yTitle: 'above' },
    x: { title: 'nm', domain: [395, 705], hasGrid: true },
    y: { title: 'electrons per photon', domain: [0, 1] },
    series: Object.entries(shown).flatMap(([colour, values]) => {
      const points = values.map((value, i) => [WAVELENGTHS[i]!, value] as const);
      const line = { colour: SHOWN[colour], points, name: colour };
      return colour === name
        ? [line, { points, colour: SHOWN[colour], shape: 'points' as const, width: 5 }]
        : [line];
    }),
    marks: ({ x, y, top, bottom }) => {
      frame.current = { bands: WAVELENGTHS.map((nm) => x(nm)), shares: [y(0), y(1)] };
      return [
        drawn('path', { d: `M${x(WAVELENGTHS[band]!)} ${top}V${bottom}`, stroke: look.title }),
      ];
    },
  });
  return (
    <div
      className={styles.editor}
      onPaste={(event) => {
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        take(event.clipboardData.getData('text'), 'the clipboard');
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file?.name.endsWith('.csv')) return;
        event.preventDefault();
        event.stopPropagation();
        void file.text().then((text) => take(text, file.name));
      }}
    >
      <div className={styles.tools} role="radiogroup" aria-label="Curve that is edited">
        {channels.map((channel) => (
          <label key={channel}>
            <input
              type="radio"
              name="curve"
              checked={channel === name}
              onChange={() => setChosen(channel)}
            />
            {channel}
          </label>
        ))}
      </div>
      <div
        ref={drawing}
        role="slider"
        tabIndex={0}
        aria-label={`Quantum efficiency of ${name} at ${WAVELENGTHS[band]} nm`}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={curve[band]}
        aria-describedby="efficiency-keys"
        className={styles.curves}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const [at, share] = placeOf(event);
          setBand(at);
          setDragged(withBand(at, share));
        }}
        onPointerMove={(event) => {
          if (!dragged) return;
          const [at, share] = placeOf(event);
          setBand(at);
          setDragged(withBand(at, share));
        }}
        onPointerUp={() => {
          if (dragged) edit(dragged, `QE of ${name}, drawn`);
        }}
        onPointerCancel={() => setDragged(undefined)}
      >
        <Drawing drawn={svg} />
      </div>
      <p id="efficiency-keys">
        {name}, {WAVELENGTHS[band]} nm: <strong>{curve[band]!.toFixed(3)}</strong>. Drag, or ← → for
        the wavelength and ↑ ↓ for the value (Shift: fine). Paste or drop a CSV with the columns nm,
        {channels.join(',')}.
      </p>
      <Scaling
        name={name}
        onScale={(nm, value) =>
          store.edit(
            withCurves(sensor, scaledCurves(curves, name, nm, value)),
            `QE scaled to ${value} at ${nm} nm`,
          )
        }
        onSay={store.say}
      />
    </div>
  );
}

/** All curves times one factor, so that a value is met that is known. */
function Scaling({
  name,
  onScale,
  onSay,
}: {
  readonly name: string;
  readonly onScale: (nm: number, value: number) => void;
  readonly onSay: (note: string) => void;
}) {
  const [nm, setNm] = useState('525');
  const [value, setValue] = useState('');
  const [from, to] = [WAVELENGTHS[0]!, WAVELENGTHS.at(-1)!];
  return (
    <form
      className={styles.tools}
      onSubmit={(event) => {
        event.preventDefault();
        const [at, share] = [Number(nm.replace(',', '.')), Number(value.replace(',', '.'))];
        if (!(at >= from && at <= to)) onSay(`The wavelength must be from ${from} to ${to} nm.`);
        else if (!(share > 0 && share <= 1)) onSay('The value must be above 0, at most 1.');
        else onScale(at, share);
      }}
    >
      Scale all: {name} at
      <input aria-label="Wavelength, nm" value={nm} onChange={(e) => setNm(e.target.value)} />
      nm is
      <input aria-label="Known value" value={value} onChange={(e) => setValue(e.target.value)} />
      <Button type="submit" size="compact-xs" variant="default">
        Scale
      </Button>
    </form>
  );
}
