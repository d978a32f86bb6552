import { DEFAULT_BUDGET, cameraRecipe, ownIdOf, toPlan, type LogLine } from '@lumenloom/contract';
import {
  cameraLight,
  focusOf,
  objectOfPlan,
  readLensFile,
  shareParts,
  simulate,
  stageMemory,
  type Host,
  type SimulationPlan,
  type SimulationReport,
  type SimulationResult,
} from '@lumenloom/engine';
import { isObject, scenes } from '@lumenloom/engine/catalogue';
import { bitmapOf } from './bitmap.ts';
import { helper } from './helpers.ts';
import { keptTables } from './kept-tables.ts';
import { kernelsAt } from './kernels.ts';
import { lensAnswer } from './lens-answer.ts';
import { SENSOR_OF_FILE, sensorAnswer, sensorOfTable } from './sensor-answer.ts';
import type {
  EngineFiles,
  EngineProgress,
  LensQuestion,
  PictureAt,
  Question,
  SensorQuestion,
  StagesQuestion,
} from './messages.ts';
import { CHOICES_WITH_LIGHT, namedPartsAt } from './named-parts.ts';
import { picturesAt } from './pictures.ts';
import { answerWith, reasonOf, type PostedAnswer } from './posted-answer.ts';
import { openedStages, savedSpectra, summedIrradiance } from './opened-stages.ts';
import type { PreviewDevice } from './preview-device.ts';
import { enlarged, previewOf } from './preview.ts';

/**
 * The engine in a worker of a page: computes one question after the other.
 *
 * @param gpu computes previews, where there is one. All else has the bits of the server.
 */
export function createEngine(
  {
    threads,
    memoryBytes,
    kernels,
    pictures,
    parts,
  }: EngineFiles & { readonly threads: number; readonly memoryBytes: number },
  gpu: PreviewDevice,
) {
  const loadKernel = kernelsAt(kernels);
  const namedParts = namedPartsAt(parts);
  const host: Host = {
    threads,
    loadKernel,
    parallel: shareParts({
      host: { loadKernel },
      helpers: Array.from({ length: threads - 1 }, () => helper(kernels)),
      pause: pauses(),
    }),
    loadImage: picturesAt(pictures),
    cache: keptTables(),
    memory: stageMemory(memoryBytes),
    now: () => performance.now(),
  };
  /** The stop that a question was asked under; a later stop does not concern it. */
  let stops = 0;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (question: Asked, answer: AnswerOf): Promise<PostedAnswer> => {
    const asked = stops;
    const answered = last.then(() =>
      answerTo(question, namedParts, (plan) => answer(plan, () => stops !== asked)),
    );
    last = answered;
    return answered;
  };
  const after = (answer: () => Promise<PostedAnswer>): Promise<PostedAnswer> => {
    const answered = last.then(() => orFailure(answer));
    last = answered;
    return answered;
  };
  return {
    stop: (): void => {
      stops += 1;
    },
    lens: (
      question: LensQuestion,
      progress: (progress: EngineProgress) => void,
    ): Promise<PostedAnswer> => {
      const asked = stops;
      return after(() =>
        lensAnswer(question, { namedParts, host, stopped: () => stops !== asked, progress }),
      );
    },
    sensor: (
      question: SensorQuestion,
      progress: (progress: EngineProgress) => void,
    ): Promise<PostedAnswer> => after(() => sensorAnswer(question, { namedParts, host, progress })),
    compute: (question: Question): Promise<PostedAnswer> =>
      inTurn(question, (plan, stopped) => computed(plan, question, { host, gpu, stopped })),
    open: (question: StagesQuestion): Promise<PostedAnswer> =>
      inTurn(askedOf(question), (plan, stopped) => {
        switch (question.kind) {
          case 'stages':
            return openedStages(plan, host, stopped);
          case 'irradiance':
            return summedIrradiance(plan, host, stopped);
          case 'measured':
            return measured(plan, host, stopped);
          case 'spectra':
            return savedSpectra(plan, question.name, host, stopped);
          case 'focus':
            return focused(plan, question.at, host);
          case 'object':
            return objectSeen(plan, host);
          case 'camera light':
            return Promise.resolve(answerWith({ kind: 'camera light', ...cameraLight(plan) }));
        }
      }),
  };
}

const objectSeen = async (...asked: Parameters<typeof objectOfPlan>) =>
  answerWith({ kind: 'object', ...(await objectOfPlan(...asked)) });

/** What is computed, however. */
type Asked = Pick<Question, 'recipe' | 'exposureSeconds' | 'lens' | 'sensor'> & {
  /** Choices that may name a file; absent: all but the scene. */
  readonly choices?: readonly string[];
};
type AnswerOf = (plan: SimulationPlan, stopped: () => boolean) => Promise<PostedAnswer>;

