import type { ChangedDataset, DatasetFile, WholeDataset } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { changeDataset, deleteDataset, wholeDataset } from '../../../../api/datasets.ts';
import { ClassMapping } from './class-mapping-table.tsx';
import { DatasetPictures } from './dataset-pictures.tsx';
import styles from './parts-dialog.module.css';
import type { PartsStore } from './parts-store.ts';
import { useKept, type Kept } from './use-kept.ts';

interface DatasetSheetProps {
  readonly dataset: DatasetFile;
  readonly store: PartsStore;
}

/** Problems that are written out. */
const MOST_PROBLEMS = 20;

/** What the check of a data set has found, and what a person says of it. */
export function DatasetSheet({ dataset, store }: DatasetSheetProps) {
  const { id, name } = dataset;
  const [whole, setWhole] = useState<WholeDataset | undefined>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isWanted = true;
    wholeDataset(id).then(
      (found) => isWanted && setWhole(found),
      (error: unknown) => isWanted && setProblem((error as Error).message),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setProblem('');
    try {
      await work();
      await store.refreshDatasets();
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const change = (changes: ChangedDataset): Promise<void> =>
    during(() => changeDataset(id, changes));
  return (
    <section className={styles.view} aria-label={name}>
      <h2>{name}</h2>
      {problem !== '' && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <SaidOfDataset dataset={dataset} kept={store.kept} onChange={change} />
      {whole ? (
        <>
          <Counts whole={whole} />
          <DatasetPictures pictures={whole.pictures} />
          <ClassMapping
            categories={whole.classes}
            classMap={dataset.classMap}
            onChange={(classMap) => void change({ classMap })}
          />
        </>
      ) : (
        problem === '' && <p role="status">Reading …</p>
      )}
      <Button
        className={styles.delete}
        size="xs"
        h={32}
        variant="subtle"
        onClick={() => {
          if (window.confirm(`Delete "${name}"? Its pictures and labels are deleted with it.`))
            void during(() => deleteDataset(id));
        }}
      >
        Delete this data set
      </Button>
    </section>
  );
}

/** A number as typed: null where nothing is typed, NaN where it is none. */
const typedNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));

const FIELDS = [
  { key: 'name', label: 'Name', unit: '', isNumber: false },
  { key: 'hfov', label: 'Width', unit: '°', isNumber: true },
  { key: 'luminance', label: 'Luminance', unit: 'cd/m²', isNumber: true },
  { key: 'source', label: 'Source', unit: '', isNumber: false },
  { key: 'licence', label: 'Licence', unit: '', isNumber: false },
] as const;
type Key = (typeof FIELDS)[number]['key'];

/** What only a person knows of the pictures. */
function SaidOfDataset({
  dataset,
  kept,
  onChange,
}: {
  readonly dataset: DatasetFile;
  readonly kept: Kept;
  readonly onChange: (change: ChangedDataset) => Promise<void>;
}) {
  const stored = (key: Key): string => String(dataset[key] ?? '');
  const none: Partial<Record<Key, string>> = {};
  const [typed, setTyped] = useKept(kept, dataset.id, none);
  const changed = FIELDS.filter(({ key }) => (typed[key] ?? stored(key)) !== stored(key));
  const save = async (): Promise<void> => {
    await onChange(
      Object.fromEntries(
        changed.map(({ key, isNumber }) => [
          key,
          isNumber ? typedNumber(typed[key]!) : typed[key]!,
        ]),
      ),
    );
  };
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {FIELDS.map(({ key, label, unit, isNumber }) => (
        <label key={key} data-wide={!isNumber || undefined}>
          <span>
            {label}
            {unit && `, ${unit}`}
          </span>
          <input
            value={typed[key] ?? stored(key)}
            inputMode={isNumber ? 'decimal' : undefined}
            autoComplete="off"
            placeholder={isNumber ? 'not said' : ''}
            onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
          />
        </label>
      ))}
      <p>
        Width of a picture and mean luminance make it the scene of a camera; source and licence
        stand in every report.
      </p>
      <Button type="submit" size="xs" h={32} disabled={changed.length === 0}>
        Save changes
      </Button>
    </form>
  );
}

function Counts({ whole: { check, folders, task } }: { readonly whole: WholeDataset }) {
  const { format, images, annotations, categories, crowd, sizes, problems } = check;
  const { small, medium, large, pictures } = sizes;
  const counted = (all: Readonly<Record<string, number>>): string =>
    Object.entries(all)
      .map(([name, count]) => `${name} (${count})`)
      .join(', ');
  const figures: readonly (readonly [string, string | number])[] = [
    ['Format', format],
    ['Labels for', task === 'none' ? 'nothing: agreement, no mAP' : task],
    ['Pictures', images],
    ['Labels', crowd > 0 ? `${annotations}, ${crowd} of crowds` : annotations],
    ['Classes', categories],
    ['Small, medium, large', `${small}, ${medium}, ${large}`],
    ['Sizes of pictures', Object.keys(pictures).slice(0, 3).join(', ')],
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {check.split !== undefined && (check.splits?.length ?? 0) > 1 && (
        <p>
          Of the parts {check.splits!.join(', ')} {check.split} is counted here, and evaluated
          unless a plan names another as split.
        </p>
      )}
      {Object.keys(folders).length > 1 && <p>Folders: {counted(folders)}.</p>}
      {check.conditions && <p>Conditions: {counted(check.conditions)}.</p>}
      {problems.length > 0 && (
        <details className={styles.problems}>
          <summary>
            {problems.length} {problems.length === 1 ? 'problem' : 'problems'} in pictures or labels
          </summary>
          <ul>
            {problems.slice(0, MOST_PROBLEMS).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          {problems.length > MOST_PROBLEMS && (
            <p>and {problems.length - MOST_PROBLEMS} more (lumenloom dataset check lists all).</p>
          )}
        </details>
      )}
    </>
  );
}
