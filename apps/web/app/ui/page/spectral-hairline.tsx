import styles from './spectral-hairline.module.css';

/** 400 to 700 nm, the site's only ornament. */
export function SpectralHairline() {
  return <div className={styles.hairline} aria-hidden />;
}
