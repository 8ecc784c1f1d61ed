// `npm run check`: what a machine can say about the code. Everything runs; the summary says what failed.
import { runCommand } from "./run/command.mjs";
import { generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { seconds } from "./setup/log.mjs";
import { at, tool } from "./setup/root.mjs";
import { runNode } from "./setup/run-tool.mjs";

const AT_ONCE = 2;

/** @type {[name: string, command: string[]][]} the slowest first */
const CHECKS = [
  [
    "paredes (dependency-cruiser)",
    [tool("dependency-cruiser", "bin", "dependency-cruise.mjs"), "packages", "apps"],
  ],
  [
    "tipos do servidor e dos pacotes (tsc)",
    [tool("typescript", "bin", "tsc"), "--noEmit", "-p", "tsconfig.json"],
  ],
  ["tipos da interface (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit", "-p", at("apps", "web")]],
  ["tipos dos comandos (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit", "-p", at("scripts")]],
  ["estilo e erros comuns (biome)", [tool("@biomejs/biome", "bin", "biome"), "check", "."]],
  ["sobras (knip)", [tool("knip", "bin", "knip.js"), "--no-progress"]],
  ["migrações (db:drift)", [at("scripts", "prisma.mjs"), "drift"]],
];

/** @param {[string, string[]]} check @returns {Promise<boolean>} whether it passed */
async function runCheck([name, command]) {
  const started = Date.now();
  try {
    await runNode(name, command, { env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined } });
    console.log(`ok      ${name} em ${seconds(started)}`);
    return true;
  } catch (error) {
    console.log(`FALHOU  ${error.message}\n`);
    return false;
  }
}

async function check() {
  await install();
  await generateClient();
  const waiting = [...CHECKS];
  let failed = 0;
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!(await runCheck(next))) failed += 1;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  console.log(
    failed === 0
      ? `\nTudo certo: ${CHECKS.length} verificações passaram.`
      : `\n${failed} de ${CHECKS.length} verificações falharam.`,
  );
  return failed === 0 ? 0 : 1;
}

await runCommand(check);
