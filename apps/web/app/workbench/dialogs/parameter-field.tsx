import { VisuallyHidden } from '@mantine/core';
import type { MatrixField } from '@lumenloom/engine/catalogue';
import { entriesOf } from '@lumenloom/sweep/page';
import { IconRestore } from '@tabler/icons-react';
import { useId } from 'react';
import { IconButton } from '../../ui/icon-button/icon-button.tsx';
import { NumberSlider, Scrubbed } from '../live/scrub.tsx';
import { typedDefault, type TypedValue } from '../recipe/recipe.ts';
import { useSweepLabels } from '../sweep/choosing-fields.ts';
import { isChanged, type Cells, type TypedField } from './parameter-form.ts';
import styles from './parameter-field.module.css';

/** Units that the specification writes in labels. All other units are shown inside the field only. */
const writtenUnits: Readonly<Record<string, string>> = {
  '°': 'degrees',
  'e⁻': 'e',
  V: 'V',
  mV: 'mV',
  µm: 'µm',
  'µV/s': 'µV/s',
  '%': '%',
};

interface ParameterFieldProps {
  readonly field: TypedField;
  readonly value: TypedValue;
  readonly onChange: (value: TypedValue) => void;
  /** It has the focus when the dialog opens. */
  readonly isFirst?: boolean;
  /** Its dotted name in the recipe; a field without one cannot be varied by a sweep. */
  readonly path?: string | undefined;
}

function Matrix({
  field,
  value,
  onChange,
  isFirst,
  path,
  id,
  describedBy,
}: Pick<ParameterFieldProps, 'path'> & {
  readonly field: MatrixField;
  readonly value: Cells;
  readonly onChange: (value: Cells) => void;
  readonly isFirst: boolean;
  readonly id: string;
  readonly describedBy: string | undefined;
}) {
  const sweepLabels = useSweepLabels();
  const choosing = path === undefined ? undefined : sweepLabels;
  const paths = entriesOf(field, path ?? '').map((entry) => entry.path);
  const width = field.columns.length;
  return (
    <table className={styles.matrix} aria-describedby={describedBy}>
      <thead>
        <tr>
          <td />
          {field.columns.map((column, c) => (
            <th key={column} scope="col">
              <span
                className={styles.heading}
                {...choosing?.(paths.filter((_, at) => at % width === c))}
              >
                {column}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {field.rows.map((row, r) => (
          <tr key={row}>
            <th scope="row">
              <span
                className={styles.heading}
                {...choosing?.(paths.slice(r * width, (r + 1) * width))}
              >
                {row}
              </span>
            </th>
            {field.columns.map((column, c) => (
              <td key={column}>
                {choosing && (
                  <label
                    htmlFor={`${id}-${r}-${c}`}
                    className={styles.label}
                    {...choosing([paths[r * width + c]!])}
                  >
                    {row},{column}
                  </label>
                )}
                <input
                  id={`${id}-${r}-${c}`}
                  type="text"
                  inputMode="decimal"
                  className={styles.input}
                  value={value[r]?.[c]}
                  aria-label={`${field.label}, row ${row}, column ${column}`}
                  data-autofocus={(isFirst && r === 0 && c === 0) || undefined}
                  onChange={(event) => onChange(withCell(value, r, c, event.currentTarget.value))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const withCell = (cells: Cells, row: number, column: number, text: string): Cells =>
  cells.map((line, r) => (r === row ? line.map((cell, c) => (c === column ? text : cell)) : line));

function Reset({
  field,
  onReset,
}: {
  readonly field: TypedField;
  readonly onReset: (byDefault: TypedValue) => void;
}) {
  const byDefault = typedDefault(field);
  return (
    <span className={styles.reset}>
      <IconButton
        label={`Reset ${field.label}`}
        hint={`Default: ${String(byDefault)}`}
        icon={IconRestore}
        onClick={() => onReset(byDefault)}
      />
    </span>
  );
}

/** The label, which takes the field, or both numbers of a pair, into the sweep while one is put together. */
function Label({
  id,
  field,
  path,
}: Pick<ParameterFieldProps, 'field' | 'path'> & { readonly id: string }) {
  const written = field.kind === 'choice' ? undefined : writtenUnits[field.unit];
  const sweepLabels = useSweepLabels();
  const paths = path === undefined ? [] : entriesOf(field, path).map((entry) => entry.path);
  return (
    <label htmlFor={id} className={styles.label} {...(paths.length > 0 && sweepLabels?.(paths))}>
      {field.label}
      {written && <VisuallyHidden component="span"> ({written})</VisuallyHidden>}
    </label>
  );
}

/** One field with its label, its unit and a line of help. Any text can be typed; it is read on submit and checked by the server. A field that differs from its default is marked and can be reset. */
export function ParameterField(props: ParameterFieldProps) {
  const { field, value, onChange, isFirst = false, path } = props;
  const id = useId();
  const differs = isChanged(field, { [field.key]: value });
  const describedBy = field.help ? `${id}-help` : undefined;
  const isMatrix = field.kind === 'matrix';
  return (
    <div
      className={styles.field}
      data-changed={differs || undefined}
      // The focus comes here when the button that restores a matrix disappears.
      {...(isMatrix && { id, tabIndex: -1 })}
    >
      {!isMatrix && (
        <Scrubbed field={field} value={value} onChange={onChange}>
          <Label id={id} field={field} path={path} />
        </Scrubbed>
      )}
      {differs && (
        <Reset
          field={field}
          onReset={(byDefault) => {
            onChange(byDefault);
            // The button disappears; the focus stays with its field.
            document.getElementById(id)?.focus();
          }}
        />
      )}
      {isMatrix ? (
        <Matrix
          field={field}
          value={value as Cells}
          onChange={onChange}
          isFirst={isFirst}
          path={path}
          id={id}
          describedBy={describedBy}
        />
      ) : (
        <Control {...props} id={id} describedBy={describedBy} />
      )}
      {field.kind === 'number' && (
        <NumberSlider field={field} value={value as string} onChange={onChange} />
      )}
      {field.help && (
        <p id={`${id}-help`} className={styles.help}>
          {field.help}
        </p>
      )}
    </div>
  );
}

/** The list or the text field, with its unit inside. */
function Control({
  id,
  describedBy,
  field,
  value,
  onChange,
  isFirst,
}: Omit<ParameterFieldProps, 'path'> & {
  readonly id: string;
  readonly describedBy: string | undefined;
}) {
  const unit = field.kind === 'choice' ? '' : field.unit;
  const shared = {
    id,
    value: value as string,
    className: styles.input,
    'aria-describedby': describedBy,
    'data-autofocus': isFirst || undefined,
  };
  return (
    <span className={styles.control}>
      {field.kind === 'choice' ? (
        <select {...shared} onChange={(event) => onChange(event.currentTarget.value)}>
          {field.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type="text"
          inputMode="decimal"
          data-unit={unit || undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {unit && (
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      )}
    </span>
  );
}
