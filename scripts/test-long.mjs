// `npm run test:long -- NAME`: a proof too long for `npm test`, on a PostgreSQL of its own.
import { randomBytes } from "node:crypto";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { findScript } from "./run/server-script.mjs";
import { buildServer, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { seconds } from "./setup/log.mjs";
import { neutralEnv } from "./testing/malote.mjs";
import { openTestRedis } from "./testing/redis.mjs";
import { showRunner } from "./testing/runner.mjs";

async function testLong(closing) {
  const use = "npm run test:long -- NOME";
  const { name, file, rest } = findScript({
    folder: "apps/server/tests/long",
    use,
    args: process.argv.slice(2),
  });
  await install();
  await generateClient();
  await buildServer();
  const { url, dataDir } = await openTestDatabase(closing);
  const redis = await openTestRedis(closing);
  const started = Date.now();
  const env = {
    ...neutralEnv(),
    DATABASE_URL: url,
    TEST_DATABASE_URL: url,
    ...(redis ? { TEST_REDIS_URL: redis } : {}),
    DATA_DIR: dataDir,
    MALOTE_KEY: randomBytes(32).toString("base64"),
  };
  const { code } = await showRunner({ command: ["--import", "tsx", file, ...rest], env, closing });
  console.log(`${code === 0 ? "ok" : "FALHOU"}  ${name} em ${seconds(started)}`);
  return code;
}

await runCommand(testLong);
