import type { AccountPlan, ApiTokenScope, LibraryKind, ProductType } from '@lumenloom/contract';
import type { Generated, Kysely } from 'kysely';

/**
 * Every table, in the subset that SQLite and PostgreSQL share: text, integer, and bigint for epoch
 * milliseconds (`...At`).
 */
export interface Tables {
  users: UserTable;
  sessions: SessionTable;
  devices: DeviceTable;
  attempts: AttemptTable;
  codes: CodeTable;
  verifiedTickets: VerifiedTicketTable;
  activity: ActivityTable;
  activityCounts: ActivityCountTable;
  mailQueue: MailQueueTable;
  contactMessages: ContactMessageTable;
  salesInquiries: SalesInquiryTable;
  applications: ApplicationTable;
  licences: LicenceTable;
  apiTokens: ApiTokenTable;
  experiments: ExperimentTable;
  experimentRuns: ExperimentRunTable;
  runAnswers: RunAnswerTable;
  libraryFiles: LibraryFileTable;
  datasets: DatasetTable;
  projects: ProjectTable;
  processes: ProcessTable;
  reservations: ReservationTable;
}

/** The database; inside a transaction the same type, so a function that takes it works in both. */
export type Database = Kysely<Tables>;

interface UserTable {
  id: string;
  /** Lower case: addresses are compared so. */
  email: string;
  firstName: string;
  lastName: string;
  /** Argon2id in PHC format. */
  passwordHash: string;
  plan: AccountPlan;
  /** 1 for the company's people. */
  isStaff: 0 | 1;
  /** UTC day of the newest activity, YYYY-MM-DD; '' is never. */
  lastActiveDay: Generated<string>;
  /** What the person has turned on in the workbench, as JSON: "all", or a list of names. */
  tools: Generated<string>;
  createdAt: number;
}

interface SessionTable {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  userId: string;
  createdAt: number;
  lastSeenAt: number;
}

/** A browser that has logged in to an account, so that strangers' guesses do not lock it out. */
interface DeviceTable {
  /** SHA-256 of the cookie's token. */
  tokenHash: string;
  userId: string;
  lastUsedAt: number;
}

/** Tries that limits count; `subject` is a keyed hash of the address, device or network. */
interface AttemptTable {
  id: string;
  kind: string;
  subject: string;
  at: number;
}

/** A code that was mailed. Only the newest of an address and browser counts. */
interface CodeTable {
  id: string;
  email: string;
  /** SHA-256 of the browser's cookie. */
  browserHash: string;
  /** HMAC of the code. */
  codeHash: string;
  tries: number;
  createdAt: number;
  usedAt: number | null;
}

/** An address that a browser has just verified; gone when it is used. */
interface VerifiedTicketTable {
  tokenHash: string;
  email: string;
  createdAt: number;
}

export type ActivityKind = 'signup' | 'login' | 'visit';

/**
 * The activities of people. Only accounts/activity.ts writes this table, which keeps
 * `activityCounts` and `users.lastActiveDay` in step.
 */
interface ActivityTable {
  id: string;
  kind: ActivityKind;
  /** null once the person was deleted: the counts remain. */
  userId: string | null;
  /** UTC, YYYY-MM-DD. */
  day: string;
  at: number;
}

/** How many activities of a kind a UTC day had. */
interface ActivityCountTable {
  kind: ActivityKind;
  day: string;
  count: number;
}

interface MailQueueTable {
  id: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  createdAt: number;
  /** Worthless from then on. */
  expiresAt: number;
  tries: number;
  nextTryAt: number;
}

/** Who wrote to the company. */
interface Sender {
  id: string;
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  createdAt: number;
}

interface ContactMessageTable extends Sender {
  questionType: string;
  subject: string;
  message: string;
}

interface SalesInquiryTable extends Sender {
  productType: ProductType;
  quantity: number;
  message: string | null;
}

interface ApplicationTable {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** File name inside the folder of resumes, ours and random. */
  resumeStoredName: string;
  /** As the applicant's computer called it: for people to read, never a path. */
  resumeOriginalName: string;
  resumeType: string;
  resumeBytes: number;
  createdAt: number;
}

interface LicenceTable {
  id: string;
  email: string;
  keyHash: string;
  plan: string;
  seats: number;
  createdAt: number;
  /** null: never. */
  expiresAt: number | null;
  revokedAt: number | null;
}

