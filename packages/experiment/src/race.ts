/** The entry for races of candidates over pictures; it loads quickly. */
export { Race, type RaceResult, type Look } from './race/race.ts';
export { readScoreRace, type ScoreRace } from './race/score-table.ts';
export { notesOf, statementOf } from './race/statement.ts';
export { raceCsv, raceDocument } from './race/race-document.ts';
