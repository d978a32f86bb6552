import { answerReading } from './answer-reading.ts';
import { lensOfFile } from './lens-of-file.ts';

answerReading(lensOfFile);
