import { VisuallyHidden } from '@mantine/core';
import type { MatrixField } from '@lumenloom/engine/catalogue';
import { useId, type ReactNode } from 'react';
import type { TypedValue } from '../recipe/recipe.ts';
import { cellName, type TypedField } from './parameter-form.ts';
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
  readonly isFirst?: boolean;
}

function Matrix({
  field,
  value,
  describedBy,
}: {
  readonly field: MatrixField;
  readonly value: readonly (readonly string[])[];
  readonly describedBy: string | undefined;
}) {
  return (
    <table className={styles.matrix} aria-describedby={describedBy}>
      <thead>
        <tr>
          <td />
          {field.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {field.rows.map((row, r) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {field.columns.map((column, c) => (
              <td key={column}>
                <input
                  type="text"
                  inputMode="decimal"
                  className={styles.input}
                  name={cellName(field.key, r, c)}
                  defaultValue={value[r]?.[c]}
                  aria-label={`${field.label}, row ${row}, column ${column}`}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One field with its label, its unit and a line of help. Any text can be typed; it is read on submit and checked by the server. */
export function ParameterField({ field, value, isFirst = false }: ParameterFieldProps) {
  const id = useId();
  const help = field.help && (
    <p id={`${id}-help`} className={styles.help}>
      {field.help}
    </p>
  );
  const describedBy = help ? `${id}-help` : undefined;
  if (field.kind === 'matrix') {
    return (
      <div>
        <Matrix
          field={field}
          value={value as readonly (readonly string[])[]}
          describedBy={describedBy}
        />
        {help}
      </div>
    );
  }
  const unit = field.kind === 'choice' ? '' : field.unit;
  const written = writtenUnits[unit];
  const shared = {
    id,
    name: field.key,
    defaultValue: value as string,
    'aria-describedby': describedBy,
    'data-autofocus': isFirst || undefined,
  };
  const control: ReactNode =
    field.kind === 'choice' ? (
      <select {...shared} className={styles.input}>
        {field.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    ) : (
      <input
        {...shared}
        type="text"
        inputMode="decimal"
        className={styles.input}
        data-unit={unit || undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {field.label}
        {written && <VisuallyHidden component="span"> ({written})</VisuallyHidden>}
      </label>
      <span className={styles.control}>
        {control}
        {unit && (
          <span className={styles.unit} aria-hidden>
            {unit}
          </span>
        )}
      </span>
      {help}
    </div>
  );
}
