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

interface StudyFrameProps {
  /** 'Sweep'. */
  readonly goal: string;
  readonly studies: {
    readonly list: readonly {
      readonly id: string;
      readonly name: string;
      readonly state: string;
    }[];
    readonly open: { readonly status: { readonly id: string } } | undefined;
    /** '' without one. */
    readonly problem: string;
    /** Shows one by its id; '' begins a new one. */
    readonly show: (id: string) => void;
  };
  /** Called when one was chosen, and when a new one is begun instead. */
  readonly onShow: (isStudy: boolean) => void;
  readonly children: ReactNode;
}

/** A goal of the tab Study: the earlier ones, what is wrong, and a draft or its progress. */
export const StudyFrame = ({
  goal,
  studies: { list, open, problem, show },
  onShow,
  children,
}: StudyFrameProps) => (
  <div className={styles.pane} tabIndex={0} role="group" aria-label={goal}>
    {list.length > 0 && (
      <label className={styles.row}>
        Show
        <select
          value={open?.status.id ?? ''}
          onChange={({ currentTarget: { value } }) => {
            show(value);
            onShow(value !== '');
          }}
        >
          <option value="">a new {goal.toLowerCase()}</option>
          {list.map(({ id, name, state }) => (
            <option key={id} value={id}>
              {name}, {state}
            </option>
          ))}
        </select>
      </label>
    )}
    {problem !== '' && (
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    )}
    {children}
  </div>
);
