import { serverPackage } from "../setup/server-package.mjs";

const { default: pg } = await serverPackage("pg");

/** Removes Prisma's `?schema=`, which pg does not know. @param {string} url */
export function plainUrl(url) {
  const plain = new URL(url);
  plain.searchParams.delete("schema");
  return plain.toString();
}

/** @param {string} url */
export const databaseName = (url) => decodeURIComponent(new URL(url).pathname.slice(1));

/** Address of another database on the same server. @param {string} url @param {string} name */
export function siblingUrl(url, name) {
  const sibling = new URL(plainUrl(url));
  sibling.pathname = `/${name}`;
  return sibling.toString();
}

/** @param {string} url @param {string} sql */
async function runOn(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Runs SQL on the maintenance database of the same server. @param {string} url @param {string} sql */
export const runAsAdmin = (url, sql) => runOn(siblingUrl(url, "postgres"), sql);

/** @param {string} url @throws when the database cannot be reached */
export const tryToConnect = (url) => runOn(plainUrl(url), "SELECT 1");

/** @param {string} name */
export const quoted = (name) => pg.escapeIdentifier(name);
