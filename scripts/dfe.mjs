// `npm run dfe -- ARQUIVO… [--json]`: what fiscal documents are and how far they can be trusted, without database or server.
import { pathToFileURL } from "node:url";
import { runCommand } from "./run/command.mjs";
import { bundle } from "./setup/bundle.mjs";
import { install } from "./setup/install.mjs";
import { at } from "./setup/root.mjs";
import { once } from "./setup/stamp.mjs";

/** npm goes to the root before it runs us; the paths are those of where the person is. */
const cwd = (process.env.npm_lifecycle_event === "dfe" && process.env.INIT_CWD) || process.cwd();

/** Beside the stamps and not in dist, which the server's build empties. */
const FOLDER = "node_modules/.malote/comando-dfe";

const build = () =>
  once({
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
