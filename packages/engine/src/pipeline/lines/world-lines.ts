import { figure, percentFigure } from '../../text/figure.ts';
import type { LogText } from '../../stage.ts';
import type { WorldFacts, WorldPlan } from '../../worlds.ts';

/** Share of a pixel's own noise that a rendering may add (docs/reference/world.md#w7). */
const MOST_OVER_SHOT = 1 / 3;

/** Whether the rendering is noisier than the sensor lets pass; no line where it is not. */
export const overShotLines = (facts: WorldFacts | undefined): LogText[] =>
  facts && facts.renderOverShot !== null && facts.renderOverShot > MOST_OVER_SHOT
    ? [
        {
          warning: `The noise of the rendering is ${figure(facts.renderOverShot)} times the noise of light and read-out: raise worldParams.samples.`,
        },
      ]
    : [];

/** How a world was rendered; no lines without one. */
export function worldLines(world: WorldPlan | undefined): LogText[] {
  if (!world?.rendered) return [];
  const { facts, marginPixels } = world.rendered;
  const { standardErrorPercent: error, fireflies, cutPathsPercent } = facts;
  const how =
    facts.through === 'lens'
      ? `each path through the surfaces of the lens, the bands in ${world.params.lensBands} groups: no diffraction`
      : `${marginPixels} px rendered beyond each side of the sensor`;
  const paths = world.params.noise
    ? `${figure(facts.samplesMean)} paths per pixel on average, as a pilot of 64 asks for its noise`
    : `${figure(facts.samplesMean)} paths per pixel`;
  return [
    `World: ${world.label}, ${facts.triangles} triangles, ${paths}, standard error ${error === null ? 'unknown' : percentFigure(error)} (median of the scene's samples), ${how}.`,
    'The lamps of the world are its light: the illuminant of the recipe is not used.',
    ...(fireflies > 0
      ? [
          {
            warning: `${fireflies} of the scene's samples hold more than half of their light in one batch of paths: more paths make them even.`,
          },
        ]
      : []),
    ...(cutPathsPercent > 0
      ? [{ warning: `${percentFigure(cutPathsPercent)} of the paths were cut at their hard end.` }]
      : []),
    ...(facts.ignored.length > 0 ? [`Not read of its files: ${facts.ignored.join(', ')}.`] : []),
    ...facts.warnings.map((warning) => ({ warning })),
  ];
}
