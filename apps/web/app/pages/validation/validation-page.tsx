import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { comparisons, figureText, type Comparison } from './figures.ts';
import styles from './validation-page.module.css';

/**
 * The page is drawn with its plots while it is built; their code comes when everything else is
 * there.
 */
const plots = () => import('./validation-plots.tsx');
const MtfPlots = lazy(async () => ({ default: (await plots()).MtfPlots }));
const FieldSfrPlots = lazy(async () => ({ default: (await plots()).FieldSfrPlots }));
const DeviationPlot = lazy(async () => ({ default: (await plots()).DeviationPlot }));

export const meta = pageMeta({
  path: '/research/validation',
  title: 'Validation',
  description:
    'Every model of the simulator beside a tool that others wrote: the worst deviation found and the one at which our tests fail.',
});

/** The share of a tolerance that a deviation takes. */
function ShareOfTolerance({ share }: { readonly share: number }) {
  return (
    <svg className={styles.share} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect width={100} height={8} className={styles.whole} />
      <rect width={100 * share} height={8} className={styles.taken} />
    </svg>
  );
}

const Row = ({ what, unit, ours, allowed }: Comparison) => (
  <tr>
    <th scope="row">{what}</th>
    {ours === undefined || allowed === undefined ? (
      <>
        <td data-name="worst">every bit agrees</td>
        <td data-name="allowed">no bit may differ</td>
        <td />
      </>
    ) : (
      <>
        <td data-name="worst">{figureText(ours, unit)}</td>
        <td data-name="allowed">{figureText(allowed, unit)}</td>
        <td>
          <ShareOfTolerance share={ours / allowed} />
        </td>
      </>
    )}
  </tr>
);

const Deviations = () => (
  <PageSection labelledBy="figures">
    <h2 id="figures">Deviations</h2>
    <p>
      Worst is the largest deviation over all cases of a row. Allowed is where the test fails. A
      figure without a unit is relative, or a share of the whole. The bar is the share of the
      tolerance that is used.{' '}
    </p>
    <div className={styles.groups}>
      {comparisons.map(({ title, against, rows }) => (
        <table key={title} className={styles.table}>
          <caption>
            <strong>{title}</strong>
            <span>{against}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">Compared</th>
              <th scope="col">Worst</th>
              <th scope="col">Allowed</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} {...row} />
            ))}
          </tbody>
        </table>
      ))}
    </div>
  </PageSection>
);

const Plots = () => (
  <>
    <PageSection surface="mist" labelledBy="lenses">
      <h2 id="lenses">Lenses: ours and an independent tracer</h2>
      <p>
        Lines are the other tracer’s, solid for tangential and dashed for sagittal modulation. Dots
        are ours.
      </p>
      <div className={styles.plots}>
        <Suspense>
          <MtfPlots />
        </Suspense>
      </div>
    </PageSection>
    <PageSection labelledBy="sharpness">
      <h2 id="sharpness">Sharpness: measured and known</h2>
      <p>
        A simulator knows what a picture should show. Dots are the slanted-edge MTF50 of green
        pixels of 2.2&nbsp;µm under D65, measured on the picture as one would on a real camera.
        Lines are what lens and pixel pass, computed without the picture: solid for edges across the
        radius, dashed along it.
      </p>
      <div className={styles.plots} data-columns={2}>
        <Suspense>
          <FieldSfrPlots />
        </Suspense>
      </div>
    </PageSection>
    <PageSection surface="mist" labelledBy="noise">
      <div className={styles.beside}>
        <div>
          <h2 id="noise">Noise: recovered from frames</h2>
          <p>
            Twenty sensors with random parameters are characterised after EMVA&nbsp;1288 from their
            frames alone. Gain, quantum efficiency, dark noise, DSNU and PRNU come back, each with a
            standard error. If the errors are stated rightly, the deviations follow the line. Where
            dark noise is too small to be told from the converter’s steps, its standard error is as
            large as the figure; such deviations lie between 0 and 1.
          </p>
        </div>
        <Suspense>
          <DeviationPlot />
        </Suspense>
      </div>
    </PageSection>
  </>
);

const Limits = () => (
  <PageSection labelledBy="limits">
    <h2 id="limits">What is not shown here</h2>
    <ul className={styles.limits}>
      <li>
        Agreement with other programs is not agreement with your part. Stray light, assembly and a
        sensor’s own habits have to be measured and put in.
      </li>
      <li>
        Red and blue pixels of the fisheye measure up to .034 off to Nyquist and .056 beyond,
        because its focus changes fast towards blue. The table above is about green.
      </li>
      <li>
        The whole chain, Macbeth chart to developed picture, is off by a mean ΔE76 of 11.7 with all
        defaults, because the ISP’s colour matrix is generic. White balance and matrix can be fitted
        to a light.
      </li>
    </ul>
    <p>
      Which of a camera’s figures tells whether a network will work is{' '}
      <Link to="/research/prediction" prefetch="intent">
        another question
      </Link>
      .
    </p>
    <p>
      Bring a part on an optical bench or raw frames in measured light, and we publish how far off
      we are.
    </p>
    <Button component={Link} to="/contact" prefetch="intent" size="md">
      Contact Us
    </Button>
  </PageSection>
);

export default function ValidationPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          above="Research"
          title="Validation"
          lead="Every model of the simulator beside a tool that others wrote or a closed formula, with the worst deviation found. Our tests measure these figures, this page is made from them, and a test fails when one gets worse."
        />
      </PageSection>
      <Deviations />
      <Plots />
      <Limits />
    </>
  );
}
