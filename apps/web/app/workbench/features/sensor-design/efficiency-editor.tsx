import { Button } from '@mantine/core';
import { useState } from 'react';
import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { EfficiencyCurves } from './efficiency-curves.tsx';
import { curvesOfText, scaledCurves, withCurves, type Curves } from './sensor-draft.ts';
import type { SlotProps } from './slot-props.ts';
import styles from './sensor-workspace.module.css';

/** The quantum efficiency of each colour: drawn, pasted, dropped or scaled. */
export function EfficiencyEditor({ model, draft: { sensor }, store }: SlotProps) {
  const { channels } = model.mosaic;
  const curves: Curves = Object.fromEntries(
    channels.map((name, i) => [name, model.efficiency[i]!]),
  );
  const [chosen, setChosen] = useState<string>(model.first);
  const name = channels.find((channel) => channel === chosen) ?? channels[0]!;
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
      <EfficiencyCurves
        curves={curves}
        name={name}
        onEdit={(values, what) =>
          store.edit(withCurves(sensor, { ...curves, [name]: values }), what)
        }
      />
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
