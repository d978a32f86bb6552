import { figure, percentFigure } from '../../text/figure.ts';
import type { LogText } from '../../stage.ts';
import type { WorldPlan } from '../../worlds.ts';

/** How a world was rendered; no lines without one. */
export function worldLines(world: WorldPlan | undefined): LogText[] {
  if (!world?.rendered) return [];
  const { facts, marginPixels } = world.rendered;
  const { standardErrorPercent: error, fireflies, cutPathsPercent } = facts;
  return [
    `World: ${world.label}, ${facts.triangles} triangles, ${figure(facts.samplesMean)} paths per pixel, standard error ${error === null ? 'unknown' : percentFigure(error)} (median of the scene's samples), ${marginPixels} px rendered beyond each side of the sensor.`,
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
