import type { Column, Ground, KeptPicture } from './columns.ts';
import type { DoneLine } from './picture-lines.ts';
import type { Subset } from './rungs.ts';
import { EVALUATED, type Found } from './tasks/list.ts';

/** The column of lines, which belong to the pictures of the ground. */
export function columnOf(ground: Ground, lines: readonly DoneLine[], subset: Subset): Column {
  const task = lines[0]?.content().truth.task;
  if (task === undefined) return { figures: {}, drawn: () => ({}) };
  const place = new Map(ground.images.map((name, at) => [name, at]));
  const pictures = lines.map(({ image, width, height, content }): KeptPicture<Found> => ({
    place: place.get(image)!,
    width,
    height,
    content: () => {
      const { truth, found } = content();
      return { truth: truth.objects ?? [], found: found[subset]! };
    },
  }));
  return EVALUATED[task].columnOf(ground, pictures);
}
