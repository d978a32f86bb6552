import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

interface SectionHeadingProps {
  readonly id: string;
  /** Names the section. */
  readonly title: string;
  /** Headline in two lines from 768 px; on narrower screens it wraps freely. */
  readonly message: readonly [string, string];
  readonly children?: ReactNode;
}

/** Head of a section of the home page: name, headline, and one or two sentences. */
export function SectionHeading({
  id,
  title,
  message: [first, second],
  children,
}: SectionHeadingProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <p className={styles.message}>
        {first} <br />
        {second}
      </p>
      {children && <p className={styles.lead}>{children}</p>}
    </div>
  );
}
