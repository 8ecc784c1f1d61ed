// `npm run dfe -- ARQUIVO… [--json]`: identifies and validates fiscal documents, without database or server.
import { pathToFileURL } from "node:url";
import { runCommand } from "./run/command.mjs";
import { bundle } from "./setup/bundle.mjs";
import { install } from "./setup/install.mjs";
import { at } from "./setup/root.mjs";
import { buildOnce } from "./setup/stamp.mjs";

/** npm changes to the root before it runs us: paths on the command line are relative to INIT_CWD. */
const cwd = (process.env.npm_lifecycle_event === "dfe" && process.env.INIT_CWD) || process.cwd();

/** In node_modules, because the server's build empties dist. */
const FOLDER = "node_modules/.malote/comando-dfe";

const build = () =>
  buildOnce({
    name: "dfe",
    label: "montando o comando dfe (esbuild)",
    inputs: [
      "apps/server/src/commands",
      "apps/server/src/trust.ts",
      "packages/contract",
      "packages/dfe",
      "packages/mailbox",
      "packages/syntax",
      "scripts/setup/bundle.mjs",
      "package-lock.json",
    ],
    output: `${FOLDER}/dfe.mjs`,
    work: () => bundle({ folder: FOLDER, entries: { dfe: "apps/server/src/commands/dfe/run-dfe.ts" } }),
  });

async function dfe() {
  await install();
  await build();
  const { runDfe } = await import(pathToFileURL(at(FOLDER, "dfe.mjs")).href);
  const { env, stdout, stderr } = process;
  return runDfe(process.argv.slice(2), { cwd, env, stdout, stderr });
}

await runCommand(dfe);
