import { Link } from 'react-router';
import { EnginePicture, type PictureName } from '../../ui/engine-picture/engine-picture.tsx';
import { PageSection } from '../../ui/page/page-section.tsx';
import { SectionHeading } from './section-heading.tsx';
import styles from './use-cases-section.module.css';

const useCases: readonly {
  readonly title: string;
  readonly text: string;
  readonly picture: PictureName;
  readonly alt: string;
  /** What the picture shows, which is built as a world. */
  readonly world: string;
}[] = [
  {
    title: 'Autonomous systems',
    picture: 'use-autonomous',
    alt: 'A road scene as a simulated vehicle camera records it',
    world: 'The street as a document',
    text: 'Validate AI algorithms on virtual hardware: the same road, another lens or sensor, before any of them is ordered.',
  },
  {
    title: 'Visual inspection in manufacturing',
    picture: 'use-manufacturing',
    alt: 'A tray of gears, bearings and nuts under simulated lighting',
    world: 'The tray as a document',
    text: 'Test inspection algorithms across cameras and lighting, and find the setup that shows the defect.',
  },
  {
    title: 'Augmented and virtual reality',
    picture: 'use-ar-vr',
    alt: 'A wide-angle view as a simulated headset camera records it',
    world: 'The workplace as a document',
    text: 'Find the best hardware for an algorithm: how small a camera can be, and how little light it needs.',
  },
];

export function UseCasesSection() {
  return (
    <PageSection labelledBy="use-cases">
      <SectionHeading
        id="use-cases"
        title="Use Cases"
        message={['Test the algorithm', 'before the camera exists']}
      />
      <ul className={styles.useCases}>
        {useCases.map(({ title, text, picture, alt, world }) => (
          <li key={title}>
            <EnginePicture
              name={picture}
              alt={alt}
              sizes="(min-width: 1248px) 384px, (min-width: 768px) 33vw, 100vw"
            />
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={styles.world}>
              <Link to="/documentation/worlds#worlds-of-the-site">{world}</Link>
            </p>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
