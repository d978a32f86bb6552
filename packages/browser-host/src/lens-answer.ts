import {
  GLASSES,
  abbeFigures,
  completeLens,
  drawLens,
  exportedLens,
  focusDesign,
  foundLens,
  heatCurves,
  lensAnalyses,
  isMeasured,
  lensDesign,
  lensGeometry,
  lensMerit,
  lensReport,
  loadGlassCatalogue,
  loadLensFile,
  middleOf,
  optimiseLens,
  readLensFile,
  readLensStudy,
  readTolerances,
  SimulationError,
  sizedLens,
  startsOf,
  tolerancesOf,
  type Host,
  type LensDesign,
  type LensFile,
  type PrintedGlass,
} from '@lumenloom/engine';
import { optics, type OpticsId } from '@lumenloom/engine/catalogue';
import type {
  CompleteLens,
  EngineProgress,
  LensFigures,
  LensQuestion,
  LensResultName,
  LensResults,
  LensSettings,
  SearchedLenses,
} from './messages.ts';
import type { namedPartsAt } from './named-parts.ts';
import { answerWith, reasonOf, type PostedAnswer } from './posted-answer.ts';

interface LensContext {
  readonly namedParts: ReturnType<typeof namedPartsAt>;
  readonly host: Host;
  readonly stopped: () => boolean;
  readonly progress: (progress: EngineProgress) => void;
}

/**
 * Answers a question about a lens.
 *
 * @throws SimulationError with the field of the lens file, or of the study, that is wrong.
 */
export async function lensAnswer(
  question: LensQuestion,
  { namedParts, host, stopped, progress }: LensContext,
): Promise<PostedAnswer> {
  switch (question.kind) {
    case 'lens file': {
      const { name } = question;
      const id = (Object.keys(optics) as OpticsId[]).find((key) => optics[key].label === name);
      if (id) return answerWith({ kind: 'lens file', lens: sizedLens(await loadLensFile(id)) });
      const read = await namedParts({ optics: name });
      if ('problems' in read) return answerWith({ kind: 'refused', ...read });
      const { optics: file } = read.own;
      return answerWith(
        file && !isMeasured(file)
          ? { kind: 'lens file', lens: sizedLens(file) }
          : { kind: 'nothing' },
      );
    }
    case 'lens result':
      return answerWith({ kind: 'lens result', value: await resultOf(question) });
    case 'complete lens': {
      const lens = await completed(question.document);
      const layout = layoutOrReason(lens, question.settings);
      return answerWith({ kind: 'complete lens', lens, layout });
    }
    case 'glasses':
      return answerWith({ kind: 'glasses', glasses: await glassesFor(question.lens) });
    case 'lens text': {
      const { lens, format } = question;
      return answerWith({ kind: 'lens text', text: await exportedLens(lens, format) });
    }
    case 'better lens': {
      const study = readLensStudy(question.study);
      const { start, best, bestLens } = await optimiseLens(study, question.steps, host, {
        stopped,
      });
      return answerWith({
        kind: 'better lens',
        lens: sizedLens(bestLens),
        meritBefore: start.merit,
        merit: best.merit,
      });
    }
    case 'lens search':
      return answerWith(await searched(question, host, { stopped, progress }));
    case 'lens merit':
      return answerWith({
        kind: 'lens merit',
        figures: lensMerit(readLensStudy(question.study), false),
      });
    case 'lens tolerances': {
      const study = readTolerances(question.document);
      const followed = followedBy(host, progress, study.samples);
      const result = await tolerancesOf(study, followed, { stopped });
      return answerWith({ kind: 'lens tolerances', result });
    }
  }
}

/** A host whose parallel work says how many of all lenses are done. */
const followedBy = (
  host: Host,
  progress: LensContext['progress'],
  all: number,
): Pick<Host, 'parallel'> => ({
  parallel: (job, parts, watch) =>
    host.parallel(job, parts, {
      ...watch,
      done: (count) => {
        progress({ done: Math.round((all * count) / parts.length), all });
      },
    }),
});

