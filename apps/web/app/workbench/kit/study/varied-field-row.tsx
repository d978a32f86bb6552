import { labelOfPath } from '@lumenloom/experiment/page';
import { IconX } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import styles from './study-pane.module.css';
import type { SweepField } from './sweep-fields.ts';
import type { VariedField } from './varied-field.ts';

/** What is typed or chosen of a field. */
const INPUTS = {
  values: 'values',
  from: 'from',
  to: 'to',
  steps: 'steps',
  scale: 'scale',
  distribution: 'distribution',
  mean: 'mean',
  deviation: 'standard deviation',
} as const;

export interface FieldInput {
  readonly key: keyof typeof INPUTS;
  /** Undefined where it is typed. */
  readonly options?: readonly string[];
}

/** A field that is varied, with its range or its values. */
export function VariedFieldRow({
  field,
  about,
  inputs,
  onChange,
  onRemove,
}: {
  readonly field: VariedField;
  /** Undefined where it is none of the list: of a lens of a file, or of another recipe. */
  readonly about: SweepField | undefined;
  readonly inputs: readonly FieldInput[];
  readonly onChange: (field: VariedField) => void;
  readonly onRemove: () => void;
}) {
  const name = about?.label ?? labelOfPath(field.path);
  return (
    <div className={styles.field} role="group" aria-label={name}>
      <div className={styles.item}>
        <strong>{name}</strong>
        <IconButton label={`Remove ${name}`} icon={IconX} onClick={onRemove} />
      </div>
      <div className={styles.range}>
        {inputs.map(({ key, options }, at) => {
          const shared = { value: field[key], 'aria-label': `${name}: ${INPUTS[key]}` };
          const change = (text: string): void => onChange({ ...field, [key]: text });
          return (
            <label key={key} className={options ? undefined : styles[key]}>
              {at === 0 && about?.unit ? `${INPUTS[key]}, ${about.unit}` : INPUTS[key]}
              {options ? (
                <select {...shared} onChange={(event) => change(event.currentTarget.value)}>
                  {options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              ) : (
                <input
                  {...shared}
                  inputMode={key === 'values' ? 'text' : 'decimal'}
                  onChange={(event) => change(event.currentTarget.value)}
                />
              )}
            </label>
          );
        })}
      </div>
    </div>
  );
}
