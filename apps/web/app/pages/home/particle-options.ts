import type { ISourceOptions } from '@tsparticles/engine';
import { palette } from '../../theme.ts';

/** The specification's numbers: 50 particles, links up to 150 px, a click adds 4; removing 2 and repulsing within 200 px are set but bound to nothing. */
export const particleOptions: ISourceOptions = {
  fullScreen: { enable: false },
  // They drift slowly: more frames would cost battery and show nothing.
  fpsLimit: 30,
  detectRetina: true,
  particles: {
    // Clicks add without end; beyond the limit the oldest make room.
    number: { value: 50, limit: { mode: 'delete', value: 150 } },
    paint: { fill: { color: { value: palette.accentOnDark }, enable: true } },
    links: { enable: true, distance: 150, color: palette.accentOnDark, opacity: 0.25, width: 1 },
    move: { enable: true, speed: 0.6, outModes: { default: 'bounce' } },
    opacity: { value: 0.5 },
    size: { value: { min: 1, max: 2.5 } },
  },
  interactivity: {
    // The words and the picture lie above the canvas: what is clicked there counts too.
    detectsOn: 'window',
    events: { onClick: { enable: true, mode: 'push' } },
    modes: { push: { quantity: 4 }, remove: { quantity: 2 }, repulse: { distance: 200 } },
  },
};
