import { choicePage, pageOfLooks, trailsOf, type ChoiceResults } from '@lumenloom/experiment/page';
import { ChoiceSections } from '@lumenloom/report';
import styles from '../../../../kit/study/study-view.module.css';
import type { ExperimentProps } from '../../contributions.tsx';
import { ShownResults } from '../../view.tsx';
import type { Choice } from './goal.tsx';

/** The race in place of the picture: it grows with each look, and ends with the statement. */
export function ChoiceView({
  experiment: { status, document, runs, results },
}: ExperimentProps<Choice>) {
  const found = results as ChoiceResults | undefined;
  const page = found
    ? choicePage(
        found,
        trailsOf(
          runs,
          found.candidates.map(({ name }) => name),
        ),
        '',
      )
    : pageOfLooks(document, runs);
  return page ? (
    <ShownResults name={status.name}>
      <ChoiceSections page={page} />
    </ShownResults>
  ) : (
    <p className={styles.empty}>The cameras are shown at the first look.</p>
  );
}
