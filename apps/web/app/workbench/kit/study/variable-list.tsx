import type { ReactNode } from 'react';
import { FieldList, StudyPart } from './study-parts.tsx';
import type { SweepField } from './sweep-fields.ts';
import { withFields, type VariedField } from './varied-field.ts';
import { VariedFieldRow, type FieldInput } from './varied-field-row.tsx';

/** The fields that are varied, and a list of the others. */
export function VariableList({
  title,
  varied,
  fields,
  inputsOf,
  onChange,
  children,
}: {
  readonly title: string;
  readonly varied: readonly VariedField[];
  /** All that the recipe has. */
  readonly fields: readonly SweepField[];
  readonly inputsOf: (field: VariedField) => readonly FieldInput[];
  readonly onChange: (varied: readonly VariedField[]) => void;
  /** Between the varied ones and the list. */
  readonly children?: ReactNode;
}) {
  const isVaried = (path: string): boolean => varied.some((field) => field.path === path);
  return (
    <StudyPart
      title={title}
      says="Click the label of a field, above or in a dialog, or choose here."
    >
      {varied.map((field) => (
        <VariedFieldRow
          key={field.path}
          field={field}
          about={fields.find(({ path }) => path === field.path)}
          inputs={inputsOf(field)}
          onChange={(next) => onChange(varied.map((one) => (one === field ? next : one)))}
          onRemove={() => onChange(varied.filter((one) => one !== field))}
        />
      ))}
      {children}
      <FieldList
        fields={fields.filter(({ path }) => !isVaried(path))}
        onAdd={(path) =>
          onChange(
            withFields(
              { fields: varied },
              fields.filter((field) => field.path === path),
            ).fields,
          )
        }
      />
    </StudyPart>
  );
}
