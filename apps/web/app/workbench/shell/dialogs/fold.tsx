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
  /** Its first list has long names. */
  readonly isWide?: boolean;
  /** Key of the field that has the focus in an open fold; the first one without it. */
  readonly focus?: string | undefined;
  /** Fields that count with the values typed. */
  readonly fields: readonly TypedField[];
  readonly values: Readonly<Record<string, string>>;
  readonly problems: TypedProblems;
  /** Where a number stands in the recipe; without it no sweep varies the fields. */
  readonly pathOf?: ((key: string) => string) | undefined;
  readonly onType: (changes: Readonly<Record<string, string>>) => void;
}

/** A part of a dialog of texts: one line with what is set, until it is opened. */
export function Fold({
  label,
  words,
  isChanged,
  isOpen,
  isWide = false,
  focus,
  fields,
  values,
  problems,
  pathOf,
  onType,
}: FoldProps) {
  const focused = (fields.find(({ key }) => key === focus) ?? fields[0])?.key;
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary data-changed={isChanged || undefined}>
        {label} <span className={styles.main}>{words}</span>
      </summary>
      <div className={isWide ? styles.wide : styles.fields}>
        {fields.map((field) => (
          <ParameterField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            problems={problems}
            onChange={(value) => onType({ [field.key]: value as string })}
            isFirst={isOpen && field.key === focused}
            path={field.kind === 'number' ? pathOf?.(field.key) : undefined}
          />
        ))}
      </div>
    </details>
  );
}
