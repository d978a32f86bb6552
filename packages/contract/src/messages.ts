import { didYouMean, publishedName } from '@lumenloom/engine/quick';
import { pageMessages } from './page-messages.ts';

/** Versions of engine and Node that computed something. */
interface Programs {
  readonly version: string;
  readonly node: string;
}

const inWords = ({ version, node }: Programs): string => `Lumenloom ${version} on Node ${node}`;

/** 'Lumenloom 0.1.0 on Node v20.20.2 (2)'. */
const countedInWords = (some: readonly (Programs & { readonly processes: number })[]): string =>
  some.map((one) => `${inWords(one)} (${one.processes})`).join(', ');

const placeOf = (device: string | undefined): string =>
  device === undefined ? 'the processor' : `the GPU ${device}`;

const short = (value: number): number => Number(value.toPrecision(3));

/** @param held megabytes. */
const arriving = (held: number): string =>
  held > 0 ? `, and ${held} MB are held for files that still arrive` : '';

/**
 * Sentences that the server and programs show. The specification fixes the wording of many.
 */
const tooLong = (seconds: number): string =>
  `run took longer than ${seconds} s and was ended; choose a smaller sensor or scene.`;

export const messages = {
  ...pageMessages,
  unknownFields: (keys: readonly string[]): string =>
    `The recipe has fields that mean nothing here: ${keys.slice(0, 20).join(', ')}.`,
  bodyTooLarge: (kilobytes: number): string => `The request is larger than ${kilobytes} kB.`,
  motionNeedsFlat: 'motion needs a scene at one distance: leave out motion, or the distances.',
  motionOrSceneFrames:
    'motion moves one scene, and --scene-frames shows several: leave one of them out.',
  worldName:
    'A world is its document, or its name: example:NAME, mine:<id> of a library, or with lumenloom a file beside the recipe.',
  worldsetNotFile: 'A server reads no files: the set of worlds itself must stand here.',
  worldTooLong: (seconds: number): string =>
    `This took longer than ${seconds} s and was ended: ask for fewer samples, rays or places.`,
  worldHasLamps: (keys: readonly string[]): string =>
    `The lamps of the world are its light: ${keys.join(', ')} ${keys.length === 1 ? 'is' : 'are'} not used.`,
  measuredNotScaled: 'A measured lens is taken as it was made: its tables have millimetres.',
  motionWithoutGhosts: 'Ghosts of a moving scene are not formed: set opticsParams.ghostPairs to 0.',
  badJson: 'The request is not valid JSON.',
  forbiddenKey:
    'The request has a key named __proto__, or prototype inside constructor: leave it out.',
  notJson: 'Send the request as JSON, with the header content-type: application/json.',
  compressed: 'Send the request uncompressed, without the header content-encoding.',
  malformed: 'This is not a valid HTTP request.',
  tooSlow: 'The request took too long to arrive.',
  headersTooLarge: 'The headers of the request are too large.',
  notOurs: 'This request comes from another site and was refused.',
  unknownHost: (name: string): string =>
    `This server does not know that it is called ${name}: the operator must set PUBLIC_URL or ALLOWED_ORIGINS.`,
  notFound: 'There is nothing at this address.',
  siteNotBuilt: 'The site is not built yet: run "npm run build", then start the server again.',
  waiting: (before: number): string =>
    before === 0
      ? 'Waiting: this simulation is the next to start.'
      : `Waiting: ${before} ${before === 1 ? 'simulation starts' : 'simulations start'} before this one.`,
  waitsForWorker: (own: Programs): string =>
    `Waiting: no worker of this server (${inWords(own)}) is running; this begins when one starts.`,
  /** For operators, as the next three. */
  noWorker: (
    own: Programs,
    others: readonly (Programs & { readonly processes: number })[],
  ): string =>
    `No worker of ${inWords(own)}, which this server is, is running, so nothing is computed: start one with npm run worker. ${others.length === 0 ? 'No other worker is running either.' : `Workers that are running: ${countedInWords(others)}.`}`,
  noServer: (
    own: Programs,
    servers: readonly (Programs & { readonly processes: number })[],
  ): string =>
    `No server of ${inWords(own)}, which this worker is, is running, so it has nothing to compute but what such a server has left. Servers that are running: ${countedInWords(servers)}.`,
  counterpartIsBack: (own: Programs): string =>
    `A server and a worker of ${inWords(own)} are running.`,
  begunAgain: 'The worker that computed this was lost; another one begins again.',
  tooManyRuns: (waiting: number): string =>
    `One simulation of yours is running and ${waiting} are waiting: stop one, or try again when one has ended.`,
  unreadAnswers:
    'Answers of your simulations are not read to their end: read or close them, then try again.',
  tooManyRunsOfNetwork:
    'Too many simulations from your network are running or waiting: try again when one has ended.',
  queueFull: 'Too many simulations are waiting: try again in a few minutes.',
  sceneOff: (scene: string): string =>
    `${scene} is not part of this build: the operator of this server can switch the charts on.`,
  featureOff: (features: readonly string[]): string =>
    `This server has ${features.join(', ')} switched off: its operator can allow it (WORKBENCH_OFFERS).`,
  shadingNeedsFile: 'lensShading.from file needs the gains of --lens-shading F.npy.',
  shadingFromFile: '--lens-shading brings its gains: lensShading.from must be file, or blank.',
  notAnObject: 'The request must be a JSON object.',
  tooManyTries: (seconds: number): string =>
    `Too many tries: wait ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}, then try again.`,
  storageUnavailable:
    'The server cannot store anything at the moment; nothing was changed. Try again in a minute.',
  tooManyGuesses: 'Too many attempts. Use Forgot Password?',
  commonPassword: 'This password is too common. Please choose another one.',
  wrongLogin: 'Email or password is wrong.',
  loggedIn: 'Login successful.',
  loggedOut: 'You are logged out.',
  codeSpent: 'This code is no longer valid: ask for a new one.',
  codeUnknown:
    'This browser has not asked for a code for this address, or keeps no cookies: ask for a new one here.',
  noAccount: 'There is no account with this address: sign up first.',
  unknownToken: 'This API token is not known: it was revoked, or is not complete.',
  expiredToken: (at: string): string =>
    `This API token expired at ${at}: make another one on the page /account/tokens.`,
  readOnlyToken:
    'This API token may only read: use one with the scope compute to start, change or delete something.',
  logInForTokens: 'Log in to manage API tokens; a token cannot do that.',
  logInForSweeps: 'Sweeps belong to an account: log in, or send an API token.',
  tooManyTokens: (most: number): string =>
    `An account has at most ${most} API tokens: revoke one first.`,
  logInForTools: 'Which tools are on is remembered in an account: log in.',
  toolsNotOffered: 'This server offers no further tools: its operator can (WORKBENCH_OFFERS).',
  toolNotOffered: (tool: string, offered: readonly string[]): string =>
    `"${tool.slice(0, 40)}" is no tool that this server offers: choose some of ${offered.join(', ')}, or all.`,
  logInForProjects: 'Projects belong to an account: log in, or send an API token.',
  tooManyProjects: (most: number): string =>
    `An account has at most ${most} projects: delete one first.`,
  noProject: 'You have no project with this id.',
  otherVersion: (recipeVersion: number, saved: number): string =>
    `The project was saved by somebody else: this recipe was made from version ${recipeVersion}, and version ${saved} is saved.`,
  noToken: 'You have no API token with this id.',
  noSweep: 'You have no sweep with this id.',
  noPicture: 'No picture of this run is kept.',
  noStages: 'No arrays between the stages of this run are kept.',
  noStageArray: (names: string): string => `This run has the arrays ${names}.`,
  /** All in GB. @param freeing of results that were deleted. */
  resultsOverQuota: (wanted: number, quota: number, left: number, freeing: number): string =>
    `The results of this sweep may take ${short(wanted)} GB, and your sweeps have room for ${short(left)} of ${quota} GB${freeing > 0 ? ` (${short(freeing)} GB that you deleted are free within 40 minutes)` : ''}: delete sweeps that have ended, keep figures or pictures, or take fewer runs or a smaller sensor.`,
  /** While a sweep, a study or an evaluation is not computed because the disk takes nothing. */
  waitsForDisk:
    'The disk of the server is full or takes no files at the moment: this goes on by itself when it does.',
  checkedTooLong: (seconds: number): string =>
    `Checking the runs took longer than ${seconds} s: take fewer runs.`,
  tooManyStreams: (most: number): string =>
    `You follow the results of ${most} sweeps and studies already: close one, or look at their state instead.`,
  tooManyChecks:
    'Several documents of yours are being checked: try again when one of them has started.',
  tooManyWorldQuestions:
    'Several of your questions about worlds wait for an answer: ask again when one of them has it.',
  tooManySweeps: (most: number): string =>
    `You have ${most} sweeps that are waiting or running: cancel one, or try again when one has ended.`,
  tooManySweepRuns: (runs: number, left: number): string =>
    `The sweep has ${runs} runs; your quota has room for ${left} until others have ended.`,
  endedItsWorkers: 'The run ended its worker each time that it was tried.',
  runNotStored: (reason: string): string => `The run could not be completed: ${reason}`,
  everyRunFailed: 'Every run failed; the results say why.',
  otherPrograms: (then: Programs, now: Programs): string =>
    `The server was updated from ${inWords(then)} to ${inWords(now)}, which gives other bits, before the sweep had ended, and no worker of ${then.version} is left. Its runs so far are kept; results of both are not mixed: start it again.`,
  otherDevice: (then: string | undefined, now: string | undefined): string =>
    `This sweep was begun on ${placeOf(then)}, and the server now computes on ${placeOf(now)}. Results of both are not mixed: start it again.`,
  logInForFiles: 'Files of your own belong to an account: log in, or send an API token.',
  noOwnFile: 'You have no file with this id.',
  noListedLens: (name: string, known: readonly string[]): string =>
    `There is no lens "${name.slice(0, 60)}": choose ${known.join(', ')}.`,
  noListedSensor: (name: string, known: readonly string[]): string =>
    `There is no published sensor "${name.slice(0, 60)}": choose ${known.join(', ')}.`,
  noPublishedPart: (name: string, known: readonly string[]): string =>
    `There is no ${name.slice(0, 60)}${
      didYouMean(publishedName(name) ?? name, known) || `: choose one of ${known.join(', ')}.`
    }`,
  ownFileUnknown: (name: string): string =>
    `You have no file ${name.slice(0, 60)} in your library: it was deleted, or belongs to somebody else. Choose another one, or upload it again.`,
  ownFileOfOtherKind: (name: string, kind: string, choice: string): string =>
    `${name} is a file of the kind ${kind}, which cannot be chosen as ${choice}.`,
  radianceHasLight:
    'A light has no effect on a scene of radiance, which brings its own: leave the illuminant blank.',
  depthOfLibrary:
    'A depth map is named as mine:<id> of a library; with lumenloom simulate it is the file of --depth-file.',
  /** @param row 'A sweep'. @param what 'file'. */
  stillNeeded: (row: string, what: string) =>
    `${row} of yours that has not ended needs this ${what}: cancel it first.`,
  /** @param what 'study'. */
  experimentFileGone: (what: string): string =>
    `A file of your library that the ${what} needs is gone: upload it again, and start the ${what} with it.`,
  ownFileGone: 'a file of yours that the run needs was deleted.',
  noFile: 'Send the file as the part "file".',
  badWavelengths:
    'Wavelengths must be first:step:last such as 400:10:700, or numbers with commas, in nm.',
  emptyFile: 'The file is empty.',
  overQuota: (megabytes: number, left: number, held: number): string =>
    `Your library has room for ${left} MB of ${megabytes} MB${arriving(held)}: delete files, or choose a smaller one.`,
  tooManyFiles: (most: number): string => `A library has at most ${most} files: delete one first.`,
  readingTooLong: (seconds: number): string =>
    `Reading the file took longer than ${seconds} s and was ended.`,
  readingTooLarge: (megabytes: number): string =>
    `Reading the file needs more than ${megabytes} MB of memory and was ended.`,
  unreadable: 'The file is damaged in a way that its reader does not know.',
  tooManyReadings: 'Many files are being read: try again in a minute.',
  tooManyOwnReadings: (waiting: number): string =>
    `One of your files is being read, and ${waiting} wait: try again when one of them has been answered.`,
  trialEnded: 'This trial has ended: choose the file of the network again.',
  noLens: (name: string): string => `${name} is no lens: choose one of your lenses.`,
  noNetwork: (name: string): string => `${name} is no network: choose one of your networks.`,
  logInForDatasets: 'Data sets belong to an account: log in, or send an API token.',
  noDataset: 'You have no data set with this id.',
  noArriving: 'No file has arrived with this key: send its pieces first.',
  otherPiece: (bytes: number): string =>
    `The next piece begins at ${bytes} bytes, which are there already.`,
  pieceTooLarge: (megabytes: number): string => `A piece has at most ${megabytes} MB.`,
  datasetsOverQuota: (megabytes: number, left: number, held: number): string =>
    `Your data sets have room for ${left} MB of ${megabytes} MB${arriving(held)}: delete one, or choose a smaller one.`,
  tooManyDatasets: (most: number): string =>
    `An account has at most ${most} data sets: delete one first.`,
  logInForEvaluations: 'Evaluations belong to an account: log in, or send an API token.',
  noEvaluation: 'You have no evaluation with this id.',
  noEvaluationFile: 'This evaluation has not written its results yet.',
  datasetUnknown: (name: string): string =>
    `You have no data set ${name.slice(0, 60)}: choose example:marks, or mine:<id> of one that you have added.`,
  networkUnknown: (name: string): string =>
    `You have no network ${name.slice(0, 60)}: choose example:marks, DETR, MiDaS_DPT_Small, or mine:<id> of one in your library.`,
  recipeNotFile: 'A server reads no files by their names: put the JSON object here.',
  tooManyEvaluations: (most: number): string =>
    `You have ${most} evaluations that are waiting or running: cancel one, or try again when one has ended.`,
  tooManyKeptEvaluations: (most: number): string =>
    `An account has at most ${most} evaluations: delete one first.`,
  tooManyEvaluationRuns: (runs: number, left: number): string =>
    `The evaluation shows cameras ${runs} pictures; your quota has room for ${left} until others have ended: take fewer with images, or fewer cameras or conditions.`,
  evaluationFailed: 'The evaluation ended its process: its data set may need too much memory.',
  evaluationOfOtherPrograms:
    'The server was updated, or computes on another device, before the evaluation had ended. Results of both are not mixed: start it again.',
  logInForStudies: 'Studies belong to an account: log in, or send an API token.',
  noStudy: 'You have no study with this id.',
  noStudyFile: 'This study has not written its results yet.',
  noBestRun: 'This study has no best run: it has not ended, or none keeps its limits.',
  tooManyStudies: (most: number): string =>
    `You have ${most} studies that are waiting or running: cancel one, or try again when one has ended.`,
  tooManyKeptStudies: (most: number): string =>
    `An account has at most ${most} studies: delete one first.`,
  tooManyStudyRuns: (runs: number, left: number): string =>
    `The study needs ${runs} runs; your quota has room for ${left} until others have ended.`,
  studyFailed: 'The study ended its process: its runs may need too much memory.',
  studyOfOtherPrograms:
    'The server was updated, or computes on another device, before the study had ended. Results of both are not mixed: start it again.',
  logInForReports: 'Reports belong to an account: log in, or send an API token.',
  noReport: 'You have no report with this id.',
  noReportFile: 'This report is not written yet.',
  tooManyReports: (most: number): string =>
    `You have ${most} reports that are waiting or running: cancel one, or try again when one has ended.`,
  tooManyKeptReports: (most: number): string =>
    `An account has at most ${most} reports: delete one first.`,
  tooManyReportRuns: (runs: number, left: number): string =>
    `The report takes ${runs} frames of charts; your quota has room for ${left} until others have ended: set draft to true, or take fewer seeds.`,
  reportFailed: 'The report ended its process: its charts may need too much memory.',
  reportOfOtherPrograms:
    'The server was updated before the report had ended. Results of both versions are not mixed: start it again.',
  reportNotResumable:
    'Only a report that was cancelled or has failed can go on: this one is computed, or is done.',
  reportWithoutSensor: 'the recipe has no sensor, whose pixels would be measured.',
  contrastOfNothing: 'Object contrast must not be 0: an object like its background is not seen.',
  studyNotResumable:
    'A study that was cancelled or has failed can go on; one that is done needs more runs. This one is being computed, or is done and no more runs were asked for.',
  sweepWithObjectives: 'A document with objectives is a study: send it to /api/studies.',
  logInToCompute: 'You must be logged in to run simulations: log in and try again.',
  notMultipart:
    'Send the application as a form with a file, with the header content-type: multipart/form-data.',
  notMultipartFile: 'Send the file as a form, with the header content-type: multipart/form-data.',
  badMultipart: 'The form is cut off or malformed: send it again.',
  fieldTwice: 'Send each field once, as text.',
  oneFile: 'Send exactly one file.',
  resumeEmpty: 'This file is empty: choose another one.',
  resumeTooLarge: (megabytes: number): string =>
    `This file is larger than ${megabytes} MB: choose a smaller one.`,
  resumeType: 'This file is no PDF, DOC or DOCX document: choose another one.',
  licenceExpired: (day: string): string =>
    `This license expired on ${day}: contact sales to renew it.`,
  licenceRevoked: 'This license was revoked: contact sales.',
  noPackage:
    'The download is not available at the moment. (For the operator: "npm run package" makes it, and PACKAGE_FOLDER says where it lies.)',
  linkExpired: 'This download link has expired: validate your license again.',
  linkForeign: 'This download link is not valid: validate your license again.',
  dashboardLogin: 'Log in to see the dashboard.',
  dashboardStaff: 'The dashboard is for staff only.',
  databaseAway: 'The database does not take changes.',
  diskAway: 'The data folder does not take files.',
  closing: 'The server is being restarted: try again in a minute.',
  serverStops: 'the server is being restarted; run it again in a minute.',
  outOfTime: (seconds: number): string => `the ${tooLong(seconds)}`,
  runOutOfTime: (seconds: number): string => `The ${tooLong(seconds)}`,
} as const;
