import { z } from 'zod';

/** What POST /api/studies computes besides studies. */
export const STUDY_GOALS = ['choose', 'yield'] as const;
export type GoalOfStudies = (typeof STUDY_GOALS)[number];

/** A plan of `lumenloom choose` or a document of `lumenloom yield`, for POST /api/studies. */
export const goalDocumentSchema = z
  .strictObject({
    goal: z.enum(STUDY_GOALS),
    document: z
      .record(z.string(), z.unknown(), 'document must be an object.')
      .describe('The plan of lumenloom choose, or the document of lumenloom yield.'),
  })
  .describe('A choice of a camera, or a yield.');

/** The same as it is kept, with its name. */
export type GoalDocument = z.output<typeof goalDocumentSchema> & { readonly name: string };

/** What is kept of a study, a choice or a yield. */
export const isGoalDocument = (document: object): document is GoalDocument =>
  'goal' in document && STUDY_GOALS.some((goal) => goal === document.goal);

const commonShape = {
  run: z.number(),
  status: z.enum(['done', 'failed']),
  message: z.string().describe('Why it failed; else empty.'),
};

/** A line of /api/studies/:id/results of a choice: a look of its race. */
export const choiceLookSchema = z.object({
  ...commonShape,
  pictures: z.number(),
  leader: z.string(),
  eliminated: z.array(z.object({ name: z.string(), by: z.string(), difference: z.number() })),
  standing: z.array(
    z.object({
      name: z.string(),
      score: z.number().nullable(),
      interval: z.tuple([z.number(), z.number()]).nullable().describe('95 %, for it alone.'),
    }),
  ),
});
export type ChoiceLook = z.output<typeof choiceLookSchema>;

/** A line of /api/studies/:id/results of a yield: a camera. */
export const yieldCameraSchema = z.object({
  ...commonShape,
  deviations: z.array(z.number()).describe('Of each spread, over its tolerance.'),
  value: z.number().nullable(),
});
export type YieldCameraLine = z.output<typeof yieldCameraSchema>;

/** What a plan leaves before any run, as POST /api/studies/dry-run answers. */
export const choiceDryRunSchema = z.object({
  sentence: z.string(),
  candidates: z.object({ all: z.number(), refused: z.number(), raced: z.number() }),
  reasons: z.array(
    z.object({
      requirement: z.string(),
      count: z.number().describe('Cameras of which it is the first that they do not meet.'),
      alone: z.number().describe('Cameras that would be raced without it.'),
      example: z.object({ name: z.string(), message: z.string() }),
    }),
  ),
  raced: z.array(
    z.object({ name: z.string(), figures: z.record(z.string(), z.number().nullable()) }),
  ),
  runs: z.number(),
  notes: z.array(z.string()),
});
export type ChoiceDryRun = z.output<typeof choiceDryRunSchema>;
