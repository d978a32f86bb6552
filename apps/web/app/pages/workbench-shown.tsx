import type { ReactNode } from 'react';
import { EnginePicture } from '../ui/engine-picture/engine-picture.tsx';
import styles from './workbench-shown.module.css';

/** The workbench after a run, beside what it does. @param children headline and ways on. */
export function WorkbenchShown({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.workbench}>
      <EnginePicture
        name="workspace-bench"
        alt="The workbench: lists for light, scene, lens, sensor and ISP above the simulated apple.jpg, the stages on the way to it below, and the log of the run beside it"
        sizes="(min-width: 75em) 700px, (min-width: 62em) 58vw, 92vw"
      />
      <div>{children}</div>
    </div>
  );
}
