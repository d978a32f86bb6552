import { useState } from 'react';
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
  const [openId, setOpenId] = useState<string>();
  return (
    <>
      <PageSection>
        <div className={styles.opening}>
          <PageTitle
            title="Careers"
            lead="We compute what cameras see. It takes people who know glass, silicon or software well and enjoy finding out where the three disagree."
          />
          <CaptionedPicture
            name="career"
            alt="A Cooke Triplet in section with traced rays, and below it its spot diagrams at four field angles"
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
            <JobRow
              key={job.id}
              job={job}
              isOpen={job.id === openId}
              onToggle={() => {
                setOpenId(job.id === openId ? undefined : job.id);
              }}
            />
          ))}
        </div>
      </PageSection>
    </>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The text is in the page while the row is closed, so search engines and searches in the source find it. */
function JobRow({
  job: { id, role, location, summary, work, requirements },
  isOpen,
  onToggle,
}: JobRowProps) {
  return (
    <div className={styles.job}>
      <div className={styles.row}>
        <h3>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            <span className={styles.role}>{role}</span>{' '}
            <span className={styles.location}>{location}</span>
          </button>
        </h3>
        <Link to="/apply" prefetch="intent" aria-label={`Apply now: ${role}`}>
          Apply now
        </Link>
      </div>
      <div id={id} className={styles.description} hidden={!isOpen}>
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
    </div>
  );
}
