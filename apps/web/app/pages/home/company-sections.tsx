import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { EnginePicture } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { NextPageLink } from '../../ui/page/next-page-link.tsx';
import styles from './company-sections.module.css';
import { SectionHeading } from './section-heading.tsx';

export function ResearchSection() {
  return (
    <PageSection labelledBy="research">
      <div className={styles.pair}>
        <div>
          <SectionHeading
            id="research"
            title="Research"
            message={['Let the task', 'design the camera']}
          >
            We study deep-learning-based optimization of computer vision systems: lens, sensor,
            processing and network tuned together, for what the network has to see.
          </SectionHeading>
          <NextPageLink to="research">Explore our research</NextPageLink>
        </div>
        <EnginePicture
          name="research-overview"
          alt=""
          sizes="(min-width: 1248px) 600px, (min-width: 992px) 50vw, 100vw"
        />
      </div>
    </PageSection>
  );
}

export function CareersSection() {
  return (
    <PageSection surface="mist" labelledBy="careers">
      <div className={styles.pair} data-is-mirrored>
        <div>
          <SectionHeading id="careers" title="Careers" message={['Work where', 'optics meets AI']}>
            We hire in optics, sensor, image signal processing and AI algorithms.
          </SectionHeading>
          <NextPageLink to="/careers">See open positions</NextPageLink>
        </div>
        <EnginePicture
          name="career"
          alt=""
          sizes="(min-width: 1248px) 600px, (min-width: 992px) 50vw, 100vw"
        />
      </div>
    </PageSection>
  );
}

export function ContactSection() {
  return (
    <PageSection labelledBy="contact">
      <div className={styles.contact}>
        <SectionHeading
          id="contact"
          title="Contact Us"
          message={['Which camera', 'do you have in mind?']}
        />
        <div className={styles.contactWay}>
          <p>
            Tell us the task, the light, and the limits on size and cost. Your message reaches our
            team directly.
          </p>
          <Button size="lg" component={Link} to="/contact" prefetch="intent">
            Contact Us
          </Button>
        </div>
      </div>
    </PageSection>
  );
}
