import { constants } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { ownSentences } from '@lumenloom/contract';
import { fastify, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accounts } from './account-routes/accounts.ts';
import { systemClock, type Clock } from './clock.ts';
import { openComputing } from './computing.ts';
import type { Config } from './config.ts';
import { datasets } from './datasets/datasets.ts';
import { dashboard } from './dashboard/dashboard.ts';
import { conductWork } from './runs/conduct-work.ts';
import { evaluationRoutes } from './runs/evaluation-routes.ts';
import { reportRoutes } from './runs/report-routes.ts';
import { studyRoutes } from './runs/study-routes.ts';
import { forms } from './forms/forms.ts';
import { downloadRoute } from './licences/download-route.ts';
import { licenseCheckRoute } from './licences/license-check-route.ts';
import { library } from './library/library.ts';
import { ReadingPlaces } from './library/reading-places.ts';
import { networkRoutes } from './networks/network-routes.ts';
import { health } from './operations/health.ts';
import { metrics } from './operations/metrics.ts';
import { allowedOrigins } from './plugins/allowed-origins.ts';
import { database } from './plugins/database.ts';
import { deployment } from './plugins/deployment.ts';
import { drain } from './plugins/drain.ts';
import { errors } from './plugins/errors.ts';
import { housekeeping } from './plugins/housekeeping.ts';
import { jsonBodies, MAXIMUM_BODY_BYTES } from './plugins/json-bodies.ts';
import { loggerOptions } from './plugins/logger.ts';
import { mail } from './plugins/mail.ts';
import { answerMalformed, decodableUrl, malformedRequests } from './plugins/malformed-requests.ts';
import { openApi } from './plugins/open-api.ts';
import { Outage } from './plugins/outage.ts';
import { rateLimits } from './plugins/rate-limits.ts';
import { readiness } from './operations/readiness.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { sessions } from './plugins/sessions.ts';
import { switchedOffCalls } from './plugins/switched-off.ts';
import { staticSite } from './plugins/static-site.ts';
import { planning } from './planning/planning.ts';
import { projectRoutes } from './projects/project-routes.ts';
import type { SpareThreads } from './simulation/job-runner.ts';
import { resultStreams } from './results/result-streams.ts';
import { simulation } from './simulation/simulation.ts';
import { sweeps } from './runs/sweeps.ts';

/**
 * How long a client may take to send its whole request, in milliseconds: a resume of 10 MB over a
 * line of 1 Mbit/s takes 84 s.
 */
const REQUEST_TIMEOUT_MS = 120_000;
/** How long its headers may take, in milliseconds. */
const HEADERS_TIMEOUT_MS = 30_000;

/** Parts that tests replace. */
export interface Parts {
  /** Folder of the built site. */
  readonly siteFolder?: string;
  /** Module that runs a plan on a worker thread. */
  readonly jobWorker?: URL;
  /** Threads of servers that this process has had before. */
  readonly spareThreads?: SpareThreads;
  /** How long a client may take to read the rest of an answer after the run, in milliseconds. */
  readonly deliveryMs?: number;
  readonly clock?: Clock;
}

/**
 * The server, not listening yet; the data folder must exist. Plugins and routes are registered in
 * the order in which a request passes them.
 */
export async function buildApp(config: Config, parts: Parts = {}): Promise<FastifyInstance> {
  const { trustProxy: trusted } = config;
  z.config(ownSentences);
  const outage = new Outage();
  const app = fastify({
    logger: loggerOptions(config, outage),
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: MAXIMUM_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A request without Host is refused by plugins/malformed-requests.ts.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, requireHostHeader: false },
    rewriteUrl: decodableUrl,
    clientErrorHandler: (error, socket) => {
      answerMalformed(app, error, socket).catch(() => socket.destroy());
    },
    // plugins/drain.ts answers requests during the shutdown.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Fastify applies it to the whole shutdown too, which takes DRAIN_SECONDS; main.ts limits that.
    pluginTimeout: 0,
    routerOptions: { ignoreTrailingSlash: true },
  });
  errors(app);
  await securityHeaders(app, config);
  drain(app, config);
  malformedRequests(app);
  await allowedOrigins(app, config);
  jsonBodies(app);
  // Quality 5 of 11: a page takes 1 ms instead of 40 ms and grows by a few per cent.
  await app.register(compress, {
    // Compressed requests are refused (plugins/json-bodies.ts).
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  });
  await app.register(cookie);
  switchedOffCalls(app, config);
  await openApi(app);
  await rateLimits(app);
  await database(app, config, parts.clock ?? systemClock, outage);
  sessions(app, config);
  housekeeping(app);
  await mail(app, config);
  await accounts(app, config);
  projectRoutes(app, config);
  await forms(app, config);
  licenseCheckRoute(app, config);
  downloadRoute(app, config);
  dashboard(app, config);
  readiness(app, config);
  const places = new ReadingPlaces();
  await networkRoutes(app, config, await library(app, config, places));
  await datasets(app, config, places);
  planning(app, config);
  resultStreams(app);
  const computing = await openComputing(app, config, parts);
  health(app, computing.queue);
  metrics(app, computing, config);
  await simulation(app, config, { ...computing, deliveryMs: parts.deliveryMs });
  const compute = await sweeps(app, config, computing);
  evaluationRoutes(app, config, conductWork(app, config, 'evaluations', compute));
  studyRoutes(app, config, conductWork(app, config, 'studies', compute));
  reportRoutes(app, config, conductWork(app, config, 'reports', compute));
  deployment(app, config);
  await staticSite(
    app,
    parts.siteFolder ?? fileURLToPath(new URL('../../web/build/client/', import.meta.url)),
    config,
  );
  return app;
}
