import { LabHead, LabSections, type LabPage } from '@lumenloom/report';
import styles from '../../../../kit/study/study-view.module.css';
import type { ExperimentProps } from '../../contributions.tsx';
import { ShownResults } from '../../view.tsx';
import type { Report } from './goal.tsx';

/** The sections of a report, in place of the picture. */
export function ReportResults({ experiment: { status, results } }: ExperimentProps<Report>) {
  if (results === undefined)
    return <p className={styles.empty}>The report comes when all its charts are measured.</p>;
  const page = results as LabPage;
  return (
    <ShownResults name={status.name}>
      <div className="lab">
        <LabHead page={page} />
        <LabSections page={page} />
      </div>
    </ShownResults>
  );
}
