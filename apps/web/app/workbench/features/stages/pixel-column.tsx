import type { OpenedStages } from '@lumenloom/browser-host';
import { useState } from 'react';
import type { Point, Size } from '../../kit/picture/picture-view.ts';
import type { Reading } from '../../shell/bench/bench.ts';
import type { DecodedPicture } from '../../kit/picture/measure-region.ts';
import { useDecoded } from '../../kit/picture/made-picture.ts';
import { ofScene } from './stage-list.ts';
import { pixelOfPicture, pixelOfScene, pixelOfStage, valuesAt } from './stage-values.ts';
import styles from '../../kit/strip.module.css';
import type { ResultPictures, StageView } from './stage-view.tsx';

interface PixelColumnProps {
  readonly opened: OpenedStages | undefined;
  /** Why there are none. */
  readonly problem: string | undefined;
  /** The run, or the recipe, of the stages. */
  readonly whose: string;
  /** They are not of the picture that is shown. */
  readonly isOther: boolean;
  readonly view: StageView;
  readonly pictures: ResultPictures;
  /** In the picture that is shown. */
  readonly reading: Reading | undefined;
}

/** The values of the pixel under the cursor, or of the last one that was, through all stages. */
export function PixelColumn({
  opened,
  problem,
  whose,
  isOther,
  view,
  pictures,
  reading,
}: PixelColumnProps) {
  const [last, setLast] = useState<
    Point & { readonly of: string | undefined; readonly size: Size }
  >();
  if (reading && (last?.x !== reading.x || last.y !== reading.y || last.of !== view.shown))
    setLast({ x: reading.x, y: reading.y, of: view.shown, size: reading.size });
  const result = useDecoded(pictures.result);
  const overlay = useDecoded(pictures.overlay);
  if (problem !== undefined) return <p className={styles.quiet}>No stages: {problem}</p>;
  if (!opened)
    return (
      <p className={styles.quiet}>
        The values of a pixel stand here while the strip under the picture shows its stages.
      </p>
    );
  if (!last)
    return <p className={styles.quiet}>Point at the picture to read a pixel through all stages.</p>;
  const isInScene = ofScene.includes(last.of ?? '');
  const pixel = isInScene ? pixelOfScene(opened, last) : pixelOfPicture(opened, last.size, last);
  const rows = [
    ...view.list.map((stage) => {
      const at =
        isInScene && ofScene.includes(stage.id)
          ? last
          : pixel && pixelOfStage(opened, stage, pixel);
      return { name: stage.name, unit: stage.unit, values: at ? valuesAt(stage, at) : '–' };
    }),
    // Values of two recipes never stand in one table.
    ...(isOther
      ? []
      : [
          { name: 'Result', picture: result },
          { name: 'Overlay', picture: overlay },
        ]
    ).flatMap(({ name, picture }) =>
      picture ? [{ name, unit: 'code of 255', values: coloursAt(opened, picture, pixel) }] : [],
    ),
  ];
  return (
    <table className={styles.column} data-old={isOther || undefined}>
      <caption>
        {pixel ? `Pixel x ${pixel.x} y ${pixel.y} of the sensor` : 'Beside the sensor'}
        {` · ${whose}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">Value</th>
          <th scope="col">Unit</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values, unit }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{values}</td>
            <td className={styles.unit}>{unit}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function coloursAt(
  opened: OpenedStages,
  { rows, columns, data }: DecodedPicture,
  pixel: Point | undefined,
): string {
  const at = pixel && pixelOfStage(opened, { id: '', width: columns, height: rows }, pixel);
  if (!at) return '–';
  const [red, green, blue] = data.subarray(3 * (at.y * columns + at.x));
  return `R ${red!} G ${green!} B ${blue!}`;
}
