import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../when-idle.ts';
import styles from './hero.module.css';

/** The page is read before it is looked at: until then nothing competes with it for the processor, ms. */
const START_DELAY_MS = 2500;

const HeroParticles = lazy(() => import('./hero-particles.tsx'));

/** An ornament that does not load is no error of the page. */
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

/** Particles behind the headline: fetched after everything else, and not at all where people ask for less motion. */
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