/** A token with which a program computes for an account. */
interface ApiTokenTable {
  id: string;
  userId: string;
  name: string;
  scope: ApiTokenScope;
  /** SHA-256 of the token. */
  tokenHash: string;
  createdAt: number;
  /** From then on it is refused; null: it does not end. */
  expiresAt: number | null;
  lastUsedAt: number | null;
}

export type SweepState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** What an experiment is for; calls and folders have these names. */
export type Goal = 'sweeps' | 'studies' | 'evaluations' | 'reports';

/** Many runs of an account: a sweep, a study or an evaluation. */
interface ExperimentTable {
  id: string;
  userId: string;
  goal: Goal;
  /** The checked document as JSON. */
  document: string;
  /**
   * Versions of engine and Node that began it; null: nobody has, or a version that did not say so.
   */
  version: string | null;
  node: string | null;
  /** Name of its bits: results with others are not mixed in; null: those of its version. */
  bits: string | null;
  /** The GPU that computes a sweep, which may not change either; null: the processor. */
  device: Generated<string | null>;
  /** Runs of a sweep or study, pictures of an evaluation, 0 until that has begun. */
  parts: number;
  /** How many of them have ended; of a sweep its runs say it. */
  done: Generated<number>;
  /** That the results of a sweep may take. */
  bytes: Generated<number>;
  state: SweepState;
  /** Why it failed; else ''. */
  message: string;
  createdAt: number;
  endedAt: number | null;
  /** The process that conducts it, until its lease ends. */
  runner: string | null;
  leaseUntil: number;
}

/** A run of a sweep that has ended. */
interface ExperimentRunTable {
  experimentId: string;
  run: number;
  /** As in results.json. */
  outcome: string;
  /** Key of its report and picture in the result store; null for a failed run. */
  resultKey: string | null;
}

/** A part of a study or an evaluation that has ended, until it stands in the folder. */
interface RunAnswerTable {
  experimentId: string;
  /** Which part it is. */
  key: string;
  /** As JSON. */
  answer: string;
}

/** A file of an account's library. */
interface LibraryFileTable {
  id: string;
  userId: string;
  kind: LibraryKind;
  /** As the person calls it. */
  name: string;
  /** As the person's computer called it: for readers and people, never a path. */
  fileName: string;
  /** Name of its folder: hash of the account, of how it is read, and of its content. */
  key: string;
  /** The file together with what was read from it. */
  bytes: number;
  /** What was read, in a line. */
  summary: string;
  /** The decisions of its reader: a list of sentences as JSON. */
  notes: string;
  /** What lists show of a lens or a sensor, as JSON; null for other files, and until computed. */
  figures: string | null;
  createdAt: number;
}

/** A data set of an account; its files lie in the folder of its id. */
interface DatasetTable {
  id: string;
  userId: string;
  /** As the person calls it. */
  name: string;
  /** As the person's computer called it. */
  fileName: string;
  /** The zip file together with what its check has written. */
  bytes: number;
  /** Digest of the zip file; null where it came before digests were kept. */
  sha256: string | null;
  /** Where the pictures come from, and what they may be used for; '' where nobody has said. */
  source: string;
  licence: string;
  /** What a list shows of its check, as JSON. */
  counts: string;
  /** Width, luminance and class map where the person has said them, as JSON. */
  settings: Generated<string>;
  createdAt: number;
}

/** A server with a queue, or a worker, that is running. */
interface ProcessTable {
  id: string;
  role: 'server' | 'worker';
  version: string;
  node: string;
  /** Runs at once; 0 of a server. */
  places: number;
  /** By the clock of the database. */
  seenAt: number;
}

/** A named recipe of an account. */
interface ProjectTable {
  id: string;
  userId: string;
  name: string;
  /** As JSON. */
  recipe: string;
  /** Counts the recipes that were saved under it. */
  version: number;
  createdAt: number;
  changedAt: number;
}

export type StoreName = 'library' | 'datasets' | 'results';

/**
 * Bytes that are held for an account before they are written, and after its results are deleted.
 */
interface ReservationTable {
  id: string;
  userId: string;
  store: StoreName;
  bytes: number;
  /** As file systems count time: what is older than leftovers of uploads belongs to them. */
  heldAt: number;
}
