import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { CaptionedPicture } from '../../ui/captioned-picture/captioned-picture.tsx';
import type { PictureName } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { statedFigure } from '../validation/figures.ts';
import styles from './research-page.module.css';

export const meta = pageMeta({
  path: '/research',
  title: 'Research',
  description:
    'Illuminant, optics, sensor, ISP: what we study about each stage of a camera, with which methods, and what the simulator measures for it.',
});

interface Topic {
  readonly name: string;
  readonly path: `/${string}`;
  readonly question: string;
  readonly text: ReactNode;
  readonly picture: PictureName;
  readonly alt: string;
}

/** In the order of the pipeline. */
const topics: readonly Topic[] = [
  {
    name: 'Illuminant',
    path: '/illuminant',
    picture: 'research-illuminant',
    alt: 'Nine illuminant spectra from 400 to 700 nm and, under each, six patches of a colour chart in that light',
    question: 'Which light best separates two materials?',
    text: (
      <p>
        Where the source belongs to the design, its spectrum can be chosen together with lens and
        sensor. A candidate light is 31 numbers from 400 to 700&nbsp;nm. We judge it by the distance
        of two materials in electrons, divided by the noise that comes with them.
      </p>
    ),
  },
  {
    name: 'Optics',
    path: '/optics',
    picture: 'research-optics',
    alt: 'A grid of point spread functions of the Cooke Triplet: four wavelengths down, five field angles across; the spots grow and smear towards the edge',
    question: 'Which lens does the task need?',
    text: (
      <p>
        A detector sees pixels, not spot sizes. We judge a lens at the end of the chain and ask what
        can be traded. Choosing glasses from a catalogue is a discrete problem: whether quantum
        processors could help there is studied under{' '}
        <Link to="/qpu" prefetch="intent">
          QPU-Based Optimization
        </Link>
        .
      </p>
    ),
  },
  {
    name: 'Sensor',
    path: '/sensor',
    picture: 'research-sensor',
    alt: 'Standard deviation against mean signal, both in electrons on logarithmic axes: dots of simulated frames lie on the lines of theory',
    question: 'Which noise source matters?',
    text: (
      <p>
        Shot noise, read noise and fixed pattern come from different places and hurt in different
        light. At 50 electrons, 70&nbsp;% of the default pixel’s variance comes from the
        electronics; at 1000 electrons, 11&nbsp;%. We simulate the sources one by one, with seeds,
        and ask how few frames it takes to fit them to a real part.
      </p>
    ),
  },
  {
    name: 'ISP',
    path: '/isp',
    picture: 'research-isp',
    alt: 'One brass gear in nine frames, from the dim raw mosaic through white balance, demosaicing and gamma to the finished picture',
    question: 'How much of the tuning can a search take over?',
    text: (
      <p>
        Seventeen modules with 35 parameters are balanced by hand today, for the eye. A network has
        different needs. On a chain that matches the open reference bit for bit, we study what an
        automatic search needs to know to find settings that hold for other lights, scenes and
        noise.
      </p>
    ),
  },
];

export default function ResearchPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="Research"
          lead="Every stage of a camera raises questions of its own, and what is best for one stage is rarely best for the next. We study them one by one, and then together, on a simulator whose errors are known."
        />
        <div className={styles.overview}>
          <CaptionedPicture
            name="research-overview"
            priority
            sizes="(min-width: 75em) 1200px, 95vw"
            alt="One shot of a street in four quarters: raw mosaic, demosaiced, finished picture, edges"
          />
        </div>
      </PageSection>
      <PageSection>
        <div className={styles.topics}>
          {topics.map(({ name, path, question, text, picture, alt }) => (
            <section key={path} className={styles.topic} aria-labelledby={name}>
              <CaptionedPicture name={picture} alt={alt} sizes="(min-width: 62em) 560px, 92vw" />
              <div className={styles.words}>
                <h2 id={name}>{name}</h2>
                <p className={styles.question}>{question}</p>
                {text}
                <Link to={path} prefetch="intent" aria-label={`View in detail: ${name}`}>
                  View in detail
                </Link>
              </div>
            </section>
          ))}
        </div>
      </PageSection>
      <PageSection surface="mist" labelledBy="why">
        <div className={styles.statement}>
          <h2 id="why">Why Our Research Matters</h2>
          <div>
            <p>
              A camera is bought in parts. The lens comes with its MTF, the sensor with its data
              sheet, the ISP with its tuning, the network with its score, and each is right by its
              own measure. None of these data sheets says what the whole system will decide on a
              dark, wet road.
            </p>
            <p>
              In a simulation the parts meet before they exist. One can be changed while light,
              noise and seed stay the same, and any difference in the decision is then due to that
              part. Such a result is only as good as the simulator, so we{' '}
              <Link to="/research/validation" prefetch="intent">
                publish its errors
              </Link>
              : rays within {statedFigure('ray-place')} of independent tracers, radiance within{' '}
              {statedFigure('macbeth')} of ISETCam for 24 patches in 31 bands, the ISP bit for bit.
              What misses its target is reported as well.
            </p>
          </div>
        </div>
      </PageSection>
      <PageSection labelledBy="collaborate">
        <div className={styles.statement}>
          <h2 id="collaborate">Collaborate With Us</h2>
          <div>
            <p>
              We are looking for groups that have what a simulator lacks: a part on an optical
              bench, raw frames taken in measured light, a task with a score. Bring the measurement
              and the question; we bring the forward model and our time. Methods and negative
              results will be published.
            </p>
            <Button component={Link} to="/contact" prefetch="intent" size="md">
              Contact Us
            </Button>
          </div>
        </div>
      </PageSection>
    </>
  );
}
