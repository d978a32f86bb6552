import {
  drawLens,
  lensAnalyses,
  lensDesign,
  lensGeometry,
  lensReport,
  loadLensFile,
  middleOf,
  optimiseLens,
  readLensFile,
  readLensStudy,
  sizedLens,
  type AnalysisSettings,
  type Host,
  type LensDesign,
  type LensFile,
} from '@lumenloom/engine';
import { optics, type OpticsId } from '@lumenloom/engine/catalogue';
import type { LensFigures, LensQuestion, LensResultName, LensResults } from './messages.ts';
import type { namedPartsAt } from './named-parts.ts';
import { answerWith, type PostedAnswer } from './posted-answer.ts';

interface LensContext {
  readonly namedParts: ReturnType<typeof namedPartsAt>;
  readonly host: Host;
  readonly stopped: () => boolean;
}

/**
 * Answers a question about a lens.
 *
 * @throws SimulationError with the field of the lens file, or of the study, that is wrong.
 */
export async function lensAnswer(
  question: LensQuestion,
  { namedParts, host, stopped }: LensContext,
): Promise<PostedAnswer> {
  switch (question.kind) {
    case 'lens file': {
      const { name } = question;
      const id = (Object.keys(optics) as OpticsId[]).find((key) => optics[key].label === name);
      if (id) return answerWith({ kind: 'lens file', lens: sizedLens(await loadLensFile(id)) });
      const read = await namedParts({ optics: name });
      if ('problems' in read) return answerWith({ kind: 'refused', ...read });
      const { optics: file } = read.own;
      return answerWith(file ? { kind: 'lens file', lens: sizedLens(file) } : { kind: 'nothing' });
    }
    case 'lens result':
      return answerWith({ kind: 'lens result', value: resultOf(question) });
    case 'better lens': {
      const study = readLensStudy(question.study);
      const { start, best, bestLens } = await optimiseLens(study, question.steps, host, {
        stopped,
      });
      return answerWith({
        ...{ kind: 'better lens', lens: sizedLens(bestLens) },
        ...{ meritBefore: start.merit, merit: best.merit },
      });
    }
  }
}

function resultOf({
  lens,
  name,
  settings,
}: {
  readonly lens: LensFile;
  readonly name: LensResultName;
  readonly settings: AnalysisSettings;
}): LensResults[LensResultName] {
  const design = lensDesign(readLensFile(lens));
  if (name !== 'layout') return lensAnalyses[name](design, settings);
  const { wavelengths, fractions } = settings;
  const middle = middleOf(wavelengths);
  return {
    drawing: drawLens(design, middle, fractions),
    figures: figuresOf(design, middle),
  };
}

function figuresOf(design: LensDesign, wavelength: number): LensFigures {
  const [first] = lensReport(design, [wavelength], []).firstOrder;
  const [rim] = lensGeometry(design, [1]);
  return {
    focalLengthMm: first!.eflMm,
    fNumber: first!.workingFNumber,
    halfFieldDegrees: rim!.fieldDegrees,
    lengthMm: design.imagePlaneMm,
    imageCircleMm: 2 * Math.abs(rim!.heightMm),
    distortionPercent: rim!.distortionPercent,
  };
}
