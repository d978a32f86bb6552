import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import {
  captionOf,
  EnginePicture,
  type PictureName,
} from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import styles from './company-page.module.css';

const { productName } = siteConfig;

export const meta = pageMeta({
  path: '/company',
  title: 'Company',
  description: `Shaping the future of camera design: the mission and the five values of the people who build ${productName}, and what they mean in daily work.`,
});

interface Value {
  readonly name: string;
  readonly description: string;
  readonly picture: PictureName;
  readonly alt: string;
}

const values: readonly Value[] = [
  {
    name: 'Team collaboration',
    picture: 'value-collaboration',
    alt: 'Section through a Double-Gauss lens: beams from five directions share one stop and part again to five image points',
    description:
      'A picture passes through light, glass, silicon and arithmetic. Nobody here knows all four, so optics, sensor and software people review each other’s work, and each stage hands its result to the next in stated units.',
  },
  {
    name: 'First principle thinking',
    picture: 'value-first-principles',
    alt: 'The image of a point of light: a bright core with rings of diffraction in red, green and blue',
    description:
      'We begin with photons, Snell’s law and the Poisson distribution, not with a filter that looks right. When a shortcut is faster, the full calculation stays in the code as a check, and the two must agree.',
  },
  {
    name: 'Intellectual honesty',
    picture: 'value-honesty',
    alt: 'Signal-to-noise ratio over luminance: simulated points with error bars lie on the line of theory',
    description:
      'A number comes with its conditions and its error. Tolerances have reasons and are never widened to make a test pass. Where we miss our own target, the validation document says so, with the figure.',
  },
  {
    name: 'Customer-oriented',
    picture: 'value-customers',
    alt: 'A brass gear that has lost a tooth',
    description:
      'You have a question about a camera, not about our software. So an error message says what to do, any result can be repeated from its seed, and if your data must not leave your premises, the simulator runs there.',
  },
  {
    name: 'Openness and adaptability',
    picture: 'value-openness',
    alt: 'A grid of lines seen through a fisheye: straight in the middle, bent towards the edge',
    description:
      'Methods and sources are given with the figures, so that you can check and challenge them. The command line reads your own lens prescriptions and raw files, and the workbench takes your own spectrum; when your measurement disagrees with our model, we look at the model first.',
  },
];

export default function CompanyPage() {
  return (
    <>
      <PageSection>
        <PageTitle
          title="Shaping the Future"
          lead="More and more cameras see for machines, and machines act on what they see. We build the place where such a camera can be tried out before it exists."
        />
      </PageSection>
      <PageSection surface="mist" labelledBy="mission">
        <div className={styles.mission}>
          <h2 id="mission">Our mission</h2>
          <p>
            To let every camera be judged by its pictures before it is built: with light, optics,
            sensor, image processing and algorithm computed in physical units, so that engineers
            decide on evidence instead of prototypes.
          </p>
        </div>
      </PageSection>
      <PageSection labelledBy="values">
        <div className={styles.values}>
          <h2 id="values">Our core values</h2>
          <ul>
            {values.map(({ name, description, picture, alt }) => (
              <li key={name}>
                <EnginePicture
                  name={picture}
                  alt={alt}
                  sizes="(min-width: 62em) 256px, (min-width: 36em) 30vw, 92vw"
                  className={styles.picture}
                />
                <div>
                  <h3>{name}</h3>
                  <p>{description}</p>
                  <p className={styles.caption}>{captionOf(picture)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </PageSection>
    </>
  );
}
