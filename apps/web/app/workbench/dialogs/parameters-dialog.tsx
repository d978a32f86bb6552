import type { Field } from '@lumenloom/engine/catalogue';
import { useId, useState } from 'react';
import type { RecipeChange } from '../recipe/recipe.ts';
import type { DialogDescription, DialogSection } from './dialog-descriptions.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { ParameterField } from './parameter-field.tsx';
import { dialogDefault, readForm, type Typed, type TypedField } from './parameter-form.ts';
import styles from './parameters-dialog.module.css';

interface ParametersDialogProps {
  readonly description: DialogDescription;
  readonly onChange: (change: RecipeChange) => void;
  readonly onClose: () => void;
}

const isShown = (field: Field): field is TypedField => field.kind !== 'switch' && !field.hidden;

/** Number of columns that gives full rows where possible. A single field takes the whole width, for its help. */
const columnsFor = (count: number): number => (count === 1 ? 1 : count % 3 === 0 ? 3 : 2);

function Section({
  section,
  values,
  isFirst,
}: {
  readonly section: DialogSection;
  readonly values: Typed;
  readonly isFirst: boolean;
}) {
  const id = useId();
  const {
    label,
    name,
    fields: [enabled, ...fields],
  } = section;
  const shown = fields.filter(isShown);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <label className={styles.heading}>
        <input
          type="checkbox"
          name={enabled!.key}
          defaultChecked={values[enabled!.key] as boolean}
          data-autofocus={isFirst || undefined}
        />
        <span id={id} className={styles.label}>
          {label}
        </span>
        <span className={styles.name}>{name}</span>
      </label>
      <div className={styles.grid} data-columns={columnsFor(shown.length)}>
        {shown.map((field) => (
          <ParameterField key={field.key} field={field} value={values[field.key]!} />
        ))}
      </div>
    </section>
  );
}

/** A parameter dialog, drawn from the engine's descriptors of its fields. */
export function ParametersDialog({ description, onChange, onClose }: ParametersDialogProps) {
  const { title, width, height, fields, sections, toChange } = description;
  // The inputs are uncontrolled: a new version mounts them again with other values.
  const [shown, setShown] = useState({ values: description.values, version: 0 });
  const { values, version } = shown;
  return (
    <DialogFrame
      title={title}
      width={width}
      height={height}
      onClose={onClose}
      onSubmit={(form) => onChange(toChange(readForm(fields, form, description.values)))}
      onDefaults={() =>
        setShown({
          values: Object.fromEntries(fields.map((field) => [field.key, dialogDefault(field)])),
          version: version + 1,
        })
      }
    >
      <div key={version}>
        {sections ? (
          sections.map((section, index) => (
            <Section key={section.label} section={section} values={values} isFirst={index === 0} />
          ))
        ) : (
          <div className={styles.rows}>
            {fields.filter(isShown).map((field, index) => (
              <ParameterField
                key={field.key}
                field={field}
                value={values[field.key]!}
                isFirst={index === 0}
              />
            ))}
          </div>
        )}
      </div>
    </DialogFrame>
  );
}
