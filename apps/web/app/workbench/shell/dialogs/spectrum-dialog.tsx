import { WAVELENGTHS } from '@lumenloom/engine/catalogue';
import {
  memo,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { spectrumColours } from '../../../ui/mark/spectrum-colours.ts';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { pastedRows, type PastedRow } from './pasted-numbers.ts';
import {
  editCell,
  hasNumber,
  leaveCell,
  spectrumRows,
  type SpectrumColumn,
  type SpectrumRow,
} from './spectrum-rows.ts';
import styles from './spectrum-dialog.module.css';
import { typedProblems, type TypedProblems } from '../../kit/dialog/tools.ts';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';

interface SpectrumDialogProps {
  /** One per band, in units of 10^20. */
  readonly photons: readonly number[];
  /** Row that has the focus when the dialog opens. */
  readonly focusedBand: number;
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
  readonly isFocused: boolean;
  /** Its numbers are wrong. */
  readonly isWrong: boolean;
  readonly onEdit: (band: number, column: SpectrumColumn, text: string) => void;
  readonly onLeave: (band: number) => void;
}

const Row = memo(function Row({ row, band, isFocused, isWrong, onEdit, onLeave }: RowProps) {
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
            data-autofocus={(isFocused && index === 0) || undefined}
            aria-invalid={isWrong || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => onEdit(band, column, event.currentTarget.value)}
            onBlur={() => onLeave(band)}
          />
        </td>
      ))}
    </tr>
  );
});

/**
 * The rows with pasted texts in them, from a column on; text that is not a number is treated as if
 * it had been typed.
 */
const withPasted = (
  rows: readonly SpectrumRow[],
  pasted: readonly PastedRow[],
  column: number,
): readonly SpectrumRow[] =>
  rows.map((row, band) => {
    const cells = pasted.find((candidate) => candidate.band === band)?.cells ?? [];
    const edited = columns
      .slice(column)
      .reduce(
        (before, name, at) =>
          cells[at] === undefined ? before : editCell(before, name, cells[at], band),
        row,
      );
    return edited === row ? row : leaveCell(edited, band);
  });

/** What is wrong with the rows, by band. */
function problemsOf(rows: readonly SpectrumRow[]): TypedProblems {
  const wrong = typedProblems(
    'illuminantCustomPhotons',
    rows.map(({ photons }) => photons),
  );
  const blank = rows.flatMap((row, band) => (hasNumber(row) ? [] : [[band, NO_NUMBER] as const]));
  return { ...wrong, ...Object.fromEntries(blank) };
}
const NO_NUMBER = 'Type a number.';

/** What is wrong with the first wrong row; undefined where none is. */
function firstOf(problems: TypedProblems): string | undefined {
  const [first] = Object.entries(problems);
  return first && `At ${WAVELENGTHS[Number(first[0])]} nm: ${first[1]}`;
}

/** Table of the custom illuminant: photons and energy per wavelength. */
export function SpectrumDialog({
  photons,
  focusedBand,
  defaults,
  onSubmit,
  onClose,
}: SpectrumDialogProps) {
  const [rows, setRows] = useState(() => spectrumRows(photons));
  const isDocked = use(DockedContext);
  const submit = useEffectEvent(() => onSubmit(rows.map((row) => row.photons)));
  useEffect(() => {
    if (isDocked) submit();
  }, [isDocked, rows]);
  const problems = use(ToolsContext) ? problemsOf(rows) : {};
  /** What the last paste did. */
  const [pasted, setPasted] = useState('');
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
  const onPaste = (event: ClipboardEvent<HTMLTableSectionElement>): void => {
    const { band, column } = (event.target as HTMLElement).dataset;
    const paste = pastedRows(event.clipboardData.getData('text'), Number(band));
    if (!paste || column === undefined) return;
    event.preventDefault();
    setRows((before) => withPasted(before, paste.rows, Number(column)));
    setPasted(
      `${paste.rows.length} rows pasted${paste.left > 0 ? `; ${paste.left} more do not fit` : ''}.`,
    );
  };
  return (
    <DialogFrame
      title="Custom Illuminant Spectrum"
      width={WIDTH}
      height={HEIGHT}
      isTyped={rows.some((row, band) => row.photons !== photons[band] || !hasNumber(row))}
      onClose={onClose}
      onSubmit={() => onSubmit(rows.map((row) => row.photons))}
      note={
        (firstOf(problems) ?? pasted) ||
        'Paste a column from a spreadsheet or a CSV file: it fills the rows downwards.'
      }
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
        <tbody onKeyDown={moveFocus} onPaste={onPaste}>
          {rows.map((row, band) => (
            <Row
              key={WAVELENGTHS[band]}
              row={row}
              band={band}
              isFocused={band === focusedBand}
              isWrong={problems[band] !== undefined}
              onEdit={onEdit}
              onLeave={onLeave}
            />
          ))}
        </tbody>
      </table>
    </DialogFrame>
  );
}
