import type { TriedNetwork } from '@lumenloom/contract';
import {
  kindNamed,
  taskNamed,
  type OutputSettings,
  type NetworkDescriptor,
  type OutputKind,
  type Task,
} from '@lumenloom/engine/catalogue';

/** How a network is run and read, as the sheet changes it. */
export interface NetworkSettings extends Omit<NetworkDescriptor, 'output'> {
  readonly output: Omit<NetworkDescriptor['output'], 'kind' | 'command'> & {
    readonly kind: OutputKind;
  };
}

/** The settings of an answer, whose form the server has checked. */
export const settingsOf = (descriptor: Readonly<Record<string, unknown>>): NetworkSettings =>
  descriptor as unknown as NetworkSettings;

/** The kinds that outputs of a task can have. */
export const kindsOf = (task: Task): readonly OutputKind[] =>
  Object.keys(taskNamed(task).kinds) as OutputKind[];

/** The settings with another kind of outputs. */
export function withKind(settings: NetworkSettings, kind: OutputKind): NetworkSettings {
  const { names } = settings.output;
  const { task, background = 'none', score, reads = [] } = kindNamed(kind);
  const { sigmas, ...others } = settings;
  return {
    ...others,
    ...(sigmas && task === 'keypoints' && { sigmas }),
    task,
    background,
    output: {
      ...(reads.includes('inverse') && { inverse: true }),
      ...Object.fromEntries(
        Object.entries(settings.output).filter(([key]) =>
          reads.includes(key as keyof OutputSettings),
        ),
      ),
      names,
      kind,
    },
    ...(score !== undefined && { thresholds: { ...settings.thresholds, score } }),
  };
}

/** Key points of a person in COCO, which gives their sigmas. */
const OF_PERSONS = 17;

/** What is taken for the sigmas of key points where none are given. */
export function usualSigmas({ output: { points } }: NetworkSettings): string {
  const [count = OF_PERSONS] = points ?? [];
  return count === OF_PERSONS ? 'those of COCO' : `1/${count} for each`;
}

/** How many classes the outputs have, with the sum that tells it; undefined where none does. */
export function classesOf(
  { output: { kind, names }, background }: NetworkSettings,
  outputs: TriedNetwork['outputs'],
): { readonly count: number; readonly sum: string } | undefined {
  const shape = outputs.find(({ name }) => name === names[0])?.shape;
  if (!shape) return undefined;
  const { classes } = kindNamed(kind);
  if (!classes) return undefined;
  const sides = [shape[1], shape[2]].flatMap((side) => side ?? []);
  const side = {
    second: shape[1],
    last: shape.at(-1),
    smaller: sides.length === 2 ? Math.min(...sides) : undefined,
  }[classes.side];
  const besides = classes.besides + Number(classes.hasBackground === true && background !== 'none');
  return side === null || side === undefined
    ? undefined
    : { count: side - besides, sum: besides === 0 ? String(side) : `${side} − ${besides}` };
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
