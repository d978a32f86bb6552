import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url';
import type { PageHandle } from '../root.tsx';
import { siteConfig } from '../site-config.ts';
import type { Route } from './+types/workbench-page.ts';
import { ChoiceStrip } from './choices/choice-strip.tsx';
import { LogPane } from './panes/log-pane.tsx';
import { ResultPane } from './panes/result-pane.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useWorkbench } from './use-workbench.ts';
import styles from './workbench-page.module.css';

export const handle: PageHandle = { surround: 'dark' };

export const meta: Route.MetaFunction = () => [
  { title: `System Optimization · ${siteConfig.productName}` },
  { name: 'description', content: 'Choose light, scene, optics and sensor, run the simulation, and watch its log and its picture arrive.' },
];

export const links: Route.LinksFunction = () => [{ rel: 'preload', href: monoLatin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }];

export default function WorkbenchPage() {
  const { workbench, onAction, onChoose } = useWorkbench();
  const { recipe, run } = workbench;
  return (
    <div className={styles.workbench}>
      <Sidebar />
      <main className={styles.main}>
        <h1 className={styles.title}>System Optimization</h1>
        <Toolbar workbench={workbench} onAction={onAction} />
        <ChoiceStrip recipe={recipe} onChoose={onChoose} />
        <div className={styles.panes}>
          <ResultPane run={run} />
          <LogPane lines={run.log} />
        </div>
      </main>
    </div>
  );
}
