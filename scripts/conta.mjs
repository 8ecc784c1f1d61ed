// `npm run conta -- criar | plano | produto …`: what only who operates Malote does with contas, beside a running one or alone.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { startPostgres } from "./postgres/server.mjs";
import { runCommand } from "./run/command.mjs";
import { commandOf, runSetup, sandboxFile, serverEnv } from "./run/services.mjs";
import { loadEnvFile, readSettings, sealingKey } from "./run/settings.mjs";
import { buildServer, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";

/** The operator's database, or the embedded one, running or not; a new one is set up. */
async function openDatabase(settings, closing) {
  if (settings.databaseUrl) return { databaseUrl: settings.databaseUrl, started: false };
  const postgres = await startPostgres({ dataDir: settings.dataDir, quiet: true });
  if (!postgres.adopted) closing.later(postgres.stop);
  return { databaseUrl: postgres.url, started: !postgres.adopted };
}

async function conta(closing) {
  loadEnvFile();
  const settings = readSettings(process.env);
  await install();
  const key = sealingKey(settings);
  await generateClient();
  await buildServer();
  const { databaseUrl, started } = await openDatabase(settings, closing);
  const beside = settings.sandbox && fs.existsSync(sandboxFile(settings.dataDir));
  const facts = { databaseUrl, key, port: settings.port, feedPort: null };
  const env = serverEnv(settings, { ...facts, sandboxPort: beside ? settings.sandboxPort : null });
  if (started) await runSetup(serverEnv(settings, { ...facts, sandboxPort: null }));
  const args = [...commandOf("conta"), ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

await runCommand(conta);
