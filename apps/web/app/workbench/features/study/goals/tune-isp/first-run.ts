import type { StudyRun } from '@lumenloom/contract';
import { calls } from '../../../../../api/studies.ts';

/** The first run of a study. */
export interface FirstRun extends Pick<StudyRun, 'figures' | 'status' | 'message'> {
  /** Means of objectives and constraints over fresh noises, where the study has validated it. */
  readonly fresh: Readonly<Record<string, number>>;
}

interface Results {
  readonly validation?:
    | readonly { readonly figures: Readonly<Record<string, { readonly mean: number }>> }[]
    | null;
}

/**
 * Computes the start of a study as a study of its own, which is deleted again.
 *
 * @throws Error where it ends without a run.
 */
export async function firstRun(document: object, signal: AbortSignal): Promise<FirstRun> {
  const id = await calls.start(document);
  try {
    let first: StudyRun | undefined;
    for await (const [run] of calls.runs!(id, signal)) first ??= run;
    if (!first) throw new Error('The start could not be measured: try again.');
    if (first.status !== 'done') return { ...first, fresh: {} };
    const { validation } = (await calls.json(id, 'results.json', signal)) as Results;
    const means = Object.entries(validation?.[0]?.figures ?? {}).map(
      ([name, { mean }]) => [name, mean] as const,
    );
    return { ...first, fresh: Object.fromEntries(means) };
  } finally {
    // The first call cancels one that still runs.
    await calls.end(id).catch(() => undefined);
    await calls.end(id).catch(() => undefined);
  }
}
