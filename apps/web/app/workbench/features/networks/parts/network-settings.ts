import type { TriedNetwork } from '@lumenloom/contract';
import { OUTPUT_KINDS, type NetworkDescriptor, type OutputKind } from '@lumenloom/engine/catalogue';

/** How a network is run and read, as the sheet changes it. */
export type NetworkSettings = NetworkDescriptor;
export type Task = NetworkSettings['task'];

/** The settings of an answer, whose form the server has checked. */
export const settingsOf = (descriptor: Readonly<Record<string, unknown>>): NetworkSettings =>
  descriptor as unknown as NetworkSettings;

/** Kinds of outputs in words. */
export const KINDS_IN_WORDS: Readonly<Record<OutputKind, string>> = {
  yolo: 'YOLO: centre, size, score of each class',
  'yolo-objectness': 'YOLO: centre, size, objectness, classes',
  end2end: 'corners, score, class; nothing to suppress',
  'yolo-seg': 'YOLO with masks',
  detr: 'DETR: logits and boxes, the last class is nothing',
  rtdetr: 'RT-DETR: logits and boxes',
  'boxes-scores-labels': 'boxes, scores, labels',
  'class-map': 'a score of each class in each pixel',
  logits: 'a score of each class',
  depth: 'a depth map',
  anomaly: 'an anomaly map',
};

/** The kinds that outputs of a task can have. */
export const kindsOf = (task: Task): readonly OutputKind[] =>
  (Object.keys(OUTPUT_KINDS) as OutputKind[]).filter((kind) => OUTPUT_KINDS[kind] === task);

/** The settings with another kind of outputs. */
export function withKind(settings: NetworkSettings, kind: OutputKind): NetworkSettings {
  const { inverse: _, ...output } = settings.output;
  return {
    ...settings,
    task: OUTPUT_KINDS[kind],
    output: { ...output, kind, ...(kind === 'depth' && { inverse: true }) },
    background: kind === 'detr' ? 'last' : kind === 'boxes-scores-labels' ? 'first' : 'none',
  };
}

/** How many classes the outputs have, with the sum that tells it; undefined where none does. */
export function classesOf(
  { output: { kind, names }, background }: NetworkSettings,
  outputs: TriedNetwork['outputs'],
): { readonly count: number; readonly sum: string } | undefined {
  const shape = outputs.find(({ name }) => name === names[0])?.shape;
  if (!shape) return undefined;
  const less = (side: number | null | undefined, others: number) =>
    side === null || side === undefined
      ? undefined
      : { count: side - others, sum: others === 0 ? String(side) : `${side} − ${others}` };
  const sides = [shape[1], shape[2]].flatMap((side) => side ?? []);
  const candidates = sides.length === 2 ? Math.min(...sides) : undefined;
  switch (kind) {
    case 'yolo':
      return less(candidates, 4);
    case 'yolo-seg':
      return less(candidates, 4 + 32);
    case 'yolo-objectness':
      return less(candidates, 5);
    case 'detr':
      return less(shape.at(-1), 1);
    case 'rtdetr':
      return less(shape.at(-1), 0);
    case 'logits':
    case 'class-map':
      return less(shape[1], background === 'none' ? 0 : 1);
    default:
      return undefined;
  }
}

/** Numbers with commas between them; of a text that holds none, null, which the server refuses. */
export const numbersOf = (text: string): readonly (number | null)[] =>
  text.split(',').map((one) => {
    const number = one.trim() === '' ? NaN : Number(one);
    return Number.isFinite(number) ? number : null;
  });

/** Names with commas or line ends between them; null where there is none. */
export function namesOf(text: string): readonly string[] | null {
  const names = text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length > 0 ? names : null;
}

/** '1 × 3 × 640 × any'. */
export const shapeInWords = ({ shape, type }: TriedNetwork['inputs'][number]): string =>
  `${shape?.map((side) => side ?? 'any').join(' × ') ?? 'any'} ${type}`;

/** Names of COCO's 80 classes, in the order in which networks have them. */
export const COCO: readonly string[] =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  );
