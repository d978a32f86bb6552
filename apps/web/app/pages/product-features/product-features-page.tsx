import { IconArrowUpRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { useTopOfPage } from '../../ui/page/use-top-of-page.ts';
import { NextPageLink } from '../../ui/page/next-page-link.tsx';
import { WorkbenchShown } from '../workbench-shown.tsx';
import { type Feature, features } from './features.ts';
import styles from './product-features-page.module.css';

export const meta = pageMeta({
  path: '/product_features',
  title: 'Product features',
  description:
    'Illuminants, scenes, optics, sensor, ISP and AI algorithms: what each stage of the camera simulation computes, shown on its own pictures.',
});

/** React sets `muted` as a property only; this sets the attribute too. */
const mute = (video: HTMLVideoElement | null): void => video?.setAttribute('muted', '');

function FeatureRow({ video, title, tagline, text, videoLabel, page }: Feature) {
  const file = `/media/videos/${video}`;
  return (
    <article className={styles.feature}>
      <video
        ref={mute}
        muted
        controls
        playsInline
        preload="none"
        width={960}
        height={540}
        poster={`${file}.avif`}
        aria-label={videoLabel}
      >
        <source src={`${file}.webm`} type="video/webm" />
        <source src={`${file}.mp4`} type="video/mp4" />
        Your browser does not support the video tag.
      </video>
      <div>
        <h3>{title}</h3>
        <p className={styles.tagline}>{tagline}</p>
        <p>{text}</p>
        <a href={siteConfig.featureArticles[video]} target="_blank" rel="noopener">
          <span>Learn More</span> <span className="unseen">on {title} (opens in a new tab)</span>
          <IconArrowUpRight size={18} aria-hidden />
        </a>
        <br />
        <Link to={page.path} prefetch="intent">
          On this site: {page.title}
        </Link>
      </div>
    </article>
  );
}

export default function ProductFeaturesPage() {
  useTopOfPage();
  return (
    <>
      <PageSection>
        <PageTitle
          title="Product"
          lead={
            <>
              Six stages from light to decision, in physical units from the source to the digital
              number.{' '}
              <Link to="/research/validation" prefetch="intent">
                How far off is each?
              </Link>{' '}
              <Link to="/what_engineers_do" prefetch="intent">
                What do engineers do with it?
              </Link>{' '}
              <Link to="/documentation" prefetch="intent">
                Read the documentation.
              </Link>
            </>
          }
        />
      </PageSection>
      <PageSection surface="mist" labelledBy="features">
        <h2 id="features">Main Features</h2>
        <div className={styles.features}>
          {features.map((feature) => (
            <FeatureRow key={feature.video} {...feature} />
          ))}
        </div>
      </PageSection>
      <PageSection labelledBy="workbench">
        <WorkbenchShown>
          <h2 id="workbench">All of it in the workbench</h2>
          <p>
            Each stage is a list and a dialog, and the log says what each did, in units. With{' '}
            <i>All tools</i> the picture follows every change, its stages stand in a row, and
            exposure, sharpness, colour and noise are measured. <i>Optics Design</i> and{' '}
            <i>Sensor Design</i> change the parts; sweeps and studies vary the camera.
          </p>
          <NextPageLink to="/documentation">Documentation</NextPageLink>
        </WorkbenchShown>
      </PageSection>
    </>
  );
}
