import type { CocoResult, CocoTruth, IouType } from './coco.ts';
import { detectionFigures } from './figures.ts';
import { matchDetections } from './match.ts';

type Row = readonly (number | string)[];
/** A case that the evaluator of COCO has scored. */
export interface CocoCase {
  readonly iouType: IouType;
  readonly sameAs?: string;
  readonly images: readonly (readonly [number, number, number])[];
  readonly categories: CocoTruth['categories'];
  readonly annotations: readonly Row[];
  readonly results: readonly Row[];
  readonly maskSize?: readonly number[];
  readonly expected: Readonly<Record<string, unknown>> & {
    readonly precisionAt101Recalls?: Readonly<Record<string, { readonly iou50: number[] | null }>>;
  };
}

/** A case as files of COCO. */
export function cocoFiles({ images, categories, annotations, results, maskSize: size }: CocoCase) {
  const truth: CocoTruth = {
    images: images.map(([id, width, height]) => ({ id, width, height })),
    categories,
    annotations: annotations.map((row) => {
      const [id, image_id, category_id] = row as number[];
      const [area, iscrowd] = row.slice(-2) as number[];
      const shape = size
        ? { segmentation: { size, counts: row[3] } }
        : { bbox: row.slice(3, 7) as number[] };
      return {
        id,
        image_id: image_id!,
        category_id: category_id!,
        area: area!,
        iscrowd: iscrowd!,
        ...shape,
      };
    }),
  };
  const found = results.map((row): CocoResult => {
    const [image_id, category_id] = row as number[];
    const shape = size
      ? { segmentation: { size, counts: row[2] } }
      : { bbox: row.slice(2, 6) as number[] };
    return {
      image_id: image_id!,
      category_id: category_id!,
      score: row.at(-1) as number,
      ...shape,
    };
  });
  return { truth, found };
}

/** The twelve numbers of a case, ours and those of pycocotools, where it has one. */
export function cocoNumbers(
  golden: CocoCase,
  data: CocoCase,
): readonly { readonly key: string; readonly theirs: number; readonly ours: number }[] {
  const { truth, found } = cocoFiles(data);
  const figures = detectionFigures(
    matchDetections(truth, found, { iouType: golden.iouType }),
  ) as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(golden.expected).flatMap(([key, theirs]) =>
    typeof theirs === 'number'
      ? [{ key, theirs, ours: typeof figures[key] === 'number' ? figures[key] : NaN }]
      : [],
  );
}
