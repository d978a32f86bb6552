import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { CaptionedPicture } from '../../ui/captioned-picture/captioned-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { NextPageLink } from '../../ui/page/next-page-link.tsx';
import { useSwitch } from '../../use-switch.ts';
import { exampleAddress, EXAMPLES } from '../../workbench/model/examples.ts';
import styles from './demo-page.module.css';

const DemoCamera = lazy(() => import('./camera/demo-camera.tsx'));

export const meta = pageMeta({
  path: '/demo',
  title: 'Enterprise Demo',
  description:
    'See your own camera question answered: a guided session of the camera simulator with your light, your optics, your sensor and your algorithm.',
});

const steps = [
  ['Before', 'You tell us the task, the light and the parts that you compare. Data sheets help.'],
  [
    'In the session',
    'We enter them, run the chain and change one part at a time. You see the picture, the log and the figures of each run.',
  ],
  [
    'Afterwards',
    'You keep the recipes. With the same seeds they give the same pictures, bit for bit, on your own installation.',
  ],
] as const;

export default function DemoPage() {
  return (
    <>
      <Opening />
      <PageSection surface="mist" labelledBy="session">
        <h2 id="session">What happens in a session</h2>
        <ol className={styles.steps}>
          {steps.map(([when, what]) => (
            <li key={when}>
              <h3>{when}</h3>
              <p>{what}</p>
            </li>
          ))}
        </ol>
      </PageSection>
      <PageSection labelledBy="examples">
        <h2 id="examples">Questions to open yourself</h2>
        <p className={styles.lead}>
          Each opens the workbench with a recipe that answers its question, and runs it.
        </p>
        <ul className={styles.steps}>
          {EXAMPLES.map((example) => (
            <li key={example.id}>
              <h3>
                <NextPageLink to={exampleAddress(example)}>{example.name}</NextPageLink>
              </h3>
              <p>{example.question}</p>
            </li>
          ))}
        </ul>
      </PageSection>
    </>
  );
}

function Opening() {
  return (
    <PageSection>
      <div className={styles.demo}>
        <div>
          <PageTitle
            title="Enterprise Demo"
            lead={`Bring a camera question of your own. In a guided session we set up its light, optics, sensor and algorithm in ${siteConfig.productName}, run it with you, and show how it is deployed on your premises.`}
          />
          <div className={styles.ways}>
            <Button
              size="lg"
              component={Link}
              to="/contact_sales"
              state={{ planName: 'Enterprise' }}
              data-needs-scripts
              prefetch="intent"
            >
              Contact Sales
            </Button>
            <NextPageLink to="/product_features">See all product features</NextPageLink>
          </div>
        </div>
        <PictureOrCamera />
      </div>
    </PageSection>
  );
}

/**
 * The picture of the page; where the deployment has the camera, a button on it starts that in its
 * place.
 */
function PictureOrCamera() {
  const hasCamera = useSwitch('demo-camera');
  const [isStarted, setIsStarted] = useState(false);
  const picture = (
    <div className={styles.start}>
      <CaptionedPicture
        name="demo"
        alt="A street at dusk: the left half through a Cooke Triplet, the right half, brighter, through a Double-Gauss"
        sizes="(min-width: 1248px) 560px, (min-width: 992px) 50vw, 100vw"
        priority
      />
      {hasCamera && !isStarted && (
        <Button size="md" onClick={() => setIsStarted(true)}>
          Try a camera live
        </Button>
      )}
    </div>
  );
  return isStarted ? (
    <Suspense fallback={picture}>
      <DemoCamera />
    </Suspense>
  ) : (
    picture
  );
}
