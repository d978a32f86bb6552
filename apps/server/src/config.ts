import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  DEFAULT_BUDGET,
  DEFAULT_OFFERS,
  WORKBENCH_FEATURES,
  refuse,
  type Budget,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import {
  DEVICE_CHOICES,
  defaultThreads,
  FETCH_MODES,
  readMirror,
  readPrecisions,
  type ModelSettings,
} from '@lumenloom/node-host';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isLoopback } from './host-names.ts';
import { isTypoOf } from './slip.ts';

/** A wrong setting: the program ends with this sentence and without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const LARGEST_PORT = 65_535;
/** What this machine has, or the container where that has a limit. */
const MEMORY_BYTES = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Unset and blank mean the same. */
const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** A number in plain decimals within limits. */
const number = (
  fallback: number,
  { min, max, whole }: { readonly min: number; readonly max: number; readonly whole: boolean },
) =>
  text.transform((value, context): number => {
    if (value === undefined) return fallback;
    const parsed = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
    if (parsed >= min && parsed <= max && (!whole || Number.isInteger(parsed))) return parsed;
    return refuse(
      context,
      `must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}, not "${value}"`,
    );
  });
const whole = (fallback: number, min: number, max: number) =>
  number(fallback, { min, max, whole: true });

const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  text.transform((value, context): Choice | undefined => {
    const known = choices.find((candidate) => candidate === value);
    if (known !== undefined || value === undefined) return known;
    return refuse(context, `must be ${choices.join(' or ')}, not "${value}"`);
  });

/** A variable that the host's own reader reads. */
const readBy = <Value>(read: (value?: string) => Value) =>
  text.transform((value, context): Value => {
    try {
      return read(value);
    } catch (error) {
      return refuse(context, (error as Error).message);
    }
  });

/** Some of the workbench's switches. */
const features = (fallback: readonly WorkbenchFeature[]) =>
  text.transform((value, context): readonly WorkbenchFeature[] => {
    if (value === undefined) return fallback;
    if (value === 'none') return [];
    const names = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (names.includes('all')) return WORKBENCH_FEATURES;
    const unknown = names.find((name) => !WORKBENCH_FEATURES.some((feature) => feature === name));
    if (unknown === undefined)
      return WORKBENCH_FEATURES.filter((feature) => names.includes(feature));
    return refuse(
      context,
      `must be some of ${WORKBENCH_FEATURES.join(', ')}, or all, or none, not "${unknown}"`,
    );
  });

/** `scheme://host[:port]` of an address, as browsers write it in the Origin header. */
function originOf(address: string, context: z.RefinementCtx): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  )
    return url.origin;
  return refuse(context, `must be an address like https://example.com, not "${address}"`);
}

/** An address that mail goes to or comes from; line breaks would begin another header. */
const mailbox = (fallback: string) =>
  text.transform((value, context): string => {
    if (value === undefined) return fallback;
    if (/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) return value;
    return refuse(context, `must be an address like contact@example.com, not "${value}"`);
  });

/**
 * The names of proxies that proxy-addr accepts, with which Fastify finds the client behind proxies.
 */
