import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { AddressButton } from '../../ui/address-button/address-button.tsx';
import { EnginePicture } from '../../ui/engine-picture/engine-picture.tsx';
import { trialPathFromHome } from '../trial-path.ts';
import { HeroBackground } from './hero-background.tsx';
import facts from './hero-facts.json' with { type: 'json' };
import styles from './hero.module.css';

const lenses = [
  { name: 'Double-Gauss', picture: 'hero-double-gauss', corner: 'hero-double-gauss-corner' },
  { name: 'Cooke Triplet', picture: 'hero-cooke-triplet', corner: 'hero-cooke-triplet-corner' },
  { name: 'Fisheye', picture: 'hero-fisheye', corner: 'hero-fisheye-corner' },
] as const;

/** One scene through three lenses, each with its lower left corner at 1:1 and its figures there. */
function ThreeLenses() {
  return (
    <figure className={styles.lenses}>
      {lenses.map(({ name, picture, corner }, index) => {
        const { lens, corner: field, distortion, light } = facts[picture];
        return (
          <div key={name} className={styles.lens}>
            <EnginePicture
              name={picture}
              alt={`A town square through the ${name} lens`}
              sizes="(min-width: 62em) 270px, (min-width: 36em) 50vw, 92vw"
              className={styles.whole}
              priority={index === 0}
            />
            <EnginePicture
              name={corner}
              alt="The lower left corner of the same picture, pixel by pixel"
              sizes="180px"
              className={styles.corner}
            />
            <div className={styles.facts}>
              <strong>{name}</strong>
              <p>{lens}</p>
              <dl>
                <dt>Field</dt>
                <dd>{field}</dd>
                <dt>Distortion</dt>
                <dd>{distortion}</dd>
                <dt>Light</dt>
                <dd>{light}</dd>
              </dl>
            </div>
          </div>
        );
      })}
      <figcaption>
        One square through three traced lenses, each filling its sensor, and the lower left corner
        of each picture at 1:1. Field, distortion (against a rectilinear image) and light (against
        the centre) are those of that corner. {facts['hero-double-gauss'].scene}.
      </figcaption>
    </figure>
  );
}

export function Hero() {
  return (
    <section className={styles.hero} data-surface="ink" aria-labelledby="headline">
      <HeroBackground />
      <div className={styles.content}>
        <div className={styles.words}>
          <h1 id="headline">
            Simulate <br />
            Your Vision
          </h1>
          <p>
            {siteConfig.productName} powers the Physical AI revolution with next-generation computer
            vision simulation.
          </p>
          <div className={styles.buttons}>
            <AddressButton
              size="lg"
              fullWidth
              addressAtPress={trialPathFromHome}
              addressWithoutScripts="/login"
            >
              Start Free Trial
            </AddressButton>
            <Button
              size="lg"
              variant="outline"
              className={styles.second}
              component={Link}
              to="/demo"
              prefetch="intent"
            >
              Enterprise Demo
            </Button>
          </div>
        </div>
        <ThreeLenses />
      </div>
    </section>
  );
}
