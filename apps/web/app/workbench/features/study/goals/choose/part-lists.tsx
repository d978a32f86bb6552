import { labels, ownName, type OwnFile, type PartsAnswer } from '@lumenloom/contract';
import { illuminants, isps, optics, publishedName, sensors } from '@lumenloom/engine/catalogue';
import { useEffect, useState } from 'react';
import styles from '../../../../kit/study/study-pane.module.css';
import { StudyPart } from '../../../../kit/study/study-parts.tsx';
import { shownChoice } from '../../../../model/own-names.ts';
import { LISTS, type ChoiceDraft, type ListName } from './choice-draft.ts';
import listStyles from './part-lists.module.css';

/** A part that may be raced. */
interface Part {
  readonly name: string;
  readonly label: string;
}

const CATALOGUES = { lens: optics, sensor: sensors, isp: isps, light: illuminants } as const;
const KINDS: Readonly<Partial<Record<ListName, OwnFile['kind']>>> = {
  lens: 'lens',
  sensor: 'sensor',
  light: 'light',
};

type Found = Readonly<Record<ListName, readonly Part[]>>;

/** Parts of all lists: built-in ones, published ones, and files of the account. */
function foundIn(parts: Pick<PartsAnswer, 'lenses' | 'sensors'>, files: readonly OwnFile[]): Found {
  const listed = (list: ListName): readonly Part[] => {
    const known = list === 'lens' ? parts.lenses : list === 'sensor' ? parts.sensors : [];
    const published = known.flatMap(({ name }) => (publishedName(name) === undefined ? [] : name));
    const own = files.filter(({ kind }) => kind === KINDS[list]);
    return [
      ...labels(CATALOGUES[list]).map((name) => ({ name, label: name })),
      ...published.map((name) => ({ name, label: shownChoice(name) })),
      ...own.map(({ id, name }) => ({ name: ownName(id), label: name })),
    ];
  };
  return {
    lens: listed('lens'),
    sensor: listed('sensor'),
    isp: listed('isp'),
    light: listed('light'),
  };
}

const NONE = { lenses: [], sensors: [] };

/** Asks the server for parts; those of the program are there at once. */
function useParts(): Found {
  const [found, setFound] = useState<Found>(() => foundIn(NONE, []));
  useEffect(() => {
    let isStale = false;
    const ask = async (): Promise<void> => {
      const { listOwnFiles, listParts } = await import('../../../../../api/library.ts');
      const [parts, files] = await Promise.all([
        listParts().catch(() => NONE),
        listOwnFiles().catch(() => []),
      ]);
      if (!isStale) setFound(foundIn(parts, files));
    };
    void ask();
    return () => {
      isStale = true;
    };
  }, []);
  return found;
}

/** The lists of parts that are raced against each other. */
export function PartLists({
  parts,
  onParts,
}: {
  readonly parts: ChoiceDraft['parts'];
  readonly onParts: (parts: ChoiceDraft['parts']) => void;
}) {
  const found = useParts();
  return (
    <StudyPart
      title="Parts"
      says="Each lens with each sensor and so on is a camera. A list without any is what the recipe says."
    >
      {(Object.keys(LISTS) as ListName[]).map((list) => (
        <PartList
          key={list}
          title={LISTS[list].title}
          found={found[list]}
          chosen={parts[list]}
          onChosen={(chosen) => onParts({ ...parts, [list]: chosen })}
        />
      ))}
    </StudyPart>
  );
}

function PartList({
  title,
  found,
  chosen,
  onChosen,
}: {
  readonly title: string;
  readonly found: readonly Part[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}) {
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = found.filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  const isChosen = (name: string): boolean => chosen.includes(name);
  // In the order of the list, so that cameras have the names of the command line.
  const choose = (names: readonly string[]): void =>
    onChosen(found.flatMap(({ name }) => (names.includes(name) ? name : [])));
  const all = shown.map(({ name }) => name);
  return (
    <details className={listStyles.list}>
      <summary>
        {title}
        <span>{chosen.length === 0 ? 'of the recipe' : `${chosen.length} of ${found.length}`}</span>
      </summary>
      <input
        type="search"
        aria-label={`Search ${title.toLowerCase()}`}
        placeholder={`Search ${title.toLowerCase()}`}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div className={listStyles.buttons}>
        <button type="button" onClick={() => choose([...chosen, ...all])}>
          Add {words.length > 0 ? `these ${shown.length}` : 'all'}
        </button>
        <button type="button" onClick={() => choose(chosen.filter((name) => !all.includes(name)))}>
          Remove {words.length > 0 ? `these ${shown.length}` : 'all'}
        </button>
      </div>
      <div className={listStyles.names} role="group" aria-label={title} tabIndex={0}>
        {shown.map(({ name, label }) => (
          <label key={name} className={styles.check}>
            <input
              type="checkbox"
              checked={isChosen(name)}
              onChange={() =>
                choose(
                  isChosen(name) ? chosen.filter((other) => other !== name) : [...chosen, name],
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
    </details>
  );
}
