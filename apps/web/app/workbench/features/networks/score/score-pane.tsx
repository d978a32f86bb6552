import { useEffect } from 'react';
import { StudyFrame } from '../../../kit/study/study-parts.tsx';
import { ScoreDraftForm, type ScorePaneProps } from './score-draft-form.tsx';
import { ScoreProgress } from './score-progress.tsx';

/** The goal Score: a draft with its cost, or a score with its progress. */
export function ScorePane({ scores, onShow, ...props }: ScorePaneProps) {
  const { open, look } = scores;
  useEffect(look, [look]);
  return (
    <StudyFrame goal="Score" studies={scores} onShow={onShow}>
      {open ? (
        <ScoreProgress score={open} scores={scores} onShow={onShow} />
      ) : (
        <ScoreDraftForm {...props} scores={scores} onShow={onShow} />
      )}
    </StudyFrame>
  );
}
