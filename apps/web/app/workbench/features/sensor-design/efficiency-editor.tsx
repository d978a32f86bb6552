import { Button } from '@mantine/core';
import { useState } from 'react';
import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { EfficiencyCurves } from './efficiency-curves.tsx';
import {
  bellCurve,
  curvesOfText,
  filterCurve,
  FILTERS,
  scaledCurves,
  withCurves,
  withFilter,
  withValue,
  type Curves,
  type FilterField,
} from './sensor-draft.ts';
import type { SlotProps } from './slot-props.ts';
import styles from './sensor-workspace.module.css';

const FILTER_FIELDS = Object.keys(FILTERS) as readonly FilterField[];

/** The quantum efficiency of each colour, and what lies over all of them: drawn or given. */
export function EfficiencyEditor({ model, bare, draft: { sensor }, store }: SlotProps) {
  const { channels } = model.mosaic;
  const [chosen, setChosen] = useState<string>(model.first);
  const lines: Curves = {
    ...bare,
    ...Object.fromEntries(
      FILTER_FIELDS.flatMap((field) => {
        const curve = filterCurve(sensor, field);
        if (curve) return [[FILTERS[field], curve]];
        return chosen === FILTERS[field] ? [[chosen, WAVELENGTHS.map(() => 1)]] : [];
      }),
    ),
  };
  const name = lines[chosen] ? chosen : channels[0]!;
  const field = FILTER_FIELDS.find((one) => FILTERS[one] === name);
  const edit = (values: readonly number[], what: string): void =>
    store.edit(
      field ? withFilter(sensor, field, values) : withCurves(sensor, { ...bare, [name]: values }),
      what,
    );
  const take = (text: string, from: string): void => {
    const read = curvesOfText(text, channels);
    if (typeof read === 'string') store.say(`${from}: ${read}`);
    else store.edit({ ...withCurves(sensor, {}), quantumEfficiency: read }, `QE of ${from}`);
  };
  return (
    <div
      onPaste={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.type === 'text') return;
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
      <CurveChoice
        lines={[...channels, ...Object.values(FILTERS)]}
        chosen={name}
        onChoose={setChosen}
      />
      <EfficiencyCurves
        lines={lines}
        name={name}
        channels={channels}
        isFilter={field !== undefined}
        onEdit={edit}
      />
      {field ? (
        sensor[field] !== undefined && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => store.edit(withValue(sensor, field, undefined), `no ${name}`)}
          >
            Remove the {name}
          </Button>
        )
      ) : (
        <>
          <Bell name={name} onBell={edit} onSay={store.say} />
          <Scaling
            name={name}
            onScale={(nm, value) =>
              store.edit(
                withCurves(sensor, scaledCurves(bare, name, nm, value)),
                `QE scaled to ${value} at ${nm} nm`,
              )
            }
            onSay={store.say}
          />
        </>
      )}
    </div>
  );
}

/** Which of the lines is edited. */
const CurveChoice = ({
  lines,
  chosen,
  onChoose,
}: {
  readonly lines: readonly string[];
  readonly chosen: string;
  readonly onChoose: (line: string) => void;
}) => (
  <div className={styles.tools} role="radiogroup" aria-label="Curve that is edited">
    {lines.map((line) => (
      <label key={line}>
        <input
          type="radio"
          name="curve"
          checked={line === chosen}
          onChange={() => onChoose(line)}
        />
        {line}
      </label>
    ))}
  </div>
);

const numberOf = (text: string): number => Number(text.trim().replace(',', '.') || NaN);

/** A bell in place of a curve. */
function Bell({
  name,
  onBell,
  onSay,
}: {
  readonly name: string;
  readonly onBell: (values: readonly number[], what: string) => void;
  readonly onSay: (note: string) => void;
}) {
  const [centre, setCentre] = useState('550');
  const [width, setWidth] = useState('100');
  const [peak, setPeak] = useState('0.6');
  return (
    <form
      className={styles.tools}
      onSubmit={(event) => {
        event.preventDefault();
        const [nm, wide, share] = [centre, width, peak].map(numberOf) as [number, number, number];
        if (!(nm > 0 && wide > 0)) onSay('Middle and width must be above 0 nm.');
        else if (!(share > 0 && share <= 1)) onSay('The peak must be above 0, at most 1.');
        else onBell(bellCurve(nm, wide, share), `QE of ${name}: bell at ${nm} nm`);
      }}
    >
      Bell at
      <input
        aria-label="Middle of the bell, nm"
        value={centre}
        onChange={(e) => setCentre(e.target.value)}
      />
      nm, wide
      <input
        aria-label="Width of the bell at half its peak, nm"
        value={width}
        onChange={(e) => setWidth(e.target.value)}
      />
      nm, peak
      <input aria-label="Peak of the bell" value={peak} onChange={(e) => setPeak(e.target.value)} />
      <Button type="submit" size="compact-xs" variant="default">
        Set
      </Button>
    </form>
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
        const [at, share] = [numberOf(nm), numberOf(value)];
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
