import { siteConfig } from '../../site-config.ts';
import { EnginePicture, type PictureName } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { NextPageLink } from '../../ui/page/next-page-link.tsx';
import styles from './product-section.module.css';
import { WorkbenchShown } from '../workbench-shown.tsx';
import { SectionHeading } from './section-heading.tsx';

const stages: readonly {
  readonly name: string;
  readonly does: string;
  readonly picture: PictureName;
  readonly alt: string;
}[] = [
  {
    name: 'Illuminant',
    does: 'The spectrum of the light, 400 to 700 nm',
    picture: 'stage-illuminant',
    alt: 'Spectral power of an illuminant over wavelength',
  },
  {
    name: 'Scene',
    does: 'What the light falls on, in 31 bands',
    picture: 'stage-scene',
    alt: 'The scene as light leaves it',
  },
  {
    name: 'Optics',
    does: 'Lenses traced ray by ray',
    picture: 'stage-optics',
    alt: 'The image that the lens forms on the sensor',
  },
  {
    name: 'Sensor',
    does: 'Electrons, noise and a Bayer mosaic',
    picture: 'stage-sensor',
    alt: 'The raw mosaic that the sensor reads out',
  },
  {
    name: 'ISP',
    does: 'Seventeen modules from raw to picture',
    picture: 'stage-isp',
    alt: 'One shot of a tray of parts, from raw to finished picture',
  },
  {
    name: 'Algorithms',
    does: 'What software finds in it',
    picture: 'stage-algorithms',
    alt: 'The picture, and beside it the edges that software finds in it',
  },
];

export function ProductSection() {
  return (
    <PageSection surface="mist" labelledBy="product">
      <SectionHeading
        id="product"
        title="Product"
        message={['One imaging pipeline,', 'from light to decision']}
      >
        {siteConfig.productName} simulates the imaging pipeline end to end: illuminant, scene,
        optics, sensor, ISP and algorithms. Change any stage and see what it does to the final
        result.
      </SectionHeading>
      <ol className={styles.strip}>
        {stages.map(({ name, does, picture, alt }) => (
          <li key={name}>
            <EnginePicture
              name={picture}
              alt={alt}
              sizes="(min-width: 992px) 200px, (min-width: 768px) 33vw, 50vw"
            />
            <h3>{name}</h3>
            <p>{does}</p>
          </li>
        ))}
      </ol>
      <WorkbenchShown>
        <h3>The workbench, in your browser</h3>
        <p>
          Choose light, scene, lens, sensor and ISP, press Run, and read in the log why the picture
          looks as it does. More tools measure it, compare runs, vary the camera and search for a
          better one, and design the lens and the sensor themselves.
        </p>
        <p className={styles.ways}>
          <NextPageLink to="/product_features">All product features</NextPageLink>
          <NextPageLink to="/what_engineers_do">What engineers do with it</NextPageLink>
          <NextPageLink to="/documentation">Documentation</NextPageLink>
        </p>
      </WorkbenchShown>
    </PageSection>
  );
}