async function answerTo(
  { recipe: asked, exposureSeconds, lens, sensor, choices }: Asked,
  namedParts: ReturnType<typeof namedPartsAt>,
  answer: (plan: SimulationPlan) => Promise<PostedAnswer>,
): Promise<PostedAnswer> {
  return orFailure(async () => {
    const withParts = await namedParts(
      sensor ? { ...(asked as object), ...SENSOR_OF_FILE } : asked,
      choices,
    );
    if ('problems' in withParts) return answerWith({ kind: 'refused', ...withParts });
    const { recipe } = withParts;
    const own = {
      ...withParts.own,
      ...(lens && { optics: readLensFile(lens) }),
      ...(sensor && { sensor: await sensorOfTable(sensor) }),
    };
    const decoded = toPlan(recipe, DEFAULT_BUDGET, exposureSeconds, own);
    if (!decoded.ok) return answerWith({ kind: 'refused', problems: decoded.problems });
    const { plan } = decoded.value;
    // An algorithm is left out: its networks are on the server.
    return plan ? answer({ ...plan, algorithm: undefined }) : answerWith({ kind: 'nothing' });
  });
}

/** The answer, or why there is none. */
async function orFailure(answer: () => Promise<PostedAnswer>): Promise<PostedAnswer> {
  try {
    return await answer();
  } catch (error) {
    return answerWith(reasonOf(error));
  }
}

const quiet = (stopped: () => boolean) => ({
  stopped,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
  measures: false,
});

const figuresOf = ({ path, threads, device, stages, totalMs }: SimulationReport) => ({
  path,
  threads,
  ...(device && { device }),
  stages,
  totalMs,
});

/** A full picture, on the processor, or a preview, on the device where there is one. */
async function computed(
  whole: SimulationPlan,
  { isPreview, wants }: Question,
  { host, gpu, stopped }: { host: Host; gpu: PreviewDevice; stopped: () => boolean },
): Promise<PostedAnswer> {
  const plan = isPreview ? previewOf(whole) : whole;
  if (!plan) return answerWith({ kind: 'nothing' });
  const device = isPreview ? gpu.current() : undefined;
  const result = await simulate(plan, { ...host, device }, quiet(stopped));
  // The device has failed: the processor has computed everything anew.
  if (device && !result.report.device) gpu.failed();
  return wants === 'arrays' ? arraysOf(result) : bitmapFor(result, isPreview ? whole : undefined);
}

/** @param whole the plan whose size a preview gets. */
function bitmapFor({ image, report }: SimulationResult, whole?: SimulationPlan): PostedAnswer {
  const shown = whole ? enlarged(image, whole) : image;
  const bitmap = bitmapOf(shown);
  const { rows, columns } = shown;
  return answerWith({ kind: 'computed', rows, columns, bitmap, report: figuresOf(report) }, bitmap);
}

function arraysOf({ image, report, raw }: SimulationResult): PostedAnswer {
  const { rows, columns } = image;
  // Copies, because the arrays themselves stay in memory.
  const picture = Uint8Array.from(image.data);
  const answer = { rows, columns, picture, raw: raw && Uint16Array.from(raw) };
  return answerWith({ kind: 'computed', ...answer, report: figuresOf(report) });
}

/** All but the measuring comes from memory where the picture was shown before. */
async function measured(
  plan: SimulationPlan,
  host: Host,
  stopped: () => boolean,
): Promise<PostedAnswer> {
  const lines: LogLine[] = [];
  const { report } = await simulate(plan, host, {
    ...quiet(stopped),
    measures: true,
    log: (content, topic, warning) => {
      lines.push({ content, topic, ...(warning && { warning }) });
    },
  });
  return answerWith({ kind: 'measured', report, lines });
}

/** What of its recipe a question is about. */
function askedOf(question: StagesQuestion): Asked {
  const { kind, recipe } = question;
  if (kind === 'focus' || kind === 'object') return withoutOwnScene(question);
  return kind === 'camera light' && isObject(recipe)
    ? { recipe: cameraRecipe(recipe), choices: CHOICES_WITH_LIGHT }
    : question;
}

/** A scene of the user's own stays on the server; a picture file takes its place. */
function withoutOwnScene<Given extends Asked>(question: Given): Given {
  const { recipe } = question;
  return isObject(recipe) && ownIdOf(recipe['scene']) !== undefined
    ? { ...question, recipe: { ...recipe, scene: scenes.appleJpg.label } }
    : question;
}

async function focused(
  plan: SimulationPlan,
  at: PictureAt | undefined,
  host: Host,
): Promise<PostedAnswer> {
  const { rows, columns } = plan.grid;
  const pixel = at && ([onGrid(at.y, at.height, rows), onGrid(at.x, at.width, columns)] as const);
  return answerWith({ kind: 'focus', ...(await focusOf(plan, host, pixel)) });
}

/**
 * The pixel of the grid that a pixel of a picture comes from, along an axis: the ISP may have left
 * out an odd last one, or scaled the picture.
 */
const onGrid = (at: number, picture: number, grid: number): number =>
  grid - picture === 0 || grid - picture === 1
    ? at
    : Math.min(grid - 1, Math.floor(((at + 0.5) * (grid & ~1)) / picture));

/** Returns a function that lets waiting messages be handled. Timers would take 4 ms. */
function pauses(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => {
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
}
