import { Link } from 'react-router';
import { pageMeta } from '../../page-meta.ts';
import { siteConfig } from '../../site-config.ts';
import { CaptionedPicture } from '../../ui/captioned-picture/captioned-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import styles from './careers-page.module.css';
import { jobs, type Job } from './jobs.ts';

/** schema.org JobPosting; its description is the text of the row. */
const postingOf = ({ role, summary, work, requirements }: Job) => ({
  '@type': 'JobPosting',
  title: role,
  description: [summary, ...work, ...requirements].join(' '),
  hiringOrganization: { '@type': 'Organization', name: siteConfig.company.name },
  jobLocation: {
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality: 'Seoul', addressCountry: 'KR' },
  },
});

export const meta = pageMeta({
  path: '/careers',
  title: 'Careers',
  description:
    'Optical, sensor and software engineers for camera simulation in Seoul, South Korea: what you would work on and what we ask for.',
  structuredData: { '@graph': jobs.map(postingOf) },
});

export default function CareersPage() {
  return (
    <>
      <PageSection>
        <div className={styles.opening}>
          <PageTitle
            title="Careers"
            lead="We compute what cameras see. It takes people who know glass, silicon or software well and enjoy finding out where the three disagree."
          />
          <CaptionedPicture
            name="careers"
            alt="One tray of gears in three parts: the optical image, the raw mosaic, the edges that software finds"
            sizes="(min-width: 62em) 480px, 92vw"
            priority
          />
        </div>
      </PageSection>
      <PageSection labelledBy="positions">
        <h2 id="positions" className={styles.heading}>
          Open positions
        </h2>
        <div className={styles.jobs}>
          {jobs.map((job) => (
            <JobRow key={job.role} {...job} />
          ))}
        </div>
      </PageSection>
    </>
  );
}

/**
 * A position that opens and closes without scripts; the shared `name` keeps only one open. The link
 * is beside the summary, because an interactive element in it would be hard to reach for assistive
 * technology.
 */
function JobRow({ role, location, summary, work, requirements }: Job) {
  return (
    <div className={styles.job}>
      <details name="position">
        <summary>
          <h3 className={styles.role}>{role}</h3>{' '}
          <span className={styles.location}>{location}</span>
        </summary>
        <div className={styles.description}>
          <p>{summary}</p>
          <div>
            <h4>What you will do</h4>
            <ul>
              {work.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
          <div>
            <h4>What we ask for</h4>
            <ul>
              {requirements.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        </div>
      </details>
      <Link to="/apply" prefetch="intent" aria-label={`Apply now: ${role}`}>
        Apply now
      </Link>
    </div>
  );
}
