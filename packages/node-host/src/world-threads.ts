import type { WorldPlan } from '@lumenloom/engine';
import type { PartTally, PicturePart } from '@lumenloom/world';
import { onHelpers } from './parallel.ts';
import type { ProbePart, WorldProbe } from './world-parts.ts';

type Opened = Pick<WorldPlan, 'document' | 'folder'>;

/** Work on a world that a thread of the pool does: plain data. */
export interface WorldTask extends Opened {
  /** The same for the same world of this program. */
  readonly id: number;
  readonly work:
    | { readonly kind: 'render'; readonly parts: readonly PicturePart[] }
    | { readonly kind: 'probe'; readonly parts: readonly ProbePart[] };
}

/** Worlds of this thread: a document that is changed is another object. */
const ids = new WeakMap<object, number>();
let worlds = 0;
function idOf(document: object): number {
  const id = ids.get(document) ?? (worlds += 1);
  ids.set(document, id);
  return id;
}

/** Other threads that read a world and render parts of its pictures. */
export const renderHelpers = (world: Opened, threads: number) =>
  onHelpers(
    threads,
    (run) => (parts: readonly PicturePart[]) =>
      run<readonly PartTally[]>(taskOf(world, { kind: 'render', parts })),
  );

/** Other threads that read a world and send rays into it. */
export const probeHelpers = (world: Opened, threads: number) =>
  onHelpers(
    threads,
    (run) => (parts: readonly ProbePart[]) =>
      run<readonly WorldProbe[][]>(taskOf(world, { kind: 'probe', parts })),
  );

const taskOf = (
  { document, folder }: Opened,
  work: WorldTask['work'],
): { readonly world: WorldTask } => ({
  world: { id: idOf(document), document, ...(folder !== undefined && { folder }), work },
});

/** The world of the last task on this thread, which the next one mostly has too. */
let last: { readonly id: number; readonly world: Opened } | undefined;

/** Does work on a world on a thread of the pool. */
export async function doWorldTask({ id, document, folder, work }: WorldTask): Promise<unknown> {
  if (last?.id !== id) last = { id, world: { document, ...(folder !== undefined && { folder }) } };
  const [{ openedWorld }, { probedPart, renderedParts }] = await Promise.all([
    import('./world-renderer.ts'),
    import('./world-parts.ts'),
  ]);
  const light = await openedWorld(last.world);
  return work.kind === 'render'
    ? renderedParts(light, work.parts)
    : work.parts.map((part) => probedPart(light, part));
}
