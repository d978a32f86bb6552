import { Particles, ParticlesProvider } from '@tsparticles/react';
import { loadSlim } from '@tsparticles/slim';
import { particleOptions } from './particle-options.ts';
import styles from './hero.module.css';

/** Particles of the hero. Default export for React.lazy. */
export default function HeroParticles() {
  return (
    <ParticlesProvider init={loadSlim}>
      <Particles id="hero-particles" className={styles.particles!} options={particleOptions} />
    </ParticlesProvider>
  );
}
