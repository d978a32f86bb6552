import { Particles, ParticlesProvider } from '@tsparticles/react';
import { loadSlim } from '@tsparticles/slim';
import { particleOptions } from './particle-options.ts';
import styles from './hero.module.css';

/** The particles of the hero; a chunk of its own, hence the default export. */
export default function HeroParticles() {
  return (
    <ParticlesProvider init={loadSlim}>
      <Particles id="hero-particles" className={styles.particles!} options={particleOptions} />
    </ParticlesProvider>
  );
}
