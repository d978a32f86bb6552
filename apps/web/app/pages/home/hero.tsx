import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { AddressButton } from '../../ui/address-button/address-button.tsx';
import { captionOf, EnginePicture } from '../../ui/engine-picture/engine-picture.tsx';
import { trialPathFromHome } from '../trial-path.ts';
import { HeroBackground } from './hero-background.tsx';
import styles from './hero.module.css';

/** The same scene through three lenses. */
function ThreeLenses() {
  return (
    <figure className={styles.pictures}>
      <div>
        <EnginePicture
          name="hero-double-gauss"
          alt="Still life with fruit as a camera with a Double-Gauss lens records it"
          sizes="(min-width: 992px) 600px, 100vw"
          priority
        />
        <span>Double-Gauss</span>
      </div>
      <div>
        <EnginePicture
          name="hero-cooke-triplet"
          alt="The same still life through a Cooke Triplet"
          sizes="(min-width: 992px) 300px, 50vw"
        />
        <span>Cooke Triplet</span>
      </div>
      <div>
        <EnginePicture
          name="hero-fisheye"
          alt="The same still life through a fisheye lens"
          sizes="(min-width: 992px) 300px, 50vw"
        />
        <span>Fisheye</span>
      </div>
      <figcaption>
        One scene through three traced lenses. {captionOf('hero-double-gauss')}
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
