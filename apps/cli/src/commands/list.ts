import { VERSION } from '@lumenloom/engine/quick';
import type { Command, Entry, Program } from '@lumenloom/node-host/command-line';
import type { CommandTerminal } from './command.ts';

/** The name of a command as its module exports it: `sensorDesign` for `sensor-design`. */
type Exported<Name extends string> = Name extends `${infer First}-${infer Second}`
  ? `${First}${Capitalize<Second>}`
  : Name;

/** A command, from a module that exports it by its name. */
const entry = <Name extends string>(
  name: Name,
  summary: string,
  load: () => Promise<
    Readonly<Record<Exported<Name>, Command<CommandTerminal, number | undefined>>>
  >,
): Entry<CommandTerminal, number | undefined> => ({
  name,
  summary,
  load: async () =>
    (await load())[
      name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()) as Exported<Name>
    ],
});

const measurements: readonly Entry<CommandTerminal, number | undefined>[] = [
  entry(
    'sfr',
    'the sharpness that an edge shows, of a picture or of a camera',
    () => import('./measure/sfr.ts'),
  ),
  entry('noise', "the noise of a recipe's camera in its light", () => import('./measure/noise.ts')),
  entry('colour', 'colour differences of a chart or of pairs', () => import('./measure/colour.ts')),
  entry(
    'geometry',
    'distortion of a lens, and camera models of it',
    () => import('./measure/geometry.ts'),
  ),
  entry('glare', 'the veil of a lens that scatters', () => import('./measure/glare.ts')),
  entry('nps', 'the power of noise by spatial frequency', () => import('./measure/nps.ts')),
  entry(
    'information',
    'NEQ, capacity and the error of an edge: what a camera tells',
    () => import('./measure/information.ts'),
  ),
  entry('star', 'the sharpness that a sine star shows', () => import('./measure/star.ts')),
  entry('texture', 'the sharpness that dead leaves show', () => import('./measure/texture.ts')),
  entry('acutance', 'how sharp a curve of SFR looks', () => import('./measure/acutance.ts')),
  entry('visual-noise', 'noise as the eye sees it', () => import('./measure/visual-noise.ts')),
  entry(
    'steps',
    'conversion, noise and dynamic range of grey steps',
    () => import('./measure/steps.ts'),
  ),
  entry('contrast', 'whether a contrast is found', () => import('./measure/contrast.ts')),
  entry('flicker', 'a lamp that flickers in a series', () => import('./measure/flicker.ts')),
  entry('grid', 'distortion and lateral colour of points', () => import('./measure/grid.ts')),
  entry('shading', 'how even an even field is pictured', () => import('./measure/shading.ts')),
  entry('stats', 'mean, noise and range of an array', () => import('./measure/stats.ts')),
  entry('difference', 'how far two pictures are apart', () => import('./measure/difference.ts')),
];

const datasets: readonly Entry<CommandTerminal, number | undefined>[] = [
  entry('check', 'what a data set holds, and its problems', () => import('./dataset/check.ts')),
  entry(
    'simulate',
    'a data set through a camera, with its labels',
    () => import('./dataset/simulate.ts'),
  ),
];

const lensStudies: readonly Entry<CommandTerminal, number | undefined>[] = [
  entry('merit', 'what a lens study starts with', () => import('./lens-design/merit.ts')),
  entry('optimise', 'the best lens of a lens study', () => import('./lens-design/optimise.ts')),
  entry(
    'tolerance',
    'what a lens comes to within its tolerances',
    () => import('./lens-design/tolerance.ts'),
  ),
];

const worlds: readonly Entry<CommandTerminal, number | undefined>[] = [
  entry('probe', 'what rays meet in a world, and its light', () => import('./world/probe.ts')),
  entry('render', 'a world through a pinhole, with its truth', () => import('./world/render.ts')),
  entry('set', 'worlds drawn from one', () => import('./world/set.ts')),
  entry('material', 'what a material does with light', () => import('./world/material.ts')),
];

