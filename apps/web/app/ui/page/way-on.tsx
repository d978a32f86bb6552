import { IconArrowRight } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router';
import styles from './way-on.module.css';

/** Link to the page that continues a section: accent colour, with an arrow. */
export function WayOn({ children, ...link }: LinkProps) {
  return (
    <Link prefetch="intent" className={styles.wayOn} {...link}>
      {children}
      <IconArrowRight size={18} aria-hidden />
    </Link>
  );
}
