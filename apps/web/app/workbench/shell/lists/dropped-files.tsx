import { Button } from '@mantine/core';
import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { choiceLists } from '../../model/choice-lists.ts';
import { useReadable } from '../../model/store.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import { areToolsOffered } from '../tools/tools-store.ts';
import { filesInWords } from './dropped.ts';
import styles from './dropped-files.module.css';

/** Asks which list shall have the files that were dropped on the workbench. */
export function DroppedFiles({
  workbench,
  onClose,
}: {
  readonly workbench: Workbench;
  readonly onClose: () => void;
}) {
  const files = useReadable(workbench.dropped);
  const extensions = allOf(useReadable(workbench.features), 'lists');
  const isOffered = areToolsOffered(useReadable(workbench.tools));
  const takers = choiceLists(useReadable(workbench.switches)).flatMap(({ choice, label }) => {
    const onDrop = extensions.findLast((one) => one.choice === choice && one.onDrop)?.onDrop;
    return onDrop ? [{ label, onDrop }] : [];
  });
  const name = filesInWords(files);
  return (
    <ModalFrame
      title={takers.length > 0 ? `What is ${name}?` : 'Dropped'}
      size={400}
      onClose={onClose}
      bodyClass={styles.body}
    >
      {takers.length > 0 ? (
        <>
          <p>It is added to the list that it is for, after a look at what was read.</p>
          <div className={styles.lists}>
            {takers.map(({ label, onDrop }) => (
              <Button
                key={label}
                size="xs"
                variant="default"
                onClick={() => {
                  onClose();
                  onDrop(files);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p>
          {isOffered
            ? `${name} was not taken: files of your own come with All tools (sidebar).`
            : `${name} was not taken: this build takes no files of your own.`}
        </p>
      )}
    </ModalFrame>
  );
}
