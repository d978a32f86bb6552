import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { siteConfig } from '../../site-config.ts';
import { Mark } from '../mark/mark.tsx';
import { Card } from './card.tsx';
import styles from './card-page.module.css';

interface CardPageProps {
  readonly title: string;
  /** Under the title: what to do here. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with one purpose and no navigation but the way home: the mark, and a white card. */
export function CardPage({ title, lead, children }: CardPageProps) {
  return (
    <div className={styles.page}>
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
  );
}
