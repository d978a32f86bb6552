import { useEffect, useRef, useState } from 'react';
import type { SceneView } from './scene-view.ts';
import type { WorldState } from './world-draft.ts';
import type { WorldStore } from './world-store.ts';
import styles from './world-workspace.module.css';

const NO_VIEW =
  'The view needs WebGL, which this browser does not give; the picture needs nothing.';

/** Where things, lamps and the camera stand: a helper, never the picture. */
export function SceneViewFrame({
  state,
  store,
}: {
  readonly state: WorldState;
  readonly store: WorldStore;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<SceneView>();
  const [problem, setProblem] = useState('');
  const { facts, selected } = state;
  useEffect(() => {
    let opened: SceneView | undefined;
    let isOpen = true;
    import('./scene-view.ts')
      .then(({ openSceneView }) => {
        if (!isOpen || !canvas.current) return;
        opened = openSceneView(canvas.current, store.select);
        setView(opened);
      })
      .catch((error: unknown) => {
        console.warn('view of the scene:', error);
        if (isOpen) setProblem(NO_VIEW);
      });
    return () => {
      isOpen = false;
      opened?.close();
    };
  }, [store]);
  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!view || !element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) view.resize(width, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [view]);
  useEffect(() => {
    if (view && facts) view.show(facts.value, facts.document, selected);
  }, [view, facts, selected]);
  if (problem !== '') return <p>{problem}</p>;
  return (
    <div className={styles.view}>
      <canvas ref={canvas} role="img" aria-label="View of where things stand" />
    </div>
  );
}
