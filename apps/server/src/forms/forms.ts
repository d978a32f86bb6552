import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { deleteLeftovers } from '../leftover-files.ts';
import { applyRoute } from './apply-route.ts';
import { contactSalesRoute } from './contact-sales-route.ts';
import { contactRoute } from './contact-route.ts';
import { resumeFolder, sweepResumes } from './resumes.ts';

/** Longer than any upload: the server's request timeout is shorter. */
const LONGEST_UPLOAD_MS = 10 * MINUTE_MS;

/** Contact, sales and job applications. */
export async function forms(app: FastifyInstance, config: Config): Promise<void> {
  contactRoute(app, config);
  contactSalesRoute(app, config);
  // Only for uploads: other calls accept JSON alone (plugins/json-bodies.ts).
  await app.register(async (uploads) => {
    await uploads.register(multipart);
    applyRoute(uploads, config);
  });
  deleteLeftovers(app, config, {
    longestUploadMs: LONGEST_UPLOAD_MS,
    deleteThose: (before) => sweepResumes(app.database, resumeFolder(config.dataFolder), before),
    failure: 'files of resumes without an application could not be deleted; retrying in 10 minutes',
  });
}
