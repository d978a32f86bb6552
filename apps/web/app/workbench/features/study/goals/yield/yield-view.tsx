import { yieldPage, type YieldResults } from '@lumenloom/experiment/page';
import { YieldSections } from '@lumenloom/report';
import styles from '../../../../kit/study/study-view.module.css';
import type { ExperimentProps } from '../../contributions.tsx';
import { ShownResults } from '../../view.tsx';
import type { YieldKind } from './goal.tsx';

/** The spreads of a document that are in percent, by their names. */
const percentsIn = ({ spread }: YieldKind['document']): ReadonlySet<unknown> =>
  new Set(
    (spread as readonly { readonly name?: string; readonly percent?: number }[]).flatMap(
      ({ name, percent }) => (percent === undefined ? [] : [name]),
    ),
  );

/** What the yield has found, in place of the picture. */
export function YieldView({
  experiment: { status, document, results },
}: ExperimentProps<YieldKind>) {
  if (results === undefined)
    return <p className={styles.empty}>The share comes when all cameras are run.</p>;
  const percents = percentsIn(document);
  const page = yieldPage(results as YieldResults, (name) => percents.has(name), '');
  return (
    <ShownResults name={status.name}>
      <YieldSections page={page} />
    </ShownResults>
  );
}