async function searched(
  { study: document, steps, part }: Extract<LensQuestion, { readonly kind: 'lens search' }>,
  host: Host,
  { stopped, progress }: Pick<LensContext, 'stopped' | 'progress'>,
): Promise<SearchedLenses> {
  const study = readLensStudy(document);
  const to = Math.min(part.to, startsOf(study));
  const { lenses = [], opened = 0 } = await optimiseLens(
    study,
    steps,
    followedBy(host, progress, to - part.from),
    { stopped, part: { ...part, to } },
  );
  return {
    kind: 'lens search',
    opened,
    lenses: lenses.flatMap((found) => {
      try {
        const lens = sizedLens(foundLens(study, found));
        return [{ ...found, lens, layout: layoutOf(lensDesign(lens), SHOWN) }];
      } catch (error) {
        // Small spots of the rays that count do not mean that every field gets light.
        if (error instanceof SimulationError) return [];
        throw error;
      }
    }),
  };
}

/** What a section is drawn for: the middle wavelength, and the fields. */
type Shown = Pick<LensSettings, 'wavelengths' | 'fractions' | 'focus'>;
/** Sections of found lenses show the line d, the axis and the rim. */
const SHOWN: Shown = { wavelengths: [587.5618], fractions: [0, 1] };

/** The catalogue is loaded for a glass that neither lens nor product has; others stay theirs. */
async function completed(document: unknown): Promise<LensFile> {
  try {
    return completeLens(document);
  } catch (error) {
    if (!(error instanceof SimulationError && /\.glass$/.test(error.field ?? ''))) throw error;
    const catalogue = await loadGlassCatalogue();
    return completeLens(document, {
      ...catalogue,
      find: (name, order) =>
        Object.hasOwn(GLASSES, name)
          ? { found: { name, maker: 'own', glass: GLASSES[name]! }, why: 'own catalogue' }
          : catalogue.find(name, order),
    });
  }
}

/** The glasses of the makers, and those of a lens that no maker has. */
async function glassesFor(lens: LensFile): Promise<readonly PrintedGlass[]> {
  const { printed } = await loadGlassCatalogue();
  const names = new Set(printed.map(({ name }) => name));
  const own = Object.entries({ ...GLASSES, ...lens.glasses }).filter(([name]) => !names.has(name));
  return [
    ...printed,
    ...own.map(([name, glass]) => ({ name, maker: 'own', ...abbeFigures(glass) })),
  ];
}

/** The section and figures of a lens, or why it cannot be traced. */
function layoutOrReason(lens: LensFile, settings: Shown): CompleteLens['layout'] {
  try {
    return { kind: 'lens result', value: layoutOf(lensDesign(lens), settings) };
  } catch (error) {
    return reasonOf(error);
  }
}

async function resultOf({
  lens,
  name,
  settings,
}: {
  readonly lens: LensFile;
  readonly name: LensResultName;
  readonly settings: LensSettings;
}): Promise<LensResults[LensResultName]> {
  const file = readLensFile(lens);
  if (name === 'heat') return heatCurves(file, middleOf(settings.wavelengths), settings.focus);
  const design = lensDesign(file);
  return name === 'layout'
    ? layoutOf(design, settings)
    : lensAnalyses[name](atObject(design, settings), settings);
}

/** The lens with its object where the settings have it. */
const atObject = (design: LensDesign, { focus }: Shown): LensDesign =>
  focus ? focusDesign(design, focus) : design;

function layoutOf(design: LensDesign, settings: Shown): LensResults['layout'] {
  const wavelength = middleOf(settings.wavelengths);
  const placed = atObject(design, settings);
  return {
    drawing: drawLens(placed, wavelength, settings.fractions),
    figures: figuresOf(design, placed, wavelength),
  };
}

/**
 * @param design as its file has it, of which focal length and paraxial f-number are.
 * @param placed with its object.
 */
function figuresOf(design: LensDesign, placed: LensDesign, wavelength: number): LensFigures {
  const [first] = lensReport(design, [wavelength], []).firstOrder;
  const [near] = lensReport(placed, [wavelength], []).firstOrder;
  const [rim] = lensGeometry(placed, [1]);
  return {
    focalLengthMm: first!.eflMm,
    fNumber: near!.workingFNumber,
    paraxialFNumber: first!.eflMm / first!.entrancePupilDiameterMm,
    halfFieldDegrees: rim!.fieldDegrees,
    lengthMm: placed.imagePlaneMm,
    imageCircleMm: 2 * Math.abs(rim!.heightMm),
    distortionPercent: rim!.distortionPercent,
  };
}
