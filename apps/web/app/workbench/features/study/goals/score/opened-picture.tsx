import type { WholePicture } from './galleries.ts';
import type { InspectedPicture, LinkedPicture } from '../../../../kit/picture/inspected.ts';
import strip from '../../../../kit/strip.module.css';
import { readRecipe } from '../../../../model/recipe/recipe-json.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import styles from './opened-picture.module.css';

/** A picture of a gallery that is shown in Result. */
export interface OpenedPicture extends WholePicture {
  readonly caption: string;
  /** Of its camera, as the document has it. */
  readonly recipe?: unknown;
}

/** The recipe of a camera; undefined where a document of another program has other fields. */
function recipeOf(recipe: unknown): Recipe | undefined {
  try {
    return readRecipe(recipe);
  } catch {
    return undefined;
  }
}

/** The picture in place of the result: truth dashed, findings solid. */
export const inspectedOf = (opened: OpenedPicture, onClose: () => void): InspectedPicture => ({
  image: opened.picture,
  name: `${opened.caption}, through camera ${opened.camera}`,
  recipe: recipeOf(opened.recipe),
  line: (
    <div className={strip.line}>
      <p className={strip.name}>
        {opened.caption}
        <span className={strip.quiet}>
          {' '}
          through camera {opened.camera}. The truth is dashed, what was found solid.
        </span>
      </p>
      <button type="button" className={strip.small} onClick={onClose}>
        Back to the result
      </button>
    </div>
  ),
  over: (picture) => <Boxes opened={opened} picture={picture} />,
});

function Boxes({
  opened: { truth, found },
  picture: { size, view },
}: {
  readonly opened: OpenedPicture;
  readonly picture: LinkedPicture;
}) {
  if (!size || !view) return undefined;
  return (
    <svg
      className={styles.boxes}
      role="img"
      aria-label={`${truth.length} true, ${found.length} found`}
      width={view.scale * size.width}
      height={view.scale * size.height}
      viewBox={`0 0 ${size.width} ${size.height}`}
      style={{ left: view.x, top: view.y }}
    >
      {[
        ...truth.map((box) => [box, styles.truth] as const),
        ...found.map((box) => [box, styles.found] as const),
      ].map(([[x, y, width, height], kind], index) => (
        <rect key={index} className={kind} x={x} y={y} width={width} height={height} />
      ))}
    </svg>
  );
}
