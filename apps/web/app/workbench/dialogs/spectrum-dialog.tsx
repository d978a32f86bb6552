import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import { memo, useCallback, useState, type KeyboardEvent } from 'react';
import { spectrumColours } from '../../ui/mark/spectrum-colours.ts';
import { DialogFrame } from './dialog-frame.tsx';
import {
  editCell,
  leaveCell,
  spectrumRows,
  type SpectrumColumn,
  type SpectrumRow,
} from './spectrum-rows.ts';
import styles from './spectrum-dialog.module.css';

interface SpectrumDialogProps {
  /** One per band, in units of 10^20. */
  readonly photons: readonly number[];
  /** Values that the Defaults button restores. */
  readonly defaults: readonly number[];
  readonly onSubmit: (photons: readonly number[]) => void;
  readonly onClose: () => void;
}

const WIDTH = 650;
const HEIGHT = 900;
const colours = spectrumColours(WAVELENGTHS.length);

const columns: readonly SpectrumColumn[] = ['photons', 'energy'];
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys move the focus from cell to cell, as in a spreadsheet, and stop at the edges. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = steps[event.key];
  const { band, column } = (event.target as HTMLElement).dataset;
  if (
    !step ||
    band === undefined ||
    column === undefined ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.shiftKey
  )
    return;
  event.preventDefault();
  event.currentTarget
    .querySelector<HTMLInputElement>(
      `[data-band="${Number(band) + step[0]}"][data-column="${Number(column) + step[1]}"]`,
    )
    ?.focus();
}

interface RowProps {
  readonly row: SpectrumRow;
  readonly band: number;
  readonly onEdit: (band: number, column: SpectrumColumn, text: string) => void;
  readonly onLeave: (band: number) => void;
}

const Row = memo(function Row({ row, band, onEdit, onLeave }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span className={styles.colour} style={{ background: colours[band] }} />
        {WAVELENGTHS[band]}
      </th>
      {columns.map((column, index) => (
        <td key={column}>
          <input
            type="text"
            inputMode="decimal"
            value={column === 'photons' ? row.photonsText : row.energyText}
            aria-label={`${column === 'photons' ? 'Photons' : 'Energy'} at ${WAVELENGTHS[band]} nm`}
            data-band={band}
            data-column={index}
            data-autofocus={(band === 0 && index === 0) || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onEdit(band, column, event.currentTarget.value)}
            onBlur={() => onLeave(band)}
          />
        </td>
      ))}
    </tr>
  );
});

/** Table of the custom illuminant: photons and energy per wavelength. */
export function SpectrumDialog({ photons, defaults, onSubmit, onClose }: SpectrumDialogProps) {
  const [rows, setRows] = useState(() => spectrumRows(photons));
  const change = useCallback(
    (band: number, next: (row: SpectrumRow) => SpectrumRow) =>
      setRows((before) => before.map((row, at) => (at === band ? next(row) : row))),
    [],
  );
  const onEdit = useCallback(
    (band: number, column: SpectrumColumn, text: string) =>
      change(band, (row) => editCell(row, column, text, band)),
    [change],
  );
  // Cells show rounded numbers. A row that nobody edited keeps all its digits.
  const onLeave = useCallback(
    (band: number) => change(band, (row) => leaveCell(row, band)),
    [change],
  );
  return (
    <DialogFrame
      title="Custom Illuminant Spectrum"
      width={WIDTH}
      height={HEIGHT}
      onClose={onClose}
      onSubmit={() => onSubmit(rows.map((row) => row.photons))}
      onDefaults={() => setRows(spectrumRows(defaults))}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Wavelength (nm)</th>
            <th scope="col">
              Photons (10<sup>20</sup>)
            </th>
            <th scope="col">Energy (J)</th>
          </tr>
        </thead>
        <tbody onKeyDown={moveFocus}>
          {rows.map((row, band) => (
            <Row key={WAVELENGTHS[band]} row={row} band={band} onEdit={onEdit} onLeave={onLeave} />
          ))}
        </tbody>
      </table>
    </DialogFrame>
  );
}
