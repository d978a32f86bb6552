import type { ISourceOptions } from '@tsparticles/engine';
import { palette } from '../../palette.ts';

/**
 * The specification's numbers: 50 particles, links up to 150 px, a click adds 4; removing 2 and
 * repulsing within 200 px are set but not bound to an event.
 */
export const particleOptions: ISourceOptions = {
  fullScreen: { enable: false },
  // The particles drift slowly; more frames per second would cost energy without a visible
  // difference.
  fpsLimit: 30,
  detectRetina: true,
  particles: {
    // Every click adds particles; beyond the limit the oldest are removed.
    number: { value: 50, limit: { mode: 'delete', value: 150 } },
    paint: { fill: { color: { value: palette.accentOnDark }, enable: true } },
    links: { enable: true, distance: 150, color: palette.accentOnDark, opacity: 0.25, width: 1 },
    move: { enable: true, speed: 0.6, outModes: { default: 'bounce' } },
    opacity: { value: 0.5 },
    size: { value: { min: 1, max: 2.5 } },
  },
  interactivity: {
    // Headline and picture cover the canvas; clicks on them count too.
    detectsOn: 'window',
    events: { onClick: { enable: true, mode: 'push' } },
    modes: { push: { quantity: 4 }, remove: { quantity: 2 }, repulse: { distance: 200 } },
  },
};
