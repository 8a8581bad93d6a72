/** The lab's products in a Postgres: a schema of the lab's own, and the one query that all runs make. */
import type pg from 'pg'
import { products } from '../products.ts'

const SCHEMA = 'larder_lab'

/** By which the connections of the lab's processes are told from others. */
export const APPLICATION = SCHEMA

/**
 * The parameters: IDs, and seconds. The function is called once, whichever rows are joined to it, since there is one row of
 * it; and a row comes out where none is joined, with nulls. Without constants the text is the one that pg_stat_statements
 * shows.
 */
export const QUERY = `select id, name, price from pg_sleep($2) left join ${SCHEMA}.products on id = any($1)`

/** Makes the schema unless it is there. */
export async function makeSchema(database: pg.Pool): Promise<void> {
  const { rows } = await database.query('select to_regclass($1) as products', [`${SCHEMA}.products`])
  if (rows[0].products === null) await database.query(creation)
}

/** One transaction. Labs that start together take turns: the first makes it, the others find it made. */
const creation = `
  select pg_advisory_xact_lock(hashtext('${SCHEMA}'));
  create schema if not exists ${SCHEMA};
  create table if not exists ${SCHEMA}.products (id text primary key, name text not null, price integer not null);
  insert into ${SCHEMA}.products
    select * from json_to_recordset('${JSON.stringify(products)}') as product (id text, name text, price integer)
    on conflict do nothing;
`
