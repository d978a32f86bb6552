import { answerReading } from '../library/answer-reading.ts';
import { checkUpload } from './check-upload.ts';

answerReading(checkUpload);
