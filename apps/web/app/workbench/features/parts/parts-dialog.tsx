import { ownIdOf, ownName } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent } from 'react';
import { addOwnFile, addScaledLens, deleteOwnFile, renameOwnFile } from '../../../api/library.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { ComparedParts } from './compared-parts.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filtered, NO_FILTERS } from './filters.ts';
import { imageOf } from './part-image.ts';
import { rowsOf, PARTS_OF, type PartsChoice } from './part-rows.ts';
import { PairsBar } from './pairs-bar.tsx';
import { PartTable } from './part-table.tsx';
import { PartView } from './part-view.tsx';
import styles from './parts-dialog.module.css';
import type { PartsStore } from './parts-store.ts';

/** Parts that are compared at most. */
const MOST_COMPARED = 4;

interface PartsDialogProps {
  readonly choice: PartsChoice;
  readonly store: PartsStore;
  readonly bench: Bench;
}

/** What the dialog knows and does. */
function useParts({ choice, store, bench }: PartsDialogProps) {
  const recipe = useReadable(bench.recipe);
  const parts = useReadable(store.parts);
  const rows = rowsOf(choice, parts, useReadable(store.files), useReadable(bench.switches));
  const [filters, setFilters] = useState(NO_FILTERS);
  const compared = useReadable(store.ticked)[choice] ?? [];
  const setCompared = (names: readonly string[]): void => store.tick(choice, names);
  const [picked, setPicked] = useState(recipe[choice]);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState('');
  const image = imageOf(recipe);
  const shown = filtered(rows, filters, image.diagonalMm);
  const current = shown.rows.find(({ name }) => name === picked) ?? shown.rows[0];
  const use = (name: string): void => {
    bench.change({ type: 'chosen', choice, label: name });
    store.close();
  };
  /** Does something that takes a while, and shows why it failed. */
  const during = async (what: string, work: () => Promise<void>): Promise<void> => {
    setProblem('');
    setBusy(what);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy('');
    }
  };
  return {
    recipe,
    parts,
    rows,
    filters,
    setFilters,
    compared,
    image,
    shown,
    current,
    problem,
    busy,
    use,
    pick: setPicked,
    toggleCompared: (name: string): void =>
      setCompared(
        compared.includes(name)
          ? compared.filter((one) => one !== name)
          : [...compared, name].slice(-MOST_COMPARED),
      ),
    clearCompared: (): void => setCompared([]),
    useScaled: (name: string, focalLengthMm: number): Promise<void> =>
      during('Scaling …', async () => {
        const { id } = await addScaledLens(name, focalLengthMm);
        await store.refresh();
        use(ownName(id));
      }),
    add: (file: File): Promise<void> =>
      during(`Reading ${file.name} …`, async () => {
        const kind = kindOf(choice, file.name);
        const { id } = await addOwnFile({ kind, file, fields: {} }, () => undefined, bench.signal);
        await store.refresh();
        setPicked(ownName(id));
      }),
    rename: (name: string, label: string): Promise<void> =>
      during('Renaming …', async () => {
        await renameOwnFile(ownIdOf(name)!, label);
        await store.refresh();
      }),
    remove: (name: string): Promise<void> =>
      during('Deleting …', async () => {
        await deleteOwnFile(ownIdOf(name)!);
        if (recipe[choice] === name) bench.change({ type: 'chosen', choice, label: '' });
        setCompared(compared.filter((one) => one !== name));
        await store.refresh();
      }),
  };
}

const kindOf = (choice: PartsChoice, name: string) =>
  choice === 'optics'
    ? /\.agf$/i.test(name)
      ? 'glass'
      : 'lens'
    : choice === 'sensor'
      ? /\.json$/i.test(name)
        ? 'sensor'
        : 'qe'
      : choice === 'scene'
        ? 'scene'
        : 'light';

/** Lenses, sensors, scenes or lights: found by their figures, compared, looked at and chosen. */
export function PartsDialog(props: PartsDialogProps) {
  const { choice, store } = props;
  const state = useParts(props);
  const switches = useReadable(props.bench.switches);
  const isComparing =
    switches.includes('compare-parts') &&
    switches.includes('sweep') &&
    (choice === 'sensor' || choice === 'optics');
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      search.current?.focus();
    }
  };
  return (
    <ListDialog title={PARTS_OF[choice]} onClose={store.close} onKeyDown={onKeyDown}>
      <FilterBar
        choice={choice}
        filters={state.filters}
        mounts={[...new Set(state.rows.flatMap(({ mount }) => mount ?? []))].toSorted()}
        search={search}
        onChange={state.setFilters}
        onAdd={(file) => void state.add(file)}
      />
      {(state.problem || state.busy) && (
        <p className={styles.line} role={state.problem ? 'alert' : 'status'}>
          {state.problem || state.busy}
        </p>
      )}
      <Contents {...props} state={state} />
      {isComparing && <PairsBar {...props} />}
    </ListDialog>
  );
}

function Contents({
  choice,
  store,
  state,
}: PartsDialogProps & { readonly state: ReturnType<typeof useParts> }) {
  const stars = useReadable(store.stars);
  const { rows, shown, current, compared, recipe, image } = state;
  const chosen = compared.flatMap((name) => rows.find((row) => row.name === name) ?? []);
  return (
    <div className={styles.split}>
      <div className={styles.list}>
        {shown.problem ? (
          <p className={styles.none}>{shown.problem}</p>
        ) : (
          <PartTable
            choice={choice}
            rows={shown.rows}
            current={current?.name}
            chosen={recipe[choice]}
            stars={stars}
            compared={compared}
            onPick={state.pick}
            onUse={state.use}
            onCompare={state.toggleCompared}
            onStar={store.toggleStar}
          />
        )}
      </div>
      <div className={styles.side}>
        {chosen.length > 1 ? (
          <>
            <ComparedParts choice={choice} rows={chosen} onUse={state.use} />
            <Button variant="default" size="xs" h={32} onClick={state.clearCompared}>
              Back to one part
            </Button>
          </>
        ) : (
          current && (
            <PartView
              key={current.name}
              choice={choice}
              row={current}
              image={image}
              onUse={() => state.use(current.name)}
              onUseScaled={(focalLengthMm) => void state.useScaled(current.name, focalLengthMm)}
              onRename={(label) => void state.rename(current.name, label)}
              onRemove={() => void state.remove(current.name)}
            />
          )
        )}
      </div>
    </div>
  );
}
