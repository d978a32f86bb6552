import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { PageHandle } from '../../root.tsx';
import { siteConfig } from '../../site-config.ts';
import { Mark } from '../../ui/mark/mark.tsx';
import type { Route } from './+types/home-page.ts';
import styles from './home-page.module.css';

export const handle: PageHandle = { surround: 'dark' };

export const meta: Route.MetaFunction = () => [
  { title: `${siteConfig.productName} · Camera simulation from light to picture` },
  { name: 'description', content: 'Spectral scenes, traced lenses, a Bayer sensor with its noise and a bit-exact ISP, computed in physical units: see what a camera records before it is built.' },
];

export default function HomePage() {
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Mark size={32} />
        <span>{siteConfig.productName}</span>
      </header>
      <main className={styles.hero}>
        <div className={styles.words}>
          <h1>The picture first,<br />then the camera</h1>
          <p>
            {siteConfig.productName} computes what a camera records, in physical units: a scene and its light in 31 bands from 400 to 700 nm,
            real lenses traced ray by ray, a Bayer sensor with shot noise, read noise and the differences between its pixels, and the
            seventeen modules of an image-signal processor.
          </p>
          <Button component={Link} to="/simulate" prefetch="intent" size="md">Open the workbench</Button>
        </div>
        <figure className={styles.picture}>
          <img src="/media/first-light.webp" width={650} height={450} alt="A red apple on a wooden table with a lemon and a bowl of fruit, as the simulated camera records it" fetchPriority="high" />
          <figcaption>D65, scene mean 100 cd/m²; Double-Gauss 8.2 mm f/3; Bayer, 650 × 450 px of 2.2 µm, 0.044 s; Fast-openISP. Computed by the {siteConfig.productName} engine.</figcaption>
        </figure>
      </main>
    </div>
  );
}
