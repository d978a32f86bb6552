import {
  newStudyAnswerSchema,
  readStudyDocument,
  studiesAnswerSchema,
  studyRunSchema,
  studyStatusSchema,
  type StudyDocument,
  type StudyRun,
  type StudyStatus,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { linesOf } from './lines.ts';
import { RequestError } from './request.ts';

/** The studies of the account, the newest first. */
export const listStudies = async (): Promise<readonly StudyStatus[]> =>
  studiesAnswerSchema.parse(await (await callSite('/studies')).json()).studies;

/** Starts a study; the answer is its id. */
export const startStudy = async (document: object): Promise<string> =>
  newStudyAnswerSchema.parse(await (await callSite('/studies', document)).json()).id;

export const studyStatus = async (id: string, signal: AbortSignal): Promise<StudyStatus> =>
  studyStatusSchema.parse(await (await callSite(`/studies/${id}`, undefined, { signal })).json());

/** The document that a study was started with. */
export async function studyDocument(id: string, signal: AbortSignal): Promise<StudyDocument> {
  const response = await callSite(`/studies/${id}/document`, undefined, { signal });
  const read = readStudyDocument(await response.json());
  if (!read.ok) throw new RequestError(read.problems[0]!.message);
  return read.value;
}

/** Cancels a study, or deletes one that has ended. */
export async function endStudy(id: string): Promise<void> {
  await callSite(`/studies/${id}`, undefined, { method: 'DELETE' });
}

/** Goes on with a study that was cancelled or has failed, or that is done with more runs. */
export async function resumeStudy(id: string, moreRuns?: number): Promise<void> {
  await callSite(`/studies/${id}/resume`, { runs: moreRuns });
}

/** The runs of a study, those that are there first, until it has ended. */
export async function* studyRuns(
  id: string,
  signal: AbortSignal,
): AsyncGenerator<readonly StudyRun[], void> {
  const { body } = await callSite(`/studies/${id}/results`, undefined, {
    signal,
    cache: 'no-store',
  });
  if (!body) return;
  for await (const lines of linesOf(body, signal))
    yield lines.map((line) => studyRunSchema.parse(JSON.parse(line)));
}

/** What a study has written at its end: results.json of `lumenloom optimise`. */
export const studyResults = async (id: string, signal: AbortSignal): Promise<unknown> =>
  (await callSite(`/studies/${id}/results.json`, undefined, { signal })).json();
