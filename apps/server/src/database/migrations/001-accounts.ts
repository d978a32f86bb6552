import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('firstName', 'text', (column) => column.notNull())
    .addColumn('lastName', 'text', (column) => column.notNull())
    .addColumn('passwordHash', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('isStaff', 'integer', (column) => column.notNull())
    .addColumn('lastActiveDay', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('users_by_last_active_day')
    .on('users')
    .column('lastActiveDay')
    .execute();

  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastSeenAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('userId').execute();

  await db.schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('attempts_by_subject')
    .on('attempts')
    .columns(['kind', 'subject', 'at'])
    .execute();

  await db.schema
    .createTable('codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('browserHash', 'text', (column) => column.notNull())
    .addColumn('codeHash', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('usedAt', 'bigint')
    .execute();
  await db.schema
    .createIndex('codes_of_browser')
    .on('codes')
    .columns(['email', 'browserHash', 'createdAt'])
    .execute();

  await db.schema
    .createTable('verifiedTickets')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('activity_of_user').on('activity').column('userId').execute();

  await db.schema
    .createTable('activityCounts')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('activity_counts_pk', ['kind', 'day'])
    .execute();
}