const isProxy = (part: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(part) ||
  isIP(part) > 0 ||
  ipaddr.isValidCIDR(part);

/** Every environment variable: its name, type, default and meaning. */
const variables = z.object({
  PORT: whole(3000, 0, LARGEST_PORT).describe(
    'Port of site, workbench and calls; 0 takes a free one.',
  ),
  HOST: text
    .transform((value) => value ?? 'localhost')
    .describe('Address to listen on: 0.0.0.0 for every network of this machine.'),
  DATA_DIR: text
    .transform((value) => resolve(value ?? 'data'))
    .describe('Folder for all that must survive a restart; default ./data.'),
  MODELS_DIR: text
    .transform((value) => resolve(value ?? 'models'))
    .describe(
      'Folder of the networks that algorithms run, one folder each; default ./models. `npm run models` fills it.',
    ),
  MODELS_FETCH: choice(FETCH_MODES)
    .transform((value) => value ?? 'never')
    .describe(
      'auto: a run fetches the files of its network when they are absent; never: it says so and shows the picture without overlay. Default auto under npm start in a clone, else never.',
    ),
  MODELS_MIRROR: readBy(readMirror).describe(
    'Where they are fetched from, as <address>/<repository>/resolve/<revision>/<file>; default https://huggingface.co.',
  ),
  MODELS_PRECISION: readBy(readPrecisions).describe(
    'Which weights are fetched: quantized, fp16 or fp32, or for each network, as DETR=fp32,MiDaS_DPT_Small=fp16; default quantized. Of several that lie in the folder this one is used, else the most exact.',
  ),
  LUMENLOOM_ENV: choice(['development', 'production']).describe(
    'production has no demo data and no /dev/outbox, and writes more into the log; default development, without demo data and /dev/outbox if HOST or an https PUBLIC_URL lets others in.',
  ),
  PUBLIC_URL: text
    .transform((value, context) => (value === undefined ? undefined : originOf(value, context)))
    .describe(
      'Address that people type, default http://localhost:PORT. https makes cookies Secure and turns HSTS on.',
    ),
  TRUST_PROXY: text
    .transform((value, context): number | string | false => {
      if (value === undefined) return false;
      if (/^\d+$/.test(value)) return Number(value);
      if (value.split(',').every((part) => isProxy(part.trim()))) return value;
      return refuse(
        context,
        `must be a number of proxies, or addresses like 10.0.0.1 or 10.0.0.0/8 separated by commas, not "${value}"`,
      );
    })
    .describe(
      'Number of reverse proxies in front, or their addresses, separated by commas; default none.',
    ),
  ALLOWED_ORIGINS: text
    .transform((value, context) =>
      (value ?? '')
        .split(',')
        .filter((part) => part.trim() !== '')
        .map((part) => originOf(part.trim(), context)),
    )
    .describe(
      'Further origins whose pages may call, separated by commas; they must be of the same site.',
    ),
  COMPUTE_ORIGIN: text
    .transform((value, context) => (value === undefined ? '' : originOf(value, context)))
    .describe(
      'Address of the server that the workbench sends its calls to; default this one. It must be of the same site, and name this one in ALLOWED_ORIGINS.',
    ),
  WORKBENCH_FEATURES: features([]).describe(
    `What the workbench has for everybody beyond the documented build, separated by commas: ${WORKBENCH_FEATURES.join(', ')}; all of them: all; default none.`,
  ),
  WORKBENCH_OFFERS: features(DEFAULT_OFFERS).describe(
    'Which of the same names a person may turn on with the switch All tools of the workbench, separated by commas; none forbids it; default all but plan-popup and demo-camera. What stands in neither list is refused by the calls, too.',
  ),
  ANALYTICS_SRC: text
    .transform((value, context) => {
      if (value === undefined || /^\/[^/\\]\S*$/.test(value)) return value ?? '';
      return refuse(context, `must be a path on this host like /stats.js, not "${value}"`);
    })
    .describe('Path of a web-analytics script on this host; default none.'),
  DATABASE_URL: text
    .transform((value, context) => {
      if (value === undefined || (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)))
        return value;
      return refuse(context, 'must be an address like postgres://user:password@host/database');
    })
    .describe(
      'PostgreSQL database, postgres://user:password@host/database; default a SQLite file in DATA_DIR.',
    ),
  COMPUTE_QUEUE: text
    .transform((value, context) => {
      if (value === undefined || value === 'embedded') return undefined;
      if (value === 'database' || (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)))
        return value;
      return refuse(
        context,
        /^rediss?:/.test(value)
          ? 'must be embedded, database or a PostgreSQL address: the queue was tested on PostgreSQL alone, so Redis is refused'
          : 'must be embedded, database or an address like postgres://user:password@host/database',
      );
    })
    .describe(
      'Where simulations are computed: embedded is on threads of the server; postgres://user:password@host/database hands them to the workers ("npm run worker") that have the same COMPUTE_QUEUE, DATABASE_URL and DATA_DIR; database is the address in DATABASE_URL; default embedded.',
    ),
  SMTP_URL: text
    .transform((value, context) => {
      if (value === undefined || (/^smtps?:\/\/./.test(value) && URL.canParse(value))) return value;
      return refuse(context, 'must be an address like smtp://user:password@host:587');
    })
    .describe(
      'Mail host, smtp://user:password@host:587 or smtps://...; default none: mail is written to DATA_DIR/outbox, and in development shown at /dev/outbox.',
    ),
  MAIL_FROM: mailbox('Lumenloom <no-reply@example.com>').describe(
    'Sender of our mail: an address, or a name and <address>; default Lumenloom <no-reply@example.com>.',
  ),
  COMPANY_INBOX: mailbox('contact@example.com').describe(
    'Where contact messages, sales inquiries and applications are announced; default contact@example.com.',
  ),
  COMPUTE_AUTH: choice(['session', 'open'])
    .transform((value) => value ?? 'session')
    .describe(
      'Who may compute: session is whoever is logged in, open is everybody (a trusted network, a test bench); default session. A session reaches no other host, so with COMPUTE_ORIGIN there it must be open.',
    ),
  COMMON_PASSWORDS: choice(['refuse', 'allow']).describe(
    'Whether common passwords are refused as new ones; default refuse in production, allow in development.',
  ),
  RATE_LIMIT_FACTOR: number(1, { min: 0.001, max: 1e6, whole: false }).describe(
    'Multiplies the limits per internet address, for many people behind one; default 1.',
  ),
  DASHBOARD_ACCESS: choice(['open', 'login', 'staff'])
    .transform((value) => value ?? 'open')
    .describe(
      'Who may see /api/dashboard, which has sums only: open is everybody, login is whoever is logged in, staff is the company; default open.',
    ),
  PACKAGE_FOLDER: text
    .transform((value) =>
      value === undefined
        ? fileURLToPath(new URL('../../../out/', import.meta.url))
        : resolve(value),
    )
    .describe(
      'Folder of the packages that license holders download; default out/ beside the code, where "npm run package" writes.',
    ),
  METRICS: choice(['off', 'loopback', 'open'])
    .transform((value) => value ?? 'off')
    .describe(
      'Who may read /metrics in the format of Prometheus: loopback is this machine and nothing that came through a proxy, open is everybody who reaches the port; default off.',
    ),
  MAX_SENSOR_MEGAPIXELS: number(DEFAULT_BUDGET.sensorPixels / 1e6, {
    min: 0.0001,
    max: 1000,
    whole: false,
  }).describe('Largest sensor that is computed.'),
  MAX_SCENE_MEGASAMPLES: number(DEFAULT_BUDGET.sceneSamples / 1e6, {
    min: 0.0001,
    max: 1000,
    whole: false,
  }).describe('Largest scene that is computed.'),
  DRAIN_SECONDS: number(10, { min: 0, max: 3600, whole: false }).describe(
    'How long a stop waits for requests and simulations under way; default 10.',
  ),
  MAX_RUN_SECONDS: number(120, { min: 0.001, max: 86_400, whole: false }).describe(
    'A run of a simulation, sweep or study, or a picture of an evaluation, that takes longer is ended; so is the check of a sweep. Waiting does not count.',
  ),
  RECOVERY_SECONDS: number(10, { min: 2, max: 3600, whole: false }).describe(
    'How long a worker may be silent before others compute its runs; a server that is silent for twice as long gives up its sweeps. Default 10.',
  ),
  MAX_WAITING_RUNS: whole(2, 0, 1000).describe(
    'Simulations of one person that may wait behind the one that runs.',
  ),
  MAX_RUNNING_RUNS: whole(availableParallelism(), 1, 1024).describe(
    'Simulations of all people that run at once, with runs of sweeps; a simulation that would have to wait for a run of a sweep begins beside it. Default one per core.',
  ),
  SWEEP_RUNS: whole(20_000, 1, 1e9).describe(
    'Runs that the unfinished sweeps of an account may have together, with what is left of its studies and evaluations, whose runs are pictures × cameras × conditions.',
  ),
  MAX_UNREAD_MEGABYTES: number(256, { min: 1, max: 1e6, whole: false }).describe(
    'Memory for answers of simulations that were not read yet; beyond it the oldest are dropped.',
  ),
  WARM_THREADS: whole(5, 0, 1024).describe(
    'Threads for simulations that start with the server, at most one more than MAX_RUNNING_RUNS; the others start when they are needed, which takes about a second. 0 also leaves the lenses of the examples untraced until their first run. Default 5.',
  ),
  THREADS_PER_RUN: whole(defaultThreads(), 1, 64).describe(
    'Threads that share the work of one large picture; default 2 where there are two cores.',
  ),
  COMPUTE_DEVICE: choice(DEVICE_CHOICES)
    .transform((value) => value ?? 'cpu')
    .describe(
      'What computes: cpu; webgpu, any WebGPU adapter; auto, a GPU where there is one, else cpu. With COMPUTE_QUEUE sweeps, studies and evaluations stay on the processor. Default cpu; docs/gpu.md.',
    ),
  STAGE_MEMORY_MB: number(512, { min: 0, max: 1e6, whole: false }).describe(
    'Memory for results of stages, which runs of the same person use again, shared out among the runs that run at once; a share more where sweeps run beside simulations; 0 keeps none; default 512.',
  ),
  LIBRARY_MB: number(2000, { min: 0, max: 1e9, whole: false }).describe(
    'Files of their own that a person may keep on this server, with what was read from them; default 2000.',
  ),
  DATASETS_MB: number(4096, { min: 0.001, max: 1e9, whole: false }).describe(
    'Data sets that a person may keep on this server, as zip files, and what one of them may unpack to; apart from LIBRARY_MB; default 4096.',
  ),
  RESULTS_MB: number(20_000, { min: 0.001, max: 1e9, whole: false }).describe(
    'Results that the sweeps of a person may keep on this server: reports, pictures and arrays between the stages; default 20000.',
  ),
  READING_MB: number(2500, { min: 200, max: 1e6, whole: false }).describe(
    'Memory that reading such a file may take; default 2500.',
  ),
  READING_SECONDS: number(60, { min: 0.001, max: 86_400, whole: false }).describe(
    'How long reading such a file may take; default 60.',
  ),
  WORK_MB: number(Math.floor((0.75 * MEMORY_BYTES) / 1e6), {
    min: 100,
    max: 1e9,
    whole: false,
  }).describe(
    'Memory that the process of an evaluation or a study may take, without its networks, which READING_MB limits; default three quarters of the memory of this machine or container.',
  ),
  LOG_LEVEL: choice(LOG_LEVELS).describe(
    `${LOG_LEVELS.join(', ')}; default warn in development, info in production.`,
  ),
});

