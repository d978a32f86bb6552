import type { ReactNode } from 'react';
import styles from './section-heading.module.css';

interface SectionHeadingProps {
  readonly id: string;
  /** Names the section. */
  readonly title: string;
  /** Its one message. From 768 px up it is set in two lines, below it breaks where it must. */
  readonly message: readonly [string, string];
  readonly children?: ReactNode;
}

/** The head of a section of the home page: its name, its message, and a sentence or two. */
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
