import type { MatrixField } from '@lumenloom/engine/catalogue';
import { entriesOf } from '@lumenloom/experiment/page';
import { IconRestore } from '@tabler/icons-react';
import { use, useId } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { NumberSlider, ScrubLabel } from '../../kit/fields/scrub.tsx';
import { typedDefault, type TypedValue } from '../../model/recipe/recipe.ts';
import { useSweepLabels } from '../../kit/fields/choosing-fields.ts';
import { decimalOf, isChanged, type Cells, type TypedField } from './parameter-form.ts';
import styles from './parameter-field.module.css';
import { type TypedProblems } from '../../kit/dialog/tools.ts';
import { ToolsContext } from '../../kit/dialog/contexts.ts';

/**
 * Units that the specification writes in labels. All other units are shown inside the field only.
 */
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
  /** Problems of all fields of the dialog. */
  readonly problems: TypedProblems;
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
  problems,
  id,
  describedBy,
}: Pick<ParameterFieldProps, 'path' | 'problems'> & {
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
                <Cell
                  id={`${id}-${r}-${c}`}
                  field={field}
                  at={[r, c]}
                  value={value[r]?.[c] ?? ''}
                  isFirst={isFirst && r === 0 && c === 0}
                  isWrong={problems[`${field.key}.${r}.${c}`] !== undefined}
                  onChange={(text) => onChange(withCell(value, r, c, text))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One number of a matrix. */
function Cell({
  id,
  field: { label, rows, columns, default: byDefault, spans, ...limits },
  at: [r, c],
  value,
  isFirst,
  isWrong,
  onChange,
}: {
  readonly id: string;
  readonly field: MatrixField;
  readonly at: readonly [row: number, column: number];
  readonly value: string;
  readonly isFirst: boolean;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}) {
  const name = `${label}, row ${rows[r]!}, column ${columns[c]!}`;
  const decimal = useDecimal(limits.one, value);
  const span = spans?.[c];
  return (
    <>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        className={styles.input}
        value={value}
        aria-label={name}
        aria-describedby={decimal && `${id}-decimal`}
        aria-invalid={isWrong || undefined}
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {decimal && (
        <span id={`${id}-decimal`} className={styles.decimal}>
          {decimal}
        </span>
      )}
      <NumberSlider
        label={name}
        unit={decimal ?? ''}
        scaled={{ ...limits, default: byDefault[r]![c]!, ...(span && { span }) }}
        value={value}
        onChange={onChange}
      />
    </>
  );
}

/** With tools, what a fixed-point number means: '= 1.37'. @param one the number that means 1. */
function useDecimal(one: number | undefined, text: string): string | undefined {
  const hasTools = use(ToolsContext);
  const decimal = decimalOf(one, text);
  return hasTools && decimal !== undefined ? `= ${decimal}` : undefined;
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

/**
 * The label, which takes the field, or both numbers of a pair, into the sweep while one is put
 * together.
 */
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
      <LabelText {...field} />
      {written && <span className="unseen"> ({written})</span>}
    </label>
  );
}

/** The label; with tools, plain words before the symbol of the ISP. */
function LabelText({ label, name }: TypedField) {
  const hasTools = use(ToolsContext);
  if (!hasTools || name === undefined) return label;
  return (
    <>
      {name} <span className={styles.symbol}>{label}</span>
    </>
  );
}

/** The line under a field. */
export function Help({
  id,
  help,
  problem,
}: {
  readonly id: string;
  readonly help: string | undefined;
  /** The problem of the typed value, in place of the help. */
  readonly problem: string | undefined;
}) {
  if (help === undefined && problem === undefined) return undefined;
  return (
    <p id={id} className={styles.help} data-problem={problem !== undefined || undefined}>
      {problem ?? help}
    </p>
  );
}

/**
 * One field with its label, its unit and a line of help. Any text can be typed; with the tools of
 * the switches on it is checked at once, otherwise by the server alone. A field that differs from
 * its default is marked and can be reset.
 */
export function ParameterField(props: ParameterFieldProps) {
  const { field, value, problems, onChange, isFirst = false, path } = props;
  const id = useId();
  const [, problem] =
    Object.entries(problems).find(([at]) => `${at}.`.startsWith(`${field.key}.`)) ?? [];
  const differs = isChanged(field, { [field.key]: value });
  const describedBy = (field.help ?? problem) === undefined ? undefined : `${id}-help`;
  const isMatrix = field.kind === 'matrix';
  return (
    <div
      className={styles.field}
      data-changed={differs || undefined}
      // The focus comes here when the button that restores a matrix disappears.
      {...(isMatrix && { id, tabIndex: -1 })}
    >
      {!isMatrix && (
        <ScrubLabel field={field} value={value} onChange={onChange}>
          <Label id={id} field={field} path={path} />
        </ScrubLabel>
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
          problems={problems}
          id={id}
          describedBy={describedBy}
        />
      ) : (
        <Control {...props} id={id} describedBy={describedBy} isWrong={problem !== undefined} />
      )}
      {field.kind === 'number' && (
        <NumberSlider
          label={field.name === undefined ? field.label : `${field.name} ${field.label}`}
          unit={field.unit}
          scaled={field}
          value={value as string}
          onChange={onChange}
        />
      )}
      <Help id={`${id}-help`} help={field.help} problem={problem} />
    </div>
  );
}

/** The list or the text field, with its unit inside. */
function Control({
  id,
  describedBy,
  isWrong,
  field,
  value,
  onChange,
  isFirst,
}: Omit<ParameterFieldProps, 'path' | 'problems'> & {
  readonly id: string;
  readonly isWrong: boolean;
  readonly describedBy: string | undefined;
}) {
  const decimal = useDecimal(field.kind === 'number' ? field.one : undefined, value as string);
  const unit = field.kind === 'choice' ? '' : field.unit;
  const shared = {
    id,
    value: value as string,
    className: styles.input,
    'aria-describedby': decimal ? `${id}-decimal ${describedBy ?? ''}` : describedBy,
    'aria-invalid': isWrong || undefined,
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
          data-decimal={decimal && true}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {unit && (
        <span className={styles.unit} aria-hidden>
          {unit}
        </span>
      )}
      {decimal && (
        <span id={`${id}-decimal`} className={styles.unit}>
          {decimal}
        </span>
      )}
    </span>
  );
}
