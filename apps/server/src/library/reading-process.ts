import { answerReading } from './answer-reading.ts';
import { readOwnFile } from './read-own-file.ts';

answerReading(readOwnFile);
