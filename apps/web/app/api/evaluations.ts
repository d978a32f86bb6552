import {
  evaluationStatusSchema,
  evaluationsAnswerSchema,
  newEvaluationAnswerSchema,
  readEvaluationDocument,
  type EvaluationDocument,
  type EvaluationStatus,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { RequestError } from './request.ts';

/** The evaluations of the account, the newest first. */
export const listEvaluations = async (): Promise<readonly EvaluationStatus[]> =>
  evaluationsAnswerSchema.parse(await (await callSite('/evaluations')).json()).evaluations;

/** Starts an evaluation; the answer is its id. */
export const startEvaluation = async (document: object): Promise<string> =>
  newEvaluationAnswerSchema.parse(await (await callSite('/evaluations', document)).json()).id;

export const evaluationStatus = async (
  id: string,
  signal: AbortSignal,
): Promise<EvaluationStatus> =>
  evaluationStatusSchema.parse(
    await (await callSite(`/evaluations/${id}`, undefined, { signal })).json(),
  );

/** The document that an evaluation was started with. */
export async function evaluationDocument(
  id: string,
  signal: AbortSignal,
): Promise<EvaluationDocument> {
  const response = await callSite(`/evaluations/${id}/document`, undefined, { signal });
  const read = readEvaluationDocument(await response.json());
  if (!read.ok) throw new RequestError(read.problems[0]!.message);
  return read.value;
}

/** Cancels an evaluation, or deletes one that has ended. */
export async function endEvaluation(id: string): Promise<void> {
  await callSite(`/evaluations/${id}`, undefined, { method: 'DELETE' });
}

/** Address of a file of an evaluation that is done. */
export const evaluationFile = (id: string, name: 'results.json' | 'report.html'): string =>
  `/api/evaluations/${id}/${name}`;

/** Goes on with an evaluation that was cancelled or has failed. */
export async function resumeEvaluation(id: string): Promise<void> {
  await callSite(`/evaluations/${id}/resume`, {});
}

/** Crops of what is missed, invented and the like; pictures are data URLs. */
export interface ScoreGallery {
  readonly title: string;
  /** How many there are, of which some are shown. */
  readonly count: number;
  readonly entries: readonly {
    readonly caption: string;
    /** Through the camera, and on the ideal picture; truth dashed, findings solid. */
    readonly camera: string;
    readonly ideal: string;
    /** Evaluations of older programs have none. */
    readonly whole?: WholePicture;
  }[];
}

/** The whole picture of a camera as a data URL, with its boxes: x, y, width, height, pixels. */
export interface WholePicture {
  readonly camera: string;
  readonly picture: string;
  readonly truth: readonly (readonly [number, number, number, number])[];
  readonly found: readonly (readonly [number, number, number, number])[];
}

export const evaluationGalleries = async (
  id: string,
  signal: AbortSignal,
): Promise<readonly ScoreGallery[]> =>
  (await (
    await callSite(`/evaluations/${id}/galleries.json`, undefined, { signal })
  ).json()) as readonly ScoreGallery[];

/** The results of an evaluation that is done, as `lumenloom evaluate` writes results.json. */
export const evaluationResults = async (id: string, signal: AbortSignal): Promise<unknown> =>
  (await callSite(`/evaluations/${id}/results.json`, undefined, { signal })).json();
