import type { Field } from '@lumenloom/engine/catalogue';
import { Fragment, use, useId, useState } from 'react';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { isSameValue } from '../../model/recipe/differences.ts';
import {
  reduceRecipe,
  typedDefault,
  type Recipe,
  type RecipeChange,
  type TypedValue,
} from '../../model/recipe/recipe.ts';
import type { DialogPart, DialogPartProps } from '../bench/feature.ts';
import type { DialogDescription, DialogSection } from './dialog-descriptions.ts';
import type { SectionNote } from './white-balance-note.ts';
import { useCameraLight } from '../../kit/camera-light.ts';
import { DialogFrame } from '../../kit/dialog/dialog-frame.tsx';
import { ParameterField } from './parameter-field.tsx';
import { typedProblems, type TypedProblems } from '../../kit/dialog/tools.ts';
import {
  withDefaults,
  isChanged,
  typedValues,
  type TypedValues,
  type TypedField,
} from './parameter-form.ts';
import styles from './parameters-dialog.module.css';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';

interface ParametersDialogProps {
  readonly description: DialogDescription;
  readonly recipe: Recipe;
  /** What features add to this dialog. */
  readonly parts: readonly DialogPart[];
  /** Key of the field that gets the focus; the first one without it. */
  readonly focus: string | undefined;
  readonly onChange: (change: RecipeChange) => void;
  readonly onClose: () => void;
}

/** What is typed, and how it is changed. */
interface Typing {
  readonly typed: TypedValues;
  /** What is wrong with it. */
  readonly problems: TypedProblems;
  readonly onType: (changes: TypedValues) => void;
}

const isShown = (field: Field): field is TypedField => field.kind !== 'switch' && !field.hidden;

/** The dotted name of a field in the recipe; undefined where a sweep cannot vary it. */
const pathOf = (part: string | undefined, { key }: Field): string | undefined =>
  part === undefined ? undefined : `${part}.${key}`;

/**
 * Number of columns that gives full rows where possible. A single field takes the whole width, for
 * its help.
 */
const columnsFor = (count: number): number => (count === 1 ? 1 : count % 3 === 0 ? 3 : 2);

function Section({
  id,
  section,
  note,
  parts,
  shared,
  part,
  focus,
  typed,
  problems,
  onType,
}: Typing & {
  readonly id: string;
  /** The parameter object of the fields in the recipe. */
  readonly part: string | undefined;
  readonly section: DialogSection;
  readonly note: SectionNote | undefined;
  readonly parts: readonly DialogPart[];
  /** What each of the parts gets. */
  readonly shared: DialogPartProps;
  readonly focus: string;
}) {
  const {
    label,
    name,
    fields: [enabled, ...fields],
  } = section;
  const shown = fields.filter(isShown);
  return (
    <section className={styles.section} aria-labelledby={`${id}-label`}>
      <label className={styles.heading} data-changed={isChanged(enabled!, typed) || undefined}>
        <input
          id={id}
          type="checkbox"
          checked={typed[enabled!.key] as boolean}
          data-autofocus={focus === enabled!.key || undefined}
          onChange={(event) => onType({ [enabled!.key]: event.currentTarget.checked })}
        />
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span className={styles.name}>{name}</span>
      </label>
      <div>
        <div className={styles.grid} data-columns={columnsFor(shown.length)}>
          {shown.map((field) => (
            <ParameterField
              key={field.key}
              field={field}
              value={typed[field.key]!}
              problems={problems}
              onChange={(value: TypedValue) => onType({ [field.key]: value })}
              isFirst={focus === field.key}
              path={pathOf(part, field)}
            />
          ))}
        </div>
        {note && (
          <p className={styles.note}>
            {note.sentence}
            {note.remedy && (
              <button type="button" onClick={() => onType(note.remedy!)}>
                Set these
              </button>
            )}
          </p>
        )}
        <Parts all={parts} section={label} {...shared} />
      </div>
    </section>
  );
}

/** What features add to a section, under a field, or to the end of a dialog. */
const Parts = ({
  all,
  section,
  after,
  ...props
}: DialogPartProps & {
  readonly all: readonly DialogPart[];
  readonly section: string | undefined;
  readonly after?: string;
}) =>
  all
    .filter((part) => part.section === section && part.after === after)
    .map(({ id, Content }) => <Content key={id} {...props} />);

/**
 * Names of all sections, to jump by: one tab stop with arrow keys. A name is dimmed while its
 * section is off, and marked where something differs from the defaults.
 */
