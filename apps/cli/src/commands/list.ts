import { VERSION } from '@lumenloom/engine/quick';
import type { Entry, Program } from '@lumenloom/node-host/command-line';
import type { Terminal } from './command.ts';

const measurements: readonly Entry<Terminal, number | undefined>[] = [
  {
    name: 'sfr',
    summary: 'the sharpness that an edge shows, of a picture or of a camera',
    load: async () => (await import('./measure/sfr.ts')).sfr,
  },
  {
    name: 'noise',
    summary: "the noise of a recipe's camera in its light",
    load: async () => (await import('./measure/noise.ts')).noise,
  },
  {
    name: 'colour',
    summary: 'colour differences of a chart or of pairs',
    load: async () => (await import('./measure/colour.ts')).colour,
  },
  {
    name: 'geometry',
    summary: 'distortion of a lens, and camera models of it',
    load: async () => (await import('./measure/geometry.ts')).geometry,
  },
  {
    name: 'stats',
    summary: 'mean, noise and range of an array',
    load: async () => (await import('./measure/stats.ts')).stats,
  },
  {
    name: 'difference',
    summary: 'how far two pictures are apart',
    load: async () => (await import('./measure/difference.ts')).difference,
  },
];

/** Every command, in the order of the help. Each loads its own parts. */
export const program: Program<Terminal, number | undefined> = {
  name: 'lumenloom',
  says: 'a camera simulator, from photons to the picture.',
  version: VERSION,
  groups: [
    {
      title: 'Pictures',
      entries: [
        {
          name: 'simulate',
          summary: 'a recipe as a picture, with its report',
          load: async () => (await import('./simulate.ts')).simulate,
        },
        {
          name: 'sweep',
          summary: 'a recipe many times, with varied fields',
          load: async () => (await import('./sweep.ts')).sweep,
        },
        {
          name: 'sensor',
          summary: 'irradiance of your own on a sensor',
          load: async () => (await import('./sensor.ts')).sensor,
        },
        {
          name: 'isp',
          summary: 'raw codes of your own, developed',
          load: async () => (await import('./isp.ts')).isp,
        },
      ],
    },
    {
      title: 'Measuring',
      entries: [
        {
          name: 'measure',
          summary: 'sfr, noise, colour, geometry, stats or difference',
          parts: measurements,
        },
        {
          name: 'emva1288',
          summary: 'a sensor, measured as its maker would',
          load: async () => (await import('./emva1288/emva1288.ts')).emva1288,
        },
      ],
    },
    {
      title: 'Parts',
      entries: [
        {
          name: 'lens',
          summary: 'data, drawing and plots of a lens',
          load: async () => (await import('./lens.ts')).lens,
        },
        {
          name: 'illuminant',
          summary: 'the spectrum of a light, as JSON',
          load: async () => (await import('./illuminant.ts')).illuminant,
        },
        {
          name: 'fov',
          summary: 'how much of the sensor a scene covers',
          load: async () => (await import('./fov.ts')).fov,
        },
      ],
    },
    {
      title: 'Names and files',
      entries: [
        {
          name: 'list',
          summary: 'what a recipe can choose by name',
          load: async () => (await import('./choices.ts')).choices,
        },
        {
          name: 'figures',
          summary: 'what a sweep can measure',
          load: async () => (await import('./figures.ts')).figures,
        },
        {
          name: 'models',
          summary: 'fetches the networks of the algorithm stage',
          load: async () => (await import('./models.ts')).models,
        },
      ],
    },
  ],
};
