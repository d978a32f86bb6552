import { decodeText } from '@lumenloom/engine';
import { refusal, type FileTree } from './file-tree.ts';

/** A layout that is known and not read. */
interface Foreign {
  readonly name: string;
  /** How it becomes one that is read. */
  readonly instead: string;
  readonly path: RegExp;
  /** In the first bytes of the file; absent where the path says enough. */
  readonly head?: RegExp;
}

const LAYOUTS: readonly Foreign[] = [
  {
    name: 'BDD100K',
    instead: 'convert it to COCO with its own tool, python -m bdd100k.label.to_coco',
    path: /\.json$/i,
    head: /"(?:box2d|poly2d|videoName|timeofday)"/,
  },
  {
    name: 'the tracking benchmark of KITTI',
    instead:
      'write label_2/ with a file per picture, the columns from the type on, and the pictures of the same names in image_2/',
    path: /(?:^|\/)label_02\/\d+\.txt$/,
  },
  {
    name: 'Label Studio',
    instead: 'export it there as COCO or YOLO',
    path: /\.json$/i,
    head: /"(?:from_name|original_width|lead_time|completed_by|rectanglelabels)"/,
  },
  {
    name: 'Supervisely',
    instead: 'export it there as COCO',
    path: /(?:^|\/)ann\/[^/]+\.json$/i,
  },
  {
    name: 'CVAT (XML)',
    instead: 'export it there as COCO 1.0',
    path: /\.xml$/i,
    head: /<annotations>[\s\S]*<(?:version|image|meta|track)[\s>]/,
  },
  {
    name: 'Open Images (CSV)',
    instead: 'convert it to COCO, for example with FiftyOne',
    path: /\.csv$/i,
    head: /^\uFEFF?[^\n]*ImageID[^\n]*(?:LabelName|XMin)/i,
  },
  {
    name: 'labelme',
    instead: 'convert it to COCO with labelme2coco',
    path: /\.json$/i,
    head: /"shapes"[\s\S]*"(?:points|shape_type)"|"imageData"/,
  },
  {
    name: 'VGG Image Annotator',
    instead: 'export it there as COCO',
    path: /\.json$/i,
    head: /"(?:_via_settings|shape_attributes)"/,
  },
  {
    name: 'CreateML',
    instead: 'convert it to COCO',
    path: /\.json$/i,
    head: /"coordinates"\s*:\s*\{\s*"(?:x|y|width|height)"/,
  },
  {
    name: 'Datumaro',
    instead: 'convert it to COCO with its own tool, datum convert -f coco',
    path: /\.json$/i,
    head: /"categories"\s*:\s*\{/,
  },
  {
    name: 'the panoptic task of COCO',
    instead: 'give the file of its instances, or masks of class numbers beside the pictures',
    path: /\.json$/i,
    head: /"segments_info"/,
  },
  {
    name: 'the MOT Challenge',
    instead: 'convert it to COCO, for example with FiftyOne',
    path: /(?:^|\/)gt\/gt\.txt$/,
  },
  {
    name: 'nuScenes',
    instead: 'convert it to COCO, for example with FiftyOne',
    path: /(?:^|\/)v1\.0-[\w-]+\/sample(?:_data)?\.json$/,
  },
  {
    name: 'WIDER FACE',
    instead: 'convert it to COCO or YOLO',
    path: /(?:^|\/)wider_face[^/]*_bbx_gt\.txt$/,
  },
  {
    name: 'CSV with a box per line',
    instead: 'export or convert it to COCO or YOLO',
    path: /\.csv$/i,
    head: /^\uFEFF?[^\n]*(?:xmin|x_min|bbox|x1)[^\n]*(?:ymax|y_max|y2|bbox|height)/i,
  },
  {
    name: 'CSV with a column per class',
    instead: 'put each picture into a folder of its class',
    path: /(?:^|\/)_classes\.csv$/i,
    head: /^\uFEFF?filename\s*,/i,
  },
  {
    name: 'TFRecord',
    instead: 'export it as COCO or YOLO',
    path: /\.tfrecords?(?:-\d+-of-\d+)?$/i,
  },
  {
    name: 'Parquet',
    instead: 'export its pictures and labels as COCO or YOLO',
    path: /\.parquet$/i,
  },
];

/** Bytes in which a layout shows. */
const HEAD = 16_384;
/** Files that are looked into. */
const MOST_TRIED = 12;

/** Keys of COCO, whose files may have further ones. */
const COCO = /"(?:images|categories)"\s*:\s*\[|"image_id"\s*:/;
const PANOPTIC = /"segments_info"/;
/** Masks of Cityscapes as they are published, before its tool makes class numbers of them. */
const [POLYGONS, LABEL_IDS] = [/_gt(?:Fine|Coarse)_polygons\.json$/, /_labelIds\.png$/];

/** @throws SimulationError naming the layout and how to convert it, where it is a known one. */
export async function refuseForeign(tree: FileTree): Promise<void> {
  const looked = tree.paths.filter((path) => /\.(?:json|xml|csv)$/i.test(path));
  const read = await Promise.all(
    looked
      .slice(0, MOST_TRIED)
      .map(async (path) => [path, decodeText(await tree.readHead(path, HEAD))] as const),
  );
  const hasInstances = read.some(([, text]) => COCO.test(text) && !PANOPTIC.test(text));
  const heads = read.filter(
    ([, text]) => !COCO.test(text) || (PANOPTIC.test(text) && !hasInstances),
  );
  const polygons = tree.paths.find((path) => POLYGONS.test(path));
  if (polygons !== undefined && !tree.paths.some((path) => LABEL_IDS.test(path)))
    throw refusal(
      `${tree.name} has the polygons of Cityscapes (${polygons}) and no _labelIds.png: make them with json2labelImg of its own tools.`,
    );
  for (const { name, instead, path: pattern, head } of LAYOUTS) {
    const file = head
      ? heads.find(([path, text]) => pattern.test(path) && head.test(text))?.[0]
      : tree.paths.find((path) => pattern.test(path));
    if (file !== undefined)
      throw refusal(
        `${tree.name} is in the format of ${name} (${file}), which is not read: ${instead}.`,
      );
  }
}