function SectionNames({
  id,
  sections,
  typed,
}: Pick<Typing, 'typed'> & { readonly id: string; readonly sections: readonly DialogSection[] }) {
  const { current, row } = useRoving();
  return (
    <div className={styles.names} role="toolbar" aria-label="Go to" {...row}>
      {sections.map(({ label, fields }, index) => (
        <button
          key={label}
          type="button"
          data-stop
          tabIndex={index === current ? 0 : -1}
          data-off={typed[fields[0]!.key] === false || undefined}
          data-changed={fields.some((field) => isChanged(field, typed)) || undefined}
          onClick={() => {
            const checkbox = document.getElementById(`${id}-${label}`);
            checkbox?.closest('section')?.scrollIntoView({ block: 'start' });
            checkbox?.focus({ preventScroll: true });
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

const defaultsOf = (fields: readonly Field[]): TypedValues =>
  Object.fromEntries(
    fields.flatMap((field) => (field.hidden ? [] : [[field.key, typedDefault(field)]])),
  );

/**
 * What is typed. It follows the recipe where something else changes that: Back, or another scene or
 * sensor beside a docked dialog.
 */
function useTyped({ fields, values, toChange }: DialogDescription) {
  const [typed, setTyped] = useState(values);
  const [known, setKnown] = useState(values);
  const isKnown = (some: TypedValues): boolean =>
    fields.every(({ key }) => isSameValue(some[key], values[key]));
  if (!isKnown(known)) {
    setKnown(values);
    const made = toChange(withDefaults(fields, typed));
    if (made.type !== 'parameters' || !isKnown(typedValues(fields, made.values))) setTyped(values);
  }
  return [typed, setTyped] as const;
}

/** What a change is about: a later one takes its place. */
const topicOf = (change: RecipeChange): string =>
  change.type === 'parts' ? Object.keys(change.parts).join() : change.type;

/** What parts change beside the typed values: made at once while docked, else with the dialog. */
function useOthers(isDocked: boolean, onChange: (change: RecipeChange) => void) {
  const [others, setOthers] = useState<readonly RecipeChange[]>([]);
  /** How often the defaults were restored. */
  const [restored, setRestored] = useState(0);
  return {
    /** The last change of each topic. */
    others,
    restored,
    restore: (changes: readonly RecipeChange[]): void => {
      setOthers(changes);
      setRestored(restored + 1);
      if (isDocked) changes.forEach(onChange);
    },
    onOther: (other: RecipeChange): void => {
      setOthers([...others.filter((one) => topicOf(one) !== topicOf(other)), other]);
      if (isDocked) onChange(other);
    },
  };
}

/** The field that shall have the focus: '' for one of a part, undefined for the first. */
function focusedField(
  fields: readonly Field[],
  focus: string | undefined,
  hasParts: boolean,
): string | undefined {
  const isListed = fields.some(({ key, hidden }) => key === focus && !hidden);
  if (isListed) return focus;
  return focus !== undefined && hasParts ? '' : undefined;
}

/** Fields under each other, each with what features add under it. */
const Rows = ({
  fields,
  part,
  parts,
  shared,
  focused,
  problems,
}: Pick<Typing, 'problems'> & {
  readonly fields: readonly Field[];
  /** The parameter object of the fields in the recipe. */
  readonly part: string | undefined;
  readonly parts: readonly DialogPart[];
  /** What each of the parts gets. */
  readonly shared: DialogPartProps;
  readonly focused: string;
}) =>
  fields.filter(isShown).map((field) => (
    <Fragment key={field.key}>
      <ParameterField
        field={field}
        value={shared.typed[field.key]!}
        problems={problems}
        onChange={(value) => shared.onType({ [field.key]: value })}
        isFirst={field.key === focused}
        path={pathOf(part, field)}
      />
      <Parts all={parts} section={undefined} after={field.key} {...shared} />
    </Fragment>
  ));

/** A parameter dialog, drawn from the engine's descriptors of its fields. */
export function ParametersDialog({
  description,
  recipe,
  parts,
  focus,
  onChange,
  onClose,
}: ParametersDialogProps) {
  const { title, width, height, fields, sections, values, noteOf, toChange } = description;
  const light = useCameraLight(noteOf && recipe);
  const id = useId();
  const [typed, setTyped] = useTyped(description);
  const change = toChange(values);
  const part = change.type === 'parameters' ? change.wireKey : undefined;
  const hasTools = use(ToolsContext);
  const problems = hasTools && part !== undefined ? typedProblems(part, typed) : {};
  const isDocked = use(DockedContext);
  const onType = (changes: TypedValues): void => {
    const next = { ...typed, ...changes };
    setTyped(next);
    if (isDocked) onChange(toChange(withDefaults(fields, next)));
  };
  const { others, restored, restore, onOther } = useOthers(isDocked, onChange);
  const shared = { recipe: others.reduce(reduceRecipe, recipe), typed, onType, focus, onOther };
  const first = sections ? fields[0] : fields.find(isShown);
  const focused = focusedField(fields, focus, parts.length > 0) ?? first?.key ?? '';
  return (
    <DialogFrame
      title={title}
      width={width}
      height={height}
      isTyped={others.length > 0 || fields.some(({ key }) => !isSameValue(typed[key], values[key]))}
      onClose={onClose}
      onSubmit={() => {
        onChange(toChange(withDefaults(fields, typed)));
        if (!isDocked) others.forEach(onChange);
      }}
      onDefaults={() => {
        onType(defaultsOf(fields));
        restore(parts.flatMap(({ defaults }) => defaults ?? []));
      }}
    >
      {sections ? (
        <>
          <SectionNames id={id} sections={sections} typed={typed} />
          {sections.map((section) => (
            <Section
              key={section.label}
              id={`${id}-${section.label}`}
              part={part}
              section={section}
              note={light && noteOf?.(section.label, withDefaults(fields, typed), light)}
              shared={shared}
              parts={parts}
              focus={focused}
              typed={typed}
              problems={problems}
              onType={onType}
            />
          ))}
        </>
      ) : (
        <div className={styles.rows}>
          <Rows
            fields={fields}
            part={part}
            parts={parts}
            shared={shared}
            focused={focused}
            problems={problems}
          />
        </div>
      )}
      <Parts key={restored} all={parts} section={undefined} {...shared} />
    </DialogFrame>
  );
}
