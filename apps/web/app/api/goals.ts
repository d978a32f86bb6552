import {
  choiceDryRunSchema,
  choiceLookSchema,
  goalDocumentSchema,
  readChoiceDocument,
  studiesAnswerSchema,
  studyStatusSchema,
  yieldCameraSchema,
  type ChoiceDryRun,
  type GoalOfStudies,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { experimentCalls } from './experiments.ts';

/** What the calls of both have in common. */
const commonOf = (goal: GoalOfStudies) =>
  ({
    route: '/studies',
    readList: (answer: unknown) =>
      studiesAnswerSchema.parse(answer).studies.filter((one) => one.goal === goal),
    readStatus: (answer: unknown) => studyStatusSchema.parse(answer),
  }) as const;

/** The document inside of what the server keeps. */
const documentIn = (content: unknown): Readonly<Record<string, unknown>> =>
  goalDocumentSchema.pick({ document: true }).parse({
    document: (content as { readonly document: unknown }).document,
  }).document;

export const choiceCalls = experimentCalls({
  ...commonOf('choose'),
  more: 'pictures',
  readDocument: (content) => readChoiceDocument(documentIn(content)),
  readRun: (line) => choiceLookSchema.parse(line),
});

export const yieldCalls = experimentCalls({
  ...commonOf('yield'),
  readDocument: (content) => ({ ok: true, value: documentIn(content) }) as const,
  readRun: (line) => yieldCameraSchema.parse(line),
});

/** What the requirements of a plan leave, without any run. */
export const lookAtPlan = async (document: object, signal: AbortSignal): Promise<ChoiceDryRun> =>
  choiceDryRunSchema.parse(
    await (await callSite('/studies/dry-run', { document }, { signal })).json(),
  );
