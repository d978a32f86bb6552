import { randomUUID } from 'node:crypto';
import {
  applicantSchema,
  LARGEST_RESUME_BYTES,
  messages,
  oneLine,
  problemsOf,
  siteMessages,
  type Applicant,
  type Problem,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attempt } from '../attempts.ts';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { HttpProblem, tooManyRequests } from '../http-problem.ts';
import { formProblem, requireForm } from '../multipart-form.ts';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';
import { networkOf, perAddress, scaled } from '../plugins/rate-limits.ts';
import { applicationMails, enqueueFormMails } from './form-mails.ts';
import {
  discardResume,
  discardUnlessStored,
  receiveResume,
  resumeFolder,
  type ReceivedResume,
} from './resumes.ts';

/**
 * Applications of a network in an hour (docs/reference/protocol.md#g2); only those that are
 * accepted count.
 */
const APPLICATIONS_PER_HOUR = 3;

/** Limits of the multipart parser, generous for the fields of an application. */
const LIMITS = {
  fileSize: LARGEST_RESUME_BYTES,
  files: 2,
  fields: 20,
  parts: 22,
  fieldSize: 10_000,
  fieldNameSize: 100,
  headerPairs: 20,
};
/** Longest file name that is stored, in characters. */
const LONGEST_FILE_NAME = 200;

const MEGABYTE = 1024 * 1024;

const ofResume = (message: string): Problem => ({ field: 'resume', message });

/**
 * A file's name for display, without control and direction characters, which could disguise it, and
 * without half a surrogate pair at the cut.
 */
const readableName = (name: string): string =>
  oneLine(name.slice(0, LONGEST_FILE_NAME)).replace(/\p{Cs}/gu, '') || 'unnamed';

/** An application as it was received; only the size of the file is checked so far. */
interface Form {
  readonly fields: Record<string, string>;
  readonly resumes: (ReceivedResume & { readonly originalName: string })[];
}

/** Reads the parts of a form into `form`. @throws HttpProblem when it is malformed or too large. */
async function readForm(request: FastifyRequest, folder: string, form: Form): Promise<void> {
  requireForm(request, messages.notMultipart);
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'file') {
        const resume = await receiveResume(folder, part.file);
        form.resumes.push({ ...resume, originalName: readableName(part.filename) });
        if (part.fieldname !== 'resume') throw new HttpProblem(422, [ofResume(messages.oneFile)]);
      } else {
        const { fieldname, value, valueTruncated } = part;
        if (typeof value !== 'string' || valueTruncated || fieldname in form.fields)
          throw new HttpProblem(422, [{ field: fieldname, message: messages.fieldTwice }]);
        form.fields[fieldname] = value;
      }
    }
  } catch (error) {
    throw formProblem(error, {
      size: () =>
        new HttpProblem(413, [ofResume(messages.resumeTooLarge(LARGEST_RESUME_BYTES / MEGABYTE))]),
      count: () => new HttpProblem(422, [ofResume(messages.oneFile)]),
    });
  }
}

/**
 * The problem with the files of a form, if any. Browsers send an empty file field as a file of 0
 * bytes without a name.
 */
function problemOf([resume, ...others]: Form['resumes']): Problem | undefined {
  if (others.length > 0) return ofResume(messages.oneFile);
  if (!resume || (resume.bytes === 0 && resume.originalName === 'unnamed'))
    return ofResume(siteMessages.fileRequired);
  if (resume.bytes === 0) return ofResume(messages.resumeEmpty);
  return resume.type === undefined ? ofResume(messages.resumeType) : undefined;
}

/** The application in a form. @throws HttpProblem 422 with all problems. */
function acceptedForm({ fields, resumes }: Form): {
  readonly applicant: Applicant;
  readonly resume: Form['resumes'][number];
} {
  // A resume that is sent as text is a file that is missing.
  const { resume: _, ...texts } = fields;
  const { data: applicant, error } = applicantSchema.safeParse(texts);
  const ofFile = problemOf(resumes);
  const [first, ...rest] = [...(error ? problemsOf(error) : []), ...(ofFile ? [ofFile] : [])];
  if (first) throw new HttpProblem(422, [first, ...rest]);
  return { applicant: applicant!, resume: resumes[0]! };
}

/**
 * POST /api/apply: stores the application, its resume and both mails, or none of them. The file is
 * on the disk before its row is committed; a server that is killed in between leaves a file without
 * a row, which the next start deletes.
 */
export function applyRoute(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'Applies for a job',
    description: 'A PDF, DOC or DOCX of at most 10 MB goes with it, as the part `resume`.',
    consumes: ['multipart/form-data'],
    body: documented(applicantSchema),
    response: { 200: messageAnswer('The application has arrived'), ...documentedProblems },
  };
  const folder = resumeFolder(config.dataFolder);
  const limits = [{ most: scaled(config, APPLICATIONS_PER_HOUR), windowMs: HOUR_MS }];
  app.post('/api/apply', { schema, config: perAddress(config, 30, HOUR_MS) }, async (request) => {
    const form: Form = { fields: {}, resumes: [] };
    try {
      await readForm(request, folder, form);
      const { applicant, resume } = acceptedForm(form);
      const { storedName, originalName, type, bytes } = resume;
      const now = app.clock();
      const applying = { kind: 'apply', of: networkOf(request.ip) } as const;
      await app.database.transaction().execute(async (transaction) => {
        const { waitMs } = await attempt(transaction, app.keyed, applying, limits, now);
        if (waitMs > 0) throw tooManyRequests(waitMs);
        await transaction
          .insertInto('applications')
          .values({
            id: randomUUID(),
            ...applicant,
            email: applicant.email.toLowerCase(),
            resumeStoredName: storedName,
            resumeOriginalName: originalName,
            resumeType: type!,
            resumeBytes: bytes,
            createdAt: now,
          })
          .execute();
        const mails = applicationMails(applicant, resume, config.companyInbox);
        await enqueueFormMails(transaction, app.keyed, mails, now);
      });
    } catch (error) {
      // The rest of the body is read and discarded: a browser shows the answer only after it has
      // sent everything.
      request.raw.unpipe().resume();
      if (error instanceof HttpProblem)
        await Promise.all(form.resumes.map((resume) => discardResume(folder, resume)));
      else
        for (const resume of form.resumes) await discardUnlessStored(app.database, folder, resume);
      throw error;
    }
    return { message: siteMessages.messageSent };
  });
}
