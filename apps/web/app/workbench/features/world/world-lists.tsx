import { useState } from 'react';
import type { WorldContent } from '@lumenloom/contract';
import { Tabs } from '../../kit/tabs/tabs.tsx';
import {
  LEVEL_UNITS,
  freeName,
  levelOf,
  withLight,
  withObject,
  type Selected,
  type WorldLight,
  type WorldObject,
} from './world-edits.ts';
import type { WorldDraft, WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

interface ListsProps {
  readonly state: WorldState;
  readonly draft: WorldDraft;
  readonly store: WorldStore;
}

const LISTS = [
  { id: 'objects', label: 'Objects' },
  { id: 'lights', label: 'Lights' },
  { id: 'materials', label: 'Materials' },
] as const;
type ListId = (typeof LISTS)[number]['id'];

/** What can be added, of a size that suits a desk; it stands or lies on the ground. */
const SHAPES: Readonly<Record<string, Pick<WorldObject, 'shape' | 'position' | 'degrees'>>> = {
  box: { shape: { box: { size: [0.1, 0.1, 0.1] } }, position: [0, 0.05, 0] },
  sphere: { shape: { sphere: { radius: 0.05 } }, position: [0, 0.05, 0] },
  cylinder: { shape: { cylinder: { radius: 0.04, height: 0.1 } }, position: [0, 0.05, 0] },
  plane: { shape: { plane: { size: [1, 1] } }, degrees: [-90, 0, 0] },
};

/** The lists of a world: things, lamps and materials. */
export function WorldLists({ state, draft, store }: ListsProps) {
  const [list, setList] = useState<ListId>('objects');
  return (
    <Tabs
      label="Lists of the world"
      name="world-lists"
      tabs={LISTS}
      tab={list}
      onTab={setList}
      rowClass={styles.tabs}
      panelClass={styles.list}
    >
      {list === 'objects' && <Objects state={state} draft={draft} store={store} />}
      {list === 'lights' && <Lights state={state} draft={draft} store={store} />}
      {list === 'materials' && <Materials document={draft.document} />}
    </Tabs>
  );
}

function Row({
  item,
  detail,
  state,
  store,
}: {
  readonly item: Selected;
  readonly detail: string;
  readonly state: WorldState;
  readonly store: WorldStore;
}) {
  const { selected } = state;
  return (
    <li>
      <button
        type="button"
        aria-pressed={selected?.list === item.list && selected.name === item.name}
        onClick={() => store.select(item)}
      >
        <span>{item.name}</span>
        <small>{detail}</small>
      </button>
    </li>
  );
}

const materialName = (material: WorldObject['material']): string =>
  material === undefined ? '' : typeof material === 'string' ? material : material.model;

function Objects({ state, draft, store }: ListsProps) {
  const { document } = draft;
  return (
    <>
      <ul>
        {(document.objects ?? []).map(({ name, material }) => (
          <Row
            key={name}
            item={{ list: 'objects', name }}
            detail={materialName(material)}
            state={state}
            store={store}
          />
        ))}
      </ul>
      <div className={styles.adding}>
        {Object.entries(SHAPES).map(([shape, keys]) => (
          <button
            key={shape}
            type="button"
            onClick={() => {
              const name = freeName(document, 'objects', shape);
              store.edit(withObject(document, { name, ...keys }), `added ${name}`);
              store.select({ list: 'objects', name });
            }}
          >
            + {shape}
          </button>
        ))}
      </div>
    </>
  );
}

const levelWords = (light: WorldLight): string => {
  const { key, value } = levelOf(light);
  const level = `${Number(value.toPrecision(4)).toLocaleString('en')} ${LEVEL_UNITS[key]}`;
  return light.on === false ? `${level}, off` : level;
};

function Lights({ state, draft, store }: ListsProps) {
  const { document } = draft;
  const add = (): void => {
    const name = freeName(document, 'lights', 'panel');
    const light: WorldLight = {
      name,
      type: 'rectangle',
      size: [0.3, 0.3],
      lumens: 1000,
      position: [0, 1, 0],
      degrees: [-90, 0, 0],
    };
    store.edit(withLight(document, light), `added ${name}`);
    store.select({ list: 'lights', name });
  };
  return (
    <>
      <ul>
        {(document.lights ?? []).map((light) => (
          <Row
            key={light.name}
            item={{ list: 'lights', name: light.name }}
            detail={levelWords(light)}
            state={state}
            store={store}
          />
        ))}
      </ul>
      <div className={styles.adding}>
        <button type="button" onClick={add}>
          + light
        </button>
      </div>
    </>
  );
}

function Materials({ document }: { readonly document: WorldContent }) {
  const own = Object.entries(document.materials ?? {});
  const used = new Set(
    (document.objects ?? []).flatMap(({ material }) =>
      typeof material === 'string' ? [material] : [],
    ),
  );
  const named = [...used].filter((name) => !Object.hasOwn(document.materials ?? {}, name));
  return (
    <ul>
      {own.map(([name, { model }]) => (
        <li key={name} className={styles.plain}>
          <span>{name}</span>
          <small>{used.has(name) ? model : `${model}, not used`}</small>
        </li>
      ))}
      {named.map((name) => (
        <li key={name} className={styles.plain}>
          <span>{name}</span>
          <small>of the table</small>
        </li>
      ))}
    </ul>
  );
}
