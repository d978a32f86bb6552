import { applicantSchema, LARGEST_RESUME_BYTES, siteMessages } from '@lumenloom/contract';
import { z } from 'zod';

export const LARGEST_RESUME_MB = LARGEST_RESUME_BYTES / 1024 / 1024;
export const RESUME_ENDINGS = ['.pdf', '.doc', '.docx'] as const;

/** Error of a file by its name and size; the server checks its content. */
function problemOf(file: File | undefined): string | undefined {
  if (!file) return siteMessages.fileRequired;
  if (!RESUME_ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return 'The file must be a PDF, DOC or DOCX';
  if (file.size > LARGEST_RESUME_BYTES) return `The file must be at most ${LARGEST_RESUME_MB} MB`;
  return undefined;
}

/** The form of POST /api/apply; its file field holds a list of at most one file. */
export const applicationSchema = applicantSchema.extend({
  resume: z.custom<ArrayLike<File> | undefined>().transform((files, context) => {
    const problem = problemOf(files?.[0]);
    if (problem !== undefined) context.addIssue(problem);
    return files?.[0] ?? z.NEVER;
  }),
});
