import type { WorldFacts } from '@lumenloom/browser-host';
import { MaterialSheet } from './material-sheet.tsx';
import { TypedNumber } from './typed-number.tsx';
import {
  LEVEL_UNITS,
  degreesOf,
  itemOf,
  levelOf,
  lookingAt,
  moved,
  scaleOf,
  switched,
  turned,
  withLevel,
  withPlacing,
  without,
  type Selected,
  type Vector,
  type WorldLight,
  type WorldObject,
} from './world-edits.ts';
import type { WorldDraft } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

interface SheetProps {
  readonly draft: WorldDraft;
  readonly selected: Selected | undefined;
  readonly namedMaterials: WorldFacts['namedMaterials'];
  readonly store: WorldStore;
}

/** The values of what is selected. */
export function ItemSheet({ draft, selected, namedMaterials, store }: SheetProps) {
  const { document } = draft;
  const item = selected && itemOf(document, selected);
  if (!selected || !item)
    return <p>Choose a thing or a lamp to place it, or drop a .glb, .stl or .obj here.</p>;
  const { list, name } = selected;
  return (
    <div className={styles.sheet} role="group" aria-label={`Values of ${name}`}>
      <strong>{name}</strong>
      <Pose item={item} selected={selected} draft={draft} store={store} />
      {list === 'lights' ? (
        <Level light={item as WorldLight} draft={draft} store={store} />
      ) : (
        <MaterialSheet object={item} draft={draft} namedMaterials={namedMaterials} store={store} />
      )}
      <button
        type="button"
        className={styles.remove}
        onClick={() => {
          store.edit(without(document, selected), `${name} removed`);
          store.select(undefined);
        }}
      >
        Remove {name}
      </button>
    </div>
  );
}

function Triple({
  label,
  unit,
  value,
  onTake,
}: {
  readonly label: string;
  readonly unit: string;
  readonly value: Vector;
  readonly onTake: (value: Vector) => void;
}) {
  return (
    <fieldset className={styles.triple}>
      <legend>
        {label}, {unit}
      </legend>
      {(['x', 'y', 'z'] as const).map((axis, at) => (
        <TypedNumber
          key={axis}
          label={`${label} ${axis}, ${unit}`}
          shown={axis}
          value={value[at]!}
          onTake={(next) => onTake(value.map((old, i) => (i === at ? next : old)) as never)}
        />
      ))}
    </fieldset>
  );
}

function Pose({
  item,
  selected,
  draft: { document },
  store,
}: {
  readonly item: WorldObject | WorldLight;
  readonly selected: Selected;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
}) {
  const { name } = selected;
  const degrees = degreesOf(item);
  if ('matrix' in item && item.matrix)
    return <p>Its pose is a matrix, which is changed in the document.</p>;
  return (
    <>
      <Triple
        label="Position"
        unit="m"
        value={item.position ?? [0, 0, 0]}
        onTake={(position) => store.edit(moved(document, selected, position), `${name} moved`)}
      />
      {item.lookAt && (
        <Triple
          label="Looks at"
          unit="m"
          value={item.lookAt.target}
          onTake={(target) => store.edit(lookingAt(document, selected, target), `${name} turned`)}
        />
      )}
      {degrees && (
        <Triple
          label="Turned about"
          unit="°"
          value={degrees}
          onTake={(next) => store.edit(turned(document, selected, next), `${name} turned`)}
        />
      )}
      {selected.list === 'objects' && (
        <Triple
          label="Size"
          unit="times"
          value={scaleOf(item)}
          onTake={(scale) =>
            store.edit(withPlacing(document, selected, { scale }), `${name} sized`)
          }
        />
      )}
    </>
  );
}

function Level({
  light,
  draft: { document },
  store,
}: {
  readonly light: WorldLight;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
}) {
  const { name, type, group, on = true } = light;
  const { key, value } = levelOf(light);
  return (
    <>
      <TypedNumber
        label={`Level, ${LEVEL_UNITS[key]}`}
        shown={`Level, ${LEVEL_UNITS[key]}`}
        value={value}
        onTake={(next) =>
          store.edit(withLevel(document, name, next), `${name} ${next} ${LEVEL_UNITS[key]}`)
        }
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) =>
            store.edit(
              switched(document, name, target.checked),
              `${name} ${target.checked ? 'on' : 'off'}`,
            )
          }
        />
        On
      </label>
      <p>
        {type}, group {group ?? 'lights'}
      </p>
    </>
  );
}
