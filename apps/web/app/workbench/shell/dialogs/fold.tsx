import type { TypedProblems } from '../../kit/dialog/tools.ts';
import { ParameterField } from './parameter-field.tsx';
import type { TypedField } from './parameter-form.ts';
import styles from './fold.module.css';

interface FoldProps {
  readonly label: string;
  /** What is set, in a line. */
  readonly words: string;
  readonly isChanged: boolean;
  /** It is open when the dialog opens. */
  readonly isOpen: boolean;
  /** Those that count as it is set; the first one has the focus where the fold is open. */
  readonly fields: readonly TypedField[];
  readonly values: Readonly<Record<string, string>>;
  readonly problems: TypedProblems;
  readonly onType: (changes: Readonly<Record<string, string>>) => void;
}

/** A part of a dialog of texts: one line with what is set, until it is opened. */
export function Fold({
  label,
  words,
  isChanged,
  isOpen,
  fields,
  values,
  problems,
  onType,
}: FoldProps) {
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary data-changed={isChanged || undefined}>
        {label} <span className={styles.main}>{words}</span>
      </summary>
      <div className={styles.fields}>
        {fields.map((field, at) => (
          <ParameterField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            problems={problems}
            onChange={(value) => onType({ [field.key]: value as string })}
            isFirst={isOpen && at === 0}
          />
        ))}
      </div>
    </details>
  );
}