type VariableName = keyof typeof variables.shape;

/** The variables that a worker reads. */
export const WORKER_VARIABLES: readonly VariableName[] = [
  ...(['DATABASE_URL', 'COMPUTE_QUEUE', 'DATA_DIR', 'LUMENLOOM_ENV', 'LOG_LEVEL'] as const),
  ...(['MAX_RUNNING_RUNS', 'THREADS_PER_RUN', 'STAGE_MEMORY_MB', 'WARM_THREADS'] as const),
  ...(['COMPUTE_DEVICE', 'MAX_RUN_SECONDS', 'RECOVERY_SECONDS', 'DRAIN_SECONDS'] as const),
  ...(['MODELS_DIR', 'MODELS_FETCH', 'MODELS_MIRROR', 'MODELS_PRECISION'] as const),
  ...(['DATASETS_MB', 'READING_MB', 'READING_SECONDS', 'WORK_MB'] as const),
];

/** Variables with their meanings, for `npm start -- --help`. */
export const variablesHelp = (
  names: readonly VariableName[] = Object.keys(variables.shape) as VariableName[],
): string =>
  names
    .map((name) => [name, variables.shape[name]] as const)
    .map(([name, { description }]) => `  ${name}\n      ${description ?? ''}`)
    .join('\n');

/**
 * A worker stores the outcomes of sweeps in the server's database, which in SQLite one process
 * alone may open.
 */
