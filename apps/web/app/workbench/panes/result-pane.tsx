import { useState } from 'react';
import type { RunState } from '../run/run-store.ts';
import styles from './result-pane.module.css';

const emptySentences = {
  fresh: 'Choose a scene, then Run (Ctrl+Enter).',
  running: 'Simulating…',
  ended: 'No picture: the log says why.',
} as const;

/** The picture, as large as it fits, with what it was made with. */
export function ResultPane({ run }: { readonly run: RunState }) {
  const [size, setSize] = useState('');
  return (
    <section className={styles.pane} aria-label="Result">
      <div className={styles.picture}>
        {run.image
          ? <img src={run.image} alt="Simulation result" onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight} px`)} />
          : <p>{emptySentences[run.phase]}</p>}
      </div>
      <p className={styles.caption}>{run.image && <><span>{run.caption}</span><span>{size}</span></>}</p>
    </section>
  );
}
