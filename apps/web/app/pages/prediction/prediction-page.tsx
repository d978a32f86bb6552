import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import computed from './prediction.json';
import styles from './prediction-page.module.css';

export const meta = pageMeta({
  path: '/research/prediction',
  title: 'Which figure predicts',
  description:
    'Cameras of a simulator, their figures of noise, sharpness and information, and the score of a detector behind each of them: which figure orders the scores.',
});

const { figures, differences, leftOut, facts } = computed;

/** A label whose figure and percent sign are not parted by a line. */
const unbroken = (label: string): string => label.replace(' %', '\u00a0%');

/** Three decimals, never "-0.000"; a dash where there is none. */
function shown(value: number | null): string {
  if (value === null) return '–';
  const text = value.toFixed(3);
  return Number(text) === 0 ? (0).toFixed(3) : text.replace('-', '−');
}

const range = (interval: readonly number[] | null): string =>
  interval ? `${shown(interval[0]!)} to ${shown(interval[1]!)}` : '–';

/** A rank correlation from −1 to 1 with its interval. */
const Whiskers = ({ at, interval }: { at: number; interval: readonly number[] }) => (
  <svg className={styles.whiskers} viewBox="-1.05 -0.1 2.1 0.2" aria-hidden>
    <line x1={-1} x2={1} y1={0} y2={0} className={styles.axis} />
    <line x1={0} x2={0} y1={-0.08} y2={0.08} className={styles.axis} />
    <line x1={interval[0]} x2={interval[1]} y1={0} y2={0} className={styles.interval} />
    <circle cx={at} cy={0} r={0.045} className={styles.point} />
  </svg>
);

const Figures = () => (
  <PageSection labelledBy="figures">
    <h2 id="figures">Figures by their rank correlation</h2>
    <p>
      Spearman’s correlation of each figure with the score, over {facts.cameras} cameras, with its
      95&nbsp;% interval. The score is then fitted on {facts.train} of them as a rising or falling
      function of the figure; rho and error are of the other {facts.test}, which the fit has not
      met.
    </p>
    <div className={styles.wide} tabIndex={0} role="region" aria-label="Figures">
      <table className={styles.table}>
        <thead>
          <tr>
            {['Figure', 'Cameras', 'Spearman', '95\u00a0%', '−1 to 1', 'rho', 'Error'].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ figure, label, n, spearman, interval, test }) => (
            <tr key={figure}>
              <th scope="row">{unbroken(label)}</th>
              <td>{n}</td>
              <td>{shown(spearman)}</td>
              <td>{range(interval)}</td>
              <td>
                <Whiskers at={spearman} interval={interval} />
              </td>
              <td>{shown(test.rho)}</td>
              <td>{shown(test.rmse)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul className={styles.notes}>
      {figures
        .filter(({ missing }) => missing > 0)
        .map(({ figure, label, missing }) => (
          <li key={figure}>
            {missing} cameras have no {unbroken(label)}; they are left out for that figure.
          </li>
        ))}
    </ul>
  </PageSection>
);

const Differences = () => (
  <PageSection surface="mist" labelledBy="differences">
    <h2 id="differences">Which figures can be told apart</h2>
    <p>
      Differences of the absolute correlations, in the same draws of cameras. Where the interval
      holds 0, these cameras cannot tell which of both is better.
    </p>
    <ul className={styles.notes}>
      {differences.map(({ first, second, value, interval, isApart }) => (
        <li key={`${first} ${second}`}>
          {unbroken(first)} and {unbroken(second)}{' '}
          {isApart ? 'differ' : 'cannot be told apart here'}: {shown(value)}, {range(interval)}.
        </li>
      ))}
    </ul>
  </PageSection>
);

const LeftOut = () => (
  <PageSection labelledBy="left-out">
    <h2 id="left-out">Cameras of a kind that no fit has met</h2>
    <p>
      All cameras with one value of a factor are left out, the score is fitted on the others, and
      the figure orders those that were left out: rank correlation. Numbers of many values are taken
      by quarters, q1 to q4. A dash: fewer than ten of them have the figure.
    </p>
    <div className={styles.wide} tabIndex={0} role="region" aria-label="Left out">
      <table className={styles.table}>
        <thead>
          <tr>
            {['Left out', 'Cameras', ...figures.map(({ label }) => unbroken(label))].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leftOut.map(({ name, n, rho }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{n}</td>
              {rho.map((value, at) => (
                <td key={figures[at]!.figure}>{shown(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </PageSection>
);

const Again = () => (
  <PageSection surface="mist" labelledBy="again">
    <h2 id="again">The cameras, and how to do it again</h2>
    <p>
      Pixels of 1.4 to 9&nbsp;µm on one die, three lenses from f/5.6 to f/16 up to 60&nbsp;µm out of
      focus, scenes of 1 to 1,000&nbsp;cd/m², read noise, longest exposure, and two ISPs with and
      without noise reduction and edge enhancement. All cameras see the same {facts.pictures}{' '}
      pictures of marks with the noise of one seed, and every figure is computed before any score.
      Computed once with Lumenloom {facts.version} on {facts.machine}, in {facts.hours}.
    </p>
    <pre className={styles.command}>
      {`npm run -s lumenloom -- predict example:predict --out prediction\nnpm run -s lumenloom -- predict --table prediction-cameras.csv --score dataset.map50 --figures ${figures.map(({ figure }) => figure).join(',')} --factors ${facts.factors.join(',')}`}
    </pre>
    <p>
      The table of the cameras, <code>prediction-cameras.csv</code>, comes with the source of this
      page, a row each. <Link to="/documentation/which-figure-predicts">The guide</Link> has the
      plan, and how to do it with cameras and scores of your own.
    </p>
    <Button component={Link} to="/contact" prefetch="intent" size="md">
      Contact Us
    </Button>
  </PageSection>
);

export default function PredictionPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          above="Research"
          title="Which figure predicts"
          lead="Everybody sells a figure of noise, sharpness or information. Which of them tells whether a network will work? We built cameras, measured them, and showed each the same labelled pictures. Measured on these scenes, this network and these cameras only."
        />
      </PageSection>
      <Figures />
      <Differences />
      <LeftOut />
      <Again />
    </>
  );
}
