import { z } from 'zod';
import { WORKBENCH_FEATURES } from './deployment.ts';

const TOOLS = 'tools must be all, or a list of names of tools.';

/** The body and the answer of /api/preferences: what an account has turned on in the workbench. */
export const preferencesSchema = z.strictObject({
  tools: z
    .union(
      [z.literal('all'), z.array(z.string(TOOLS), TOOLS).max(WORKBENCH_FEATURES.length, TOOLS)],
      TOOLS,
    )
    .describe('all: everything that this server offers; else the names, [] for none.'),
});
export type Preferences = z.infer<typeof preferencesSchema>;
