import { useEffectEvent, useLayoutEffect } from 'react';
import { WORKSPACES } from '../../model/workspaces.ts';
import { useReadable } from '../../model/store.ts';
import type { Workbench } from '../bench/workbench.ts';
import styles from './example-line.module.css';

/** What the first result of an example says, and the next step from there. */
export function ExampleLine({ workbench }: { readonly workbench: Workbench }) {
  const { examples, tools, show } = workbench;
  const answered = useReadable(examples);
  const switches: readonly string[] = useReadable(workbench.switches);
  const { offered } = useReadable(tools);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) examples.close();
  });
  const isShown = answered !== undefined;
  // Listens as soon as the line is drawn; on a busy page, ordinary effects run later.
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isShown]);
  if (!answered) return undefined;
  const next = answered.next.find(({ feature }) => switches.includes(feature));
  const mayTurnOn = answered.next.some(({ feature }) =>
    (offered as readonly string[] | undefined)?.includes(feature),
  );
  return (
    <span className={styles.line}>
      <span className={styles.answer}>{answered.answer}</span>
      {next && (
        <span>
          Next:{' '}
          <button
            type="button"
            className={styles.step}
            onClick={() => {
              examples.close();
              show(
                next.opens === 'parts'
                  ? { modal: next.opens, section: next.field }
                  : WORKSPACES.some(({ id }) => id === next.opens)
                    ? { workspace: next.opens, section: next.field }
                    : { tab: next.opens, section: next.field, figures: answered.figures },
              );
            }}
          >
            {next.says}
          </button>
        </span>
      )}
      {!next && mayTurnOn && (
        <span>
          <button type="button" className={styles.step} onClick={() => tools.turn('all')}>
            Turn on all tools
          </button>{' '}
          <span className={styles.why}>to measure, compare and vary it.</span>
        </span>
      )}
    </span>
  );
}
