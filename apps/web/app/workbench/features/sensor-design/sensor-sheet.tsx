import { Fragment, useState } from 'react';
import type { SensorTable } from '@lumenloom/browser-host';
import type { Failure } from '../../kit/design/failure.ts';
import { onSameDie } from '../../kit/dialog/same-die.ts';
import foldStyles from '../../kit/dialog/fold.module.css';
import { textOf, typedValue, valueAt, withQuantity, withValue } from './sensor-draft.ts';
import { FIELDS, FOLDS, type Fold, type SheetField } from './sensor-fields.ts';
import styles from './sensor-workspace.module.css';

interface SheetProps {
  readonly sensor: SensorTable;
  readonly failure: Failure | undefined;
  /** Rows and columns may follow the size of the pixels. */
  readonly offersDie: boolean;
  readonly onEdit: (sensor: SensorTable, name: string) => void;
}

const PITCH = 'sensorParams.pixel_size';
const COUNTS = { rows: 'sensorParams.rows', cols: 'sensorParams.cols' } as const;

/** The edited sensor with as many pixels as fit on the die of the sensor before. */
function keptDie(before: SensorTable, edited: SensorTable): SensorTable {
  const numberAt = (table: SensorTable, path: string): number => {
    const standard = FIELDS.find((field) => field.path === path)?.standard;
    return Number(valueAt(table, path) ?? standard);
  };
  const die = {
    micrometres: numberAt(before, PITCH),
    rows: numberAt(before, COUNTS.rows),
    cols: numberAt(before, COUNTS.cols),
  };
  const counts = onSameDie(die, numberAt(edited, PITCH));
  return counts
    ? withValue(withValue(edited, COUNTS.rows, counts.rows), COUNTS.cols, counts.cols)
    : edited;
}

/** Shares by which Alt with an arrow changes a number, and with Shift too. */
const [COARSE, FINE] = [0.01, 0.001];

/** All values of a sensor file, in folds. */
export function SensorSheet({ pattern, ...props }: SheetProps & { readonly pattern: string }) {
  return (
    <section className={styles.sheet} aria-label="The sensor">
      {FOLDS.map((fold) => (
        <SheetFold key={fold.name} fold={fold} pattern={pattern} {...props} />
      ))}
    </section>
  );
}

/** Whether a sentence is about a field, or about a part of what it holds. */
const isAt = (failure: Failure | undefined, path: string): boolean =>
  failure?.field !== undefined &&
  (failure.field === path || /^[.[]/.test(failure.field.slice(path.length))) &&
  failure.field.startsWith(path);

/** Whether a field of the sheet shows what is wrong. */
export const hasField = (failure: Failure | undefined): boolean =>
  FIELDS.some(({ path }) => isAt(failure, path));

function SheetFold({
  fold: { name, main, fields },
  pattern,
  sensor,
  failure,
  offersDie,
  onEdit,
}: SheetProps & { readonly fold: Fold; readonly pattern: string }) {
  const words = main.flatMap((path) => {
    if (path === 'pattern') return [pattern];
    const field = FIELDS.find((one) => one.path === path)!;
    const text = textOf(sensor, field);
    return text === '' ? [] : [field.unit ? `${text} ${field.unit}` : `${field.label} ${text}`];
  });
  const [isOpen, setOpen] = useState(name === 'Pixel');
  const [keepsDie, setKeepsDie] = useState(false);
  const isWrong = fields.some(({ path }) => isAt(failure, path));
  return (
    <details
      className={foldStyles.fold}
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {name}
        <span className={foldStyles.main}>{words.join(' · ')}</span>
      </summary>
      {fields.map((field) => (
        <Fragment key={field.path}>
          <FieldRow
            field={field}
            sensor={sensor}
            problem={isAt(failure, field.path) ? failure!.message : undefined}
            onEdit={(edited, change) =>
              keepsDie && field.path === PITCH
                ? onEdit(keptDie(sensor, edited), `${change} on the same die`)
                : onEdit(edited, change)
            }
          />
          {offersDie && field.path === PITCH && (
            <label className={styles.die}>
              <input
                type="checkbox"
                checked={keepsDie}
                onChange={({ target }) => setKeepsDie(target.checked)}
              />
              Keep the die
            </label>
          )}
        </Fragment>
      ))}
    </details>
  );
}

function FieldRow({
  field,
  sensor,
  problem,
  onEdit,
}: Omit<SheetProps, 'failure' | 'offersDie'> & {
  readonly field: SheetField;
  readonly problem: string | undefined;
}) {
  const { path, label, unit, kind, standard, help } = field;
  const text = textOf(sensor, field);
  const [typing, setTyping] = useState<string>();
  const take = (value: unknown): void => {
    const next = withQuantity(sensor, path, value);
    const shown = textOf(next, field);
    if (shown !== text) onEdit(next, `${label} ${shown || 'blank'}`);
  };
  const name = unit ? `${label}, ${unit}` : label;
  return (
    <div className={styles.field}>
      <label title={help}>
        <span>
          {label}
          {unit && <small> {unit}</small>}
        </span>
        {Array.isArray(kind) ? (
          <select
            aria-label={name}
            value={text}
            onChange={({ target }) => take(target.value || undefined)}
          >
            <option value="" />
            {(kind as readonly string[]).map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        ) : (
          <input
            aria-label={name}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `problem-${path}`}
            value={typing ?? text}
            placeholder={standard}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setTyping(target.value)}
            onBlur={() => {
              if (typing !== undefined) take(typedValue(field, typing));
              setTyping(undefined);
            }}
            onKeyDown={(event) => {
              const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
              const value = valueAt(sensor, path) ?? Number(standard);
              if (event.key === 'Enter') event.currentTarget.blur();
              else if (event.key === 'Escape') setTyping(undefined);
              else if (by !== undefined && event.altKey && typeof value === 'number') {
                event.preventDefault();
                take(Number((value * (1 + by * (event.shiftKey ? FINE : COARSE))).toPrecision(12)));
              }
            }}
          />
        )}
      </label>
      {problem !== undefined && (
        <p id={`problem-${path}`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