function workersShareTheDatabase(
  { COMPUTE_QUEUE, DATABASE_URL }: z.output<typeof variables>,
  context: z.RefinementCtx,
): void {
  if (COMPUTE_QUEUE !== undefined && DATABASE_URL === undefined)
    context.addIssue({
      code: 'custom',
      path: ['COMPUTE_QUEUE'],
      message: 'needs DATABASE_URL, the PostgreSQL database that servers and workers share',
    });
}

/** The settings as the server uses them, from the variables as they are read. */
const settings = variables
  .superRefine(workersShareTheDatabase)
  .transform(({ LUMENLOOM_ENV, ...data }) => ({
    port: data.PORT,
    host: data.HOST,
    dataFolder: data.DATA_DIR,
    models: {
      folder: data.MODELS_DIR,
      fetch: data.MODELS_FETCH,
      mirror: data.MODELS_MIRROR,
      precisions: data.MODELS_PRECISION,
    } satisfies ModelSettings,
    environment: LUMENLOOM_ENV ?? 'development',
    /**
     * Whether there are demo data and /dev/outbox: in development; where LUMENLOOM_ENV is not set,
     * only if other machines cannot reach them.
     */
    hasDevelopmentAids:
      LUMENLOOM_ENV === 'development' ||
      (LUMENLOOM_ENV === undefined &&
        isLoopback(data.HOST) &&
        data.PUBLIC_URL?.startsWith('https:') !== true),
    /**
     * Origin that people type; undefined: http://localhost with the port of the listening server.
     */
    publicUrl: data.PUBLIC_URL,
    isHttps: data.PUBLIC_URL?.startsWith('https:') ?? false,
    trustProxy: data.TRUST_PROXY,
    allowedOrigins: data.ALLOWED_ORIGINS,
    /** Origin of the compute calls; '': this server. */
    computeOrigin: data.COMPUTE_ORIGIN,
    workbenchFeatures: data.WORKBENCH_FEATURES,
    workbenchOffers: data.WORKBENCH_OFFERS,
    /** Path of a web-analytics script on this host; '': none. */
    analyticsSrc: data.ANALYTICS_SRC,
    /** Address of a PostgreSQL database; undefined: a SQLite file in the data folder. */
    databaseUrl: data.DATABASE_URL,
    /**
     * Address of the PostgreSQL database that has the queue of the workers; undefined: this process
     * computes.
     */
    computeQueue: data.COMPUTE_QUEUE === 'database' ? data.DATABASE_URL : data.COMPUTE_QUEUE,
    /** Address of a mail host; undefined: mail is written to a folder. */
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    companyInbox: data.COMPANY_INBOX,
    computeAuth: data.COMPUTE_AUTH,
    commonPasswords: data.COMMON_PASSWORDS ?? (LUMENLOOM_ENV === 'production' ? 'refuse' : 'allow'),
    rateLimitFactor: data.RATE_LIMIT_FACTOR,
    dashboardAccess: data.DASHBOARD_ACCESS,
    /** Folder of the packages that license holders download. */
    packageFolder: data.PACKAGE_FOLDER,
    metrics: data.METRICS,
    budget: {
      sensorPixels: data.MAX_SENSOR_MEGAPIXELS * 1e6,
      sceneSamples: data.MAX_SCENE_MEGASAMPLES * 1e6,
    } satisfies Budget,
    drainSeconds: data.DRAIN_SECONDS,
    maximumRunSeconds: data.MAX_RUN_SECONDS,
    warmThreads: data.WARM_THREADS,
    recoveryMs: data.RECOVERY_SECONDS * 1000,
    maximumWaitingRuns: data.MAX_WAITING_RUNS,
    maximumRunningRuns: data.MAX_RUNNING_RUNS,
    sweepRuns: data.SWEEP_RUNS,
    maximumUnreadBytes: data.MAX_UNREAD_MEGABYTES * 1e6,
    threadsPerRun: data.THREADS_PER_RUN,
    computeDevice: data.COMPUTE_DEVICE,
    stageMemoryBytes: data.STAGE_MEMORY_MB * 1e6,
    resultsBytes: data.RESULTS_MB * 1e6,
    libraryBytes: data.LIBRARY_MB * 1e6,
    datasetsMegabytes: data.DATASETS_MB,
    reading: { bytes: data.READING_MB * 1e6, seconds: data.READING_SECONDS },
    workBytes: data.WORK_MB * 1e6,
    logLevel: data.LOG_LEVEL ?? (LUMENLOOM_ENV === 'production' ? 'info' : 'warn'),
  }));

