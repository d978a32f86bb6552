import type { ReactNode } from 'react';
import type { SweepField } from './sweep-fields.ts';
import styles from './study-pane.module.css';

/** A part of what is typed of a study. */
export function StudyPart({
  title,
  says: description,
  children,
}: {
  readonly title: string;
  readonly says?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {description !== undefined && <p>{description}</p>}
      {children}
    </section>
  );
}

/** All fields that can be taken into a study, by their groups. */
export function FieldList({
  fields,
  onAdd,
}: {
  readonly fields: readonly SweepField[];
  readonly onAdd: (path: string) => void;
}) {
  const groups = [...new Set(fields.map(({ group }) => group))];
  return (
    <select
      aria-label="Add a field"
      value=""
      onChange={(event) => onAdd(event.currentTarget.value)}
    >
      <option value="">Add a field…</option>
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {fields
            .filter((field) => field.group === group)
            .map(({ path, label }) => (
              <option key={path} value={path}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
