// `npm run papelaria -- --quantidade 10000 --saida PASTA`: generates signed documents for load tests.
import { spawn } from "node:child_process";
import path from "node:path";
import { endWith } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { loadEnvFile } from "./run/settings.mjs";
import { bundle } from "./setup/bundle.mjs";
import { install } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";

const SOURCE = "apps/sandbox/src/document-generator/command/main.ts";
/** Not apps/sandbox/dist, which `npm start` may rebuild at the same time. */
const BUNDLE = "node_modules/.cache/malote-papelaria";

/** @param {import("./run/cleanup.mjs").Cleanup} cleanup */
async function papelaria(cleanup) {
  await install();
  loadEnvFile();
  // Plain JavaScript: worker threads of Node 20 do not load TypeScript.
  await bundle({ folder: BUNDLE, entries: { main: SOURCE } });
  // npm runs every command at the repository root; INIT_CWD is the user's folder.
  const cwd = process.env.INIT_CWD || root;
  const dataDir = path.resolve(process.env.DATA_DIR || ".data");
  const args = ["--enable-source-maps", `${BUNDLE}/main.mjs`, cwd, dataDir, ...process.argv.slice(2)];
  return endWith(cleanup, spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] }));
}

await runCommand(papelaria);
