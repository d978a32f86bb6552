import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../when-idle.ts';
import styles from './hero.module.css';

/**
 * Delay before the particles are loaded, ms, so that they do not compete with the page for the
 * processor.
 */
const START_DELAY_MS = 2500;

const HeroParticles = lazy(() => import('./hero-particles.tsx'));

/** Error boundary: the page works without the particles, so a failure to load them is ignored. */
class Ornament extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/**
 * Particles behind the headline, loaded after everything else, and never for people who prefer
 * reduced motion.
 */
export function HeroBackground() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let callOff: () => void = () => undefined;
    const timer = setTimeout(() => {
      callOff = whenIdle(() => {
        setIsDue(true);
      });
    }, START_DELAY_MS);
    return () => {
      clearTimeout(timer);
      callOff();
    };
  }, []);
  return (
    <div className={styles.background} aria-hidden>
      {isDue && (
        <Ornament>
          <Suspense>
            <HeroParticles />
          </Suspense>
        </Ornament>
      )}
    </div>
  );
}
