import type { Database } from './schema.ts';

/** Works on what belongs to an account while no other call that does so changes it. */
export const alone = <Result>(
  database: Database,
  userId: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    // On PostgreSQL this locks the row of the account; SQLite has one writer anyway.
    await transaction
      .updateTable('users')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', '=', userId)
      .execute();
    return work(transaction);
  });
