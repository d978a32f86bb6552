import { IconArrowRight } from '@tabler/icons-react';
import { Link, type LinkProps } from 'react-router';
import styles from './next-page-link.module.css';

/** Link to the page that continues a section: accent colour, with an arrow. */
export function NextPageLink({ children, ...link }: LinkProps) {
  return (
    <Link prefetch="intent" className={styles.link} {...link}>
      {children}
      <IconArrowRight size={18} aria-hidden />
    </Link>
  );
}
