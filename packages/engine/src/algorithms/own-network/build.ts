import type { OpenedNetwork, RgbImage } from '../../host.ts';
import type { NetworkDescriptor } from '../../networks/descriptor.ts';
import type { NetworkQuestion } from '../../networks/find-in-picture.ts';
import type { Finding } from '../../networks/tasks/list.ts';
import { loadTask } from '../../networks/tasks/load-task.ts';
import type { Located } from '../../networks/tasks/task-code.ts';
import type { Algorithm } from '../algorithm-descriptor.ts';

/** A network from the user's own file, whatever it finds (docs/reference/vision.md#networks). */
export async function build(
  descriptor: NetworkDescriptor,
  network: OpenedNetwork,
): Promise<Algorithm<Located<Finding>>> {
  const task = await loadTask(descriptor.task);
  return {
    read: async (picture, watch) => {
      const question: NetworkQuestion = { picture, descriptor, threshold: 'drawing' };
      const { rows, columns } = picture;
      const finding = (await network.find(question, watch)) as Finding;
      return { finding, picture: { rows, columns } };
    },
    compare: (camera, ideal, size, isSeen) =>
      task.compare(camera, ideal, size, { descriptor, isSeen }),
    draw: (located, picture, isSeen) => task.draw(located, picture, { descriptor, isSeen }),
  };
}

/**
 * Draws what a network found in a picture.
 *
 * @param pictures that in which it was found, and the same one, perhaps smaller, to draw on.
 * @returns undefined for classes of the whole picture.
 */
export async function drawFinding(
  finding: Finding,
  { found, shown }: { readonly found: RgbImage; readonly shown: RgbImage },
  descriptor: NetworkDescriptor,
): Promise<RgbImage | undefined> {
  const task = await loadTask(descriptor.task);
  return task.draw({ finding, picture: found }, shown, { descriptor, isSeen: () => true });
}
