import { fileURLToPath } from 'node:url';
import { testPicture } from '../../../packages/datasets/src/test-files.ts';

export const MARKS_NETWORK = fileURLToPath(
  new URL('../../../examples/marks.onnx', import.meta.url),
);

/** Files of a data set of one picture. */
export async function filesOfDataset(): Promise<
  readonly { readonly name: string; readonly content: Uint8Array }[]
> {
  const annotations = {
    images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [10, 10, 9, 9], area: 81, iscrowd: 0 },
    ],
    categories: [
      { id: 1, name: 'bright mark' },
      { id: 2, name: 'dark mark' },
    ],
  };
  return [
    {
      name: 'annotations.json',
      content: new TextEncoder().encode(JSON.stringify(annotations)),
    },
    { name: 'images/a.png', content: await testPicture(64, 48) },
  ];
}
