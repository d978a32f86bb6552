import { ownName, type DatasetFile } from '@lumenloom/contract';
import { useEffect, useState } from 'react';
import { ownFile } from '../../../../api/library.ts';
import { ownFiles } from '../../../model/own-names.ts';
import { useReadable } from '../../../model/store.ts';
import { mappingOf, withCategory } from './class-mapping.ts';
import styles from './parts-dialog.module.css';

interface ClassMappingProps {
  readonly categories: readonly string[];
  readonly classMap: DatasetFile['classMap'];
  readonly onChange: (classMap: DatasetFile['classMap']) => void;
}

/** Labels of a network; undefined until they are there, null where its file names none. */
function useLabels(id: string): readonly string[] | null | undefined {
  const [loaded, setLoaded] = useState<{
    readonly id: string;
    readonly labels: readonly string[] | null;
  }>();
  useEffect(() => {
    if (id === '') return undefined;
    const leaving = new AbortController();
    ownFile(id, leaving.signal).then(
      ({ preview }) => {
        const labels = preview.kind === 'network' ? preview.descriptor['labels'] : null;
        setLoaded({ id, labels: Array.isArray(labels) ? (labels as string[]) : null });
      },
      () => !leaving.signal.aborted && setLoaded({ id, labels: null }),
    );
    return () => leaving.abort();
  }, [id]);
  return loaded?.id === id ? loaded.labels : undefined;
}

/** Which class of a network means which category of the data set. */
export function ClassMapping({ categories, classMap, onChange }: ClassMappingProps) {
  const networks = useReadable(ownFiles).filter(({ kind }) => kind === 'network');
  const [picked, setPicked] = useState('');
  const id = picked || (networks[0]?.id ?? '');
  const labels = useLabels(id);
  if (categories.length === 0) return undefined;
  return (
    <section className={styles.mapping} aria-label="Classes">
      <h3>Classes</h3>
      <p>{categories.join(', ')}</p>
      {networks.length === 0 ? (
        <p>Add a network to see which of its classes mean these.</p>
      ) : (
        <label>
          <span>Compare with the classes of</span>
          <select value={id} onChange={(event) => setPicked(event.target.value)}>
            {networks.map((network) => (
              <option key={ownName(network.id)} value={network.id}>
                {network.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {labels === null && <p>The classes of this network have no names: add labels to it.</p>}
      {labels && (
        <Pairs labels={labels} categories={categories} classMap={classMap} onChange={onChange} />
      )}
    </section>
  );
}

function Pairs({
  labels,
  categories,
  classMap,
  onChange,
}: ClassMappingProps & { readonly labels: readonly string[] }) {
  const { equal, others, unreached, strange } = mappingOf(labels, categories, classMap);
  return (
    <>
      <p role="status">
        {equal.length} of {labels.length} labels have equal names
        {unreached.length > 0 && `; no label means ${unreached.join(', ')}`}.
      </p>
      {strange.length > 0 && (
        <p>
          {strange.join(', ')}: said of another network, and refused with this one.{' '}
          <button type="button" onClick={() => onChange(withCategory(labels, classMap, '', ''))}>
            Take out
          </button>
        </p>
      )}
      {others.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Label of the network</th>
              <th scope="col">Category of the data set</th>
            </tr>
          </thead>
          <tbody>
            {others.map(({ label, category }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <select
                    aria-label={`Category of ${label}`}
                    value={category}
                    onChange={(event) =>
                      onChange(withCategory(labels, classMap, label, event.target.value))
                    }
                  >
                    <option value="">none</option>
                    {categories.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
