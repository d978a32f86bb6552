import { siteConfig } from '../../site-config.ts';

/** One section of the features page. */
export interface Feature {
  /** Its video and poster: /media/videos/<name>.webm, .mp4, .avif. */
  readonly video: keyof typeof siteConfig.featureArticles;
  readonly title: string;
  readonly tagline: string;
  readonly text: string;
  /** What the video shows. */
  readonly videoLabel: string;
  /** The page of this site that goes on from here. */
  readonly page: { readonly path: string; readonly title: string };
}

/** In the order of the pipeline. */
export const features: readonly Feature[] = [
  {
    video: 'illuminants',
    title: 'Illuminants',
    tagline: 'Every picture begins with its light.',
    text: 'Daylight, incandescent and fluorescent spectra in 31 bands from 400 to 700 nm, or your own table, set by luminance in cd/m² or by photons. A lamp may flicker with the mains, and a rolling shutter records its bands.',
    videoLabel: 'A tray of parts under a series of illuminants',
    page: { path: '/illuminant', title: 'Active Illumination Methods' },
  },
  {
    video: 'scenes',
    title: 'Scenes and image import',
    tagline: 'Show the camera what it will have to see.',
    text: 'A 24-patch colour chart, slanted edges, gridlines, point arrays, rings and rays, or the picture apple.jpg, converted to spectral radiance. Pictures, spectral cubes and renders with depth of your own are scenes too on the command line, and scene and camera may move during the exposure.',
    videoLabel:
      'The test charts and the picture apple.jpg as scenes, each with one parameter changing',
    page: { path: '/what_engineers_do', title: 'What engineers do with it' },
  },
  {
    video: 'optics',
    title: 'Optical performance',
    tagline: 'See the blur, the falloff and the distortion a lens will have.',
    text: 'Lens prescriptions traced ray by ray at every wavelength: distortion, relative illumination and a point spread that changes over the field. Near objects have their focus and depth, bright lights their ghosts and stray light. In Optics Design spots, wavefronts and MTF follow each surface.',
    videoLabel: 'A grid through the fisheye while the field of view grows',
    page: { path: '/optics', title: 'Lens Design Optimization for Downstream Tasks' },
  },
  {
    video: 'sensor',
    title: 'Sensor response and noise',
    tagline: 'Count the electrons before you buy the pixels.',
    text: 'Quantum efficiency, well capacity, shot and read noise, dark current and the differences between pixels, up to the digital number. Several captures are merged to high dynamic range, and Sensor Design draws noise, range and colour response of a design.',
    videoLabel: 'A street at dusk while the exposure grows, with its noise',
    page: { path: '/sensor', title: 'Physical Sensor Simulation' },
  },
  {
    video: 'isp',
    title: 'The full ISP pipeline',
    tagline: 'From mosaic to picture, one module at a time.',
    text: 'Seventeen modules from dead-pixel correction to scaling, each with its parameters and a switch of its own. Every stage on the way can be looked at pixel by pixel, and two runs can be compared.',
    videoLabel: 'A room on its way through the modules of the ISP',
    page: { path: '/isp', title: 'AI-Based ISP Automation' },
  },
  {
    video: 'algorithms',
    title: 'Benchmarking AI algorithms',
    tagline: 'Judge a camera by what the network sees.',
    text: 'Run object detection and depth estimation on the simulated picture, and compare cameras by the result that counts. Studies search pixels, lenses and settings together for the best score.',
    videoLabel: 'A street while the light fades, and the edges that are found in it',
    page: { path: '/research', title: 'Research' },
  },
];