/** The settings of one deployment, complete; where each comes from is said in `variables`. */
export type Config = Readonly<z.output<typeof settings>>;

/**
 * Variables with our prefix that are not the server's: of the engine's fast paths, the command
 * line, programs that call a server (docs/automation.md) or the command line (docs/python.md), and
 * the site under development.
 */
const OTHER_VARIABLES = ['SIMD', 'CACHE', 'DEBUG', 'TOKEN', 'URL', 'COMMAND', 'API'].map(
  (name) => `LUMENLOOM_${name}`,
);

/**
 * Refuses a variable that looks like one of ours but is not: otherwise a typing mistake would go
 * unnoticed.
 */
function refuseUnknown(names: readonly string[]): void {
  const known = [...Object.keys(variables.shape), ...OTHER_VARIABLES];
  for (const name of names) {
    if (known.includes(name)) continue;
    const similar = known.find((candidate) => isTypoOf(candidate, name));
    if (similar === undefined && !/^LUMENLOOM_/i.test(name)) continue;
    throw new ConfigError(
      `${name} is not a setting${similar === undefined ? '.' : `: did you mean ${similar}?`} "npm start -- --help" lists all settings.`,
    );
  }
}

/** @throws ConfigError naming the first variable that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  refuseUnknown(Object.keys(environment));
  const { data, error } = settings.safeParse(environment);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw new ConfigError(`${path.join('.')} ${message}.`);
}
