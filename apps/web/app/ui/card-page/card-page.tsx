import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { CaptionedPicture } from '../captioned-picture/captioned-picture.tsx';
import type { PictureName } from '../engine-picture/engine-picture.tsx';
import { Mark } from '../mark/mark.tsx';
import { Card } from './card.tsx';
import styles from './card-page.module.css';

/** The column beside a card: the results or requirements of its task, and a picture. */
export interface CardAside {
  readonly title: string;
  readonly points: readonly ReactNode[];
  readonly picture: PictureName;
  readonly alt: string;
  /** True where a telephone shows the picture at once, under a short card. */
  readonly isNear?: true;
}

interface CardPageProps {
  readonly title: string;
  /** What to do here; shown under the title. */
  readonly lead?: ReactNode;
  readonly beside: CardAside;
  readonly children?: ReactNode;
}

/**
 * A page for a single task: a white card, and the mark as a link to the home page instead of the
 * navigation bar.
 */
export function CardPage({ title, lead, beside, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.task}>
        <header>
          <Link to="/" className={styles.brand}>
            <Mark size={36} />
            {siteConfig.productName}
          </Link>
        </header>
        <main>
          <Card>
            <h1 className={styles.title}>{title}</h1>
            {lead !== undefined && <p className={styles.lead}>{lead}</p>}
            {children}
          </Card>
        </main>
      </div>
      <aside className={styles.beside} data-surface="ink" aria-labelledby="beside">
        <div>
          <h2 id="beside">{beside.title}</h2>
          <ul>
            {beside.points.map((point, index) => (
              <li key={index}>{point}</li>
            ))}
          </ul>
          <CaptionedPicture
            name={beside.picture}
            alt={beside.alt}
            sizes="(min-width: 62em) 520px, 92vw"
            priority={beside.isNear ?? false}
          />
        </div>
      </aside>
    </div>
  );
}
