import { ModalFrame } from '../../kit/dialog/modal-frame.tsx';
import { useReadable } from '../../model/store.ts';
import { shortcutOf } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import type { Bodies } from '../actions/bodies.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';
import styles from './keys-sheet.module.css';

/** Keys of the picture itself (kit/picture/picture.tsx). */
const OF_PICTURE = [
  { key: '+ −', says: 'zoom' },
  { key: '0', says: 'fits the picture' },
  { key: 'Z', says: 'fits, or shows a pixel as a pixel' },
  { key: 'Arrows', says: 'move the picture' },
  { key: 'Esc', says: 'leaves what was opened last' },
];

interface KeysSheetProps {
  readonly workbench: Pick<Workbench, 'features'>;
  readonly bodies: Bodies;
  readonly onClose: () => void;
}

/** All keys that mean something while these features are on. */
export function KeysSheet({ workbench, bodies, onClose }: KeysSheetProps) {
  const keys = allOf(useReadable(workbench.features), 'keys');
  const lists = [
    {
      heading: 'Everywhere',
      rows: [
        ...actions.flatMap(({ label, controlKey }) =>
          controlKey && bodies[label] ? [{ key: shortcutOf(controlKey, 'Ctrl'), says: label }] : [],
        ),
        ...keys.filter(({ where }) => where === 'page'),
        { key: '?', says: 'shows these keys' },
      ],
    },
    {
      heading: 'While the picture or its strip has the focus',
      rows: [...keys.filter(({ where }) => where === 'picture'), ...OF_PICTURE],
    },
  ];
  return (
    <ModalFrame
      title="Keys"
      size={480}
      xOffset={8}
      yOffset={8}
      onClose={onClose}
      bodyClass={styles.body}
    >
      {lists.map(({ heading, rows }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <dl>
            {rows.map(({ key, ...row }) => (
              <div key={key}>
                <dt>
                  <kbd>{key.replace('Control', 'Ctrl')}</kbd>
                </dt>
                <dd>{row.says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalFrame>
  );
}