const twinParts: readonly Entry<CommandTerminal, number | undefined>[] = [
  entry('plan', 'which frames of a camera to take', () => import('./twin/plan.ts')),
  entry('practise', 'frames of a camera that is known', () => import('./twin/practise.ts')),
];

/** Every command, in the order of the help. Each loads its own parts. */
export const program: Program<CommandTerminal, number | undefined> = {
  name: 'lumenloom',
  says: 'a camera simulator, from photons to the picture.',
  version: VERSION,
  groups: [
    {
      title: 'Pictures',
      entries: [
        entry('simulate', 'a recipe as a picture, with its report', () => import('./simulate.ts')),
        entry('sweep', 'a recipe many times, with varied fields', () => import('./sweep.ts')),
        entry('optimise', 'the best values of a study', () => import('./optimise.ts')),
        entry(
          'choose',
          'the best of many candidates, by a race',
          () => import('./choose/choose.ts'),
        ),
        entry('yield', 'which share of a factory keeps a limit', () => import('./yield.ts')),
        {
          name: 'scene',
          summary: 'inspect: what a render holds, and what for',
          parts: [
            entry(
              'inspect',
              'the channels of a scene file, the files of a folder',
              () => import('./scene/inspect.ts'),
            ),
          ],
        },
        {
          ...entry(
            'world',
            'what stands in a world, and its light; probe',
            () => import('./world/world.ts'),
          ),
          parts: worlds,
        },
        entry('sensor', 'irradiance of your own on a sensor', () => import('./sensor.ts')),
        entry('isp', 'raw codes of your own, developed', () => import('./isp.ts')),
      ],
    },
    {
      title: 'Measurements',
      entries: [
        {
          name: 'measure',
          summary: 'sfr, noise, colour, geometry, star, steps, ...',
          parts: measurements,
        },
        entry(
          'report',
          'the report of a lab of one or two cameras',
          () => import('./report/report.ts'),
        ),
        entry(
          'emva1288',
          'a sensor, measured as its maker would',
          () => import('./emva1288/emva1288.ts'),
        ),
        {
          ...entry(
            'twin',
            'a camera from its frames; plan, practise',
            () => import('./twin/twin.ts'),
          ),
          parts: twinParts,
        },
        entry(
          'prove',
          'figures of outside programs, computed again',
          () => import('./prove/prove.ts'),
        ),
        entry(
          'sensor-design',
          'what a sensor does in a light, by formula',
          () => import('./sensor-design.ts'),
        ),
      ],
    },
    {
      title: 'Networks and data',
      entries: [
        entry(
          'evaluate',
          'a network on labelled pictures through cameras',
          () => import('./evaluate.ts'),
        ),
        { name: 'dataset', summary: 'check or simulate: labelled pictures', parts: datasets },
        entry('score', 'results of a network against the truth', () => import('./score/score.ts')),
        entry('predict', 'which figure predicts a score', () => import('./predict/predict.ts')),
        {
          name: 'network',
          summary: 'inspect: how a network of your own is run',
          parts: [
            entry(
              'inspect',
              'how a network of your own is run, and what it finds',
              () => import('./network/inspect.ts'),
            ),
          ],
        },
        entry('models', 'fetches the networks of the algorithm stage', () => import('./models.ts')),
      ],
    },
    {
      title: 'Parts and names',
      entries: [
        {
          ...entry(
            'lens',
            'a lens: data and plots; merit, optimise, tolerance',
            () => import('./lens.ts'),
          ),
          parts: lensStudies,
        },
        entry('illuminant', 'the spectrum of a light, as JSON', () => import('./illuminant.ts')),
        entry('fov', 'how much of the sensor a scene covers', () => import('./fov.ts')),
        entry('list', 'what a recipe can choose by name', () => import('./choices.ts')),
        entry('figures', 'what a sweep can measure', () => import('./figures.ts')),
      ],
    },
    {
      title: 'Other programs',
      entries: [
        entry('serve', 'answers calls of other programs', () => import('./serve/serve.ts')),
      ],
    },
  ],
};
