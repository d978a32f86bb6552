import { LinePlot } from '../../kit/figures/line-plot.tsx';
import { threeDigits } from '../../kit/figures/figures.ts';
import { valueAt, withValue } from './sensor-draft.ts';
import type { SlotProps } from './slot-props.ts';
import styles from './sensor-workspace.module.css';

/** Sizes that can be pressed, µm. */
const PRESSED = [0.7, 1, 1.4, 2.2, 3.4, 4.5, 6];

/** Other pixels on the same die; a press sets the size. */
export function PixelSizes({ model: { sizes }, draft: { sensor, conditions }, store }: SlotProps) {
  const x = sizes.map(({ micrometres }) => micrometres);
  const pitch = Number(valueAt(sensor, 'sensorParams.pixel_size') ?? 2.2);
  const [rows, columns] = ['rows', 'cols'].map((key) =>
    Number(valueAt(sensor, `sensorParams.${key}`)),
  ) as [number, number];
  const mark = { x: pitch, name: `${pitch} µm` };
  /** The die stays, the well grows with the area; noise that is in electrons stays. */
  const set = (size: (typeof sizes)[number]): void => {
    const fitting = (count: number): number =>
      2 * Math.floor((count * pitch) / size.micrometres / 2 + 1e-9);
    const changed = [
      ['pixel_size', size.micrometres],
      ['rows', fitting(rows)],
      ['cols', fitting(columns)],
      ['well_capacity', Math.round(size.well)],
    ] as const;
    const larger = (size.micrometres / pitch) ** 2;
    const inVolts = (['read_noise', 'dsnu', 'dark_voltage'] as const).flatMap((key) => {
      const value = valueAt(sensor, `sensorParams.${key}`);
      return typeof value === 'number'
        ? [[key, Number((value / larger).toPrecision(6))] as const]
        : [];
    });
    store.edit(
      [...changed, ...inVolts].reduce(
        (file, [key, value]) => withValue(file, `sensorParams.${key}`, value),
        sensor,
      ),
      `Pixel Size ${size.micrometres} µm on the same die`,
    );
  };
  return (
    <>
      <p>
        The die stays; well ∝ area, noise per pixel unchanged, f/{conditions.fNumber} without
        aberrations, 18 % grey at {conditions.lux[0]} lx.
      </p>
      <table className={styles.sizes} aria-label="Pixels on the same die">
        <thead>
          <tr>
            <th scope="col">Pixel</th>
            <th scope="col">MP</th>
            <th scope="col">MTF50, lp/mm</th>
            <th scope="col">SNR, dB</th>
          </tr>
        </thead>
        <tbody>
          {sizes
            .filter(({ micrometres }) => PRESSED.includes(micrometres))
            .map((size) => (
              <tr key={size.micrometres} data-now={size.micrometres === pitch || undefined}>
                <th scope="row">
                  <button type="button" onClick={() => set(size)}>
                    {size.micrometres} µm
                  </button>
                </th>
                <td>{threeDigits(size.megapixels)}</td>
                <td>{threeDigits(size.mtf50)}</td>
                <td>{threeDigits(size.snrDb)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <LinePlot
        title="MTF50 of lens and pixel"
        xLabel="pixel, µm"
        yLabel="lp/mm"
        curves={[{ name: '', x, y: sizes.map(({ mtf50 }) => mtf50) }]}
        mark={mark}
      />
      <LinePlot
        title="SNR at 18 % grey"
        xLabel="pixel, µm"
        yLabel="dB"
        curves={[{ name: '', x, y: sizes.map(({ snrDb }) => snrDb) }]}
        mark={mark}
      />
    </>
  );
}
