import { labels, type OwnFile } from '@lumenloom/contract';
import { optics } from '@lumenloom/engine/catalogue';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { focusInPlace } from './focus-in-place.ts';
import styles from './library-dialog.module.css';

interface MineListProps {
  readonly files: readonly OwnFile[];
  /** Id of the file that the list has chosen. */
  readonly chosen: string | undefined;
  readonly onUse: (file: OwnFile) => void;
  readonly onLook: (file: OwnFile) => void;
  readonly onRename: (file: OwnFile, name: string) => void;
  readonly onRemove: (file: OwnFile) => void;
}

/** The files of a list, each with what can be done with it. */
export function MineList({ files, ...rest }: MineListProps) {
  if (files.length === 0) return <p className={styles.none}>You have no files here yet.</p>;
  return (
    <ul className={styles.mine} aria-label="Mine">
      {files.map((file) => (
        <MineRow key={file.id} file={file} {...rest} />
      ))}
    </ul>
  );
}

/** The lenses that come with the program: they have sheets too. */
export function ListedLenses({ onLook }: { readonly onLook: (label: string) => void }) {
  return (
    <section>
      <h3 className={styles.listed}>Lenses of the list</h3>
      <ul className={styles.mine}>
        {labels(optics).map((label) => (
          <li key={label}>
            <div>{label}</div>
            <IconButton
              label={`Lens sheet of ${label}`}
              icon={IconEye}
              onClick={() => onLook(label)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MineRow({
  file,
  chosen,
  onUse,
  onLook,
  onRename,
  onRemove,
}: Omit<MineListProps, 'files'> & { readonly file: OwnFile }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, name, kind, summary } = file;
  return (
    <li aria-current={chosen === id || undefined}>
      <div>
        {isRenaming ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const newName = (new FormData(event.currentTarget).get('name') as string).trim();
              setIsRenaming(false);
              if (newName !== '' && newName !== name) onRename(file, newName);
            }}
          >
            <input
              name="name"
              aria-label={`New name of ${name}`}
              defaultValue={name}
              maxLength={100}
              ref={focusInPlace}
              onBlur={(event) => event.currentTarget.form!.requestSubmit()}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                event.currentTarget.value = name;
                setIsRenaming(false);
              }}
            />
          </form>
        ) : kind === 'glass' ? (
          <strong>{name}</strong>
        ) : (
          <button type="button" className={styles.use} onClick={() => onUse(file)}>
            {name}
          </button>
        )}
        <span>{summary}</span>
      </div>
      <IconButton
        label={kind === 'lens' ? `Lens sheet of ${name}` : `Look at ${name}`}
        icon={IconEye}
        onClick={() => onLook(file)}
      />
      <IconButton label={`Rename ${name}`} icon={IconPencil} onClick={() => setIsRenaming(true)} />
      <IconButton
        label={`Delete ${name}`}
        icon={IconTrash}
        onClick={() => {
          if (window.confirm(`Delete "${name}"? Recipes that name it cannot be run any more.`))
            onRemove(file);
        }}
      />
    </li>
  );
}
