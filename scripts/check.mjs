// `npm run check`: every automatic check of the code. All of them run; the summary counts the failures.
// `npm run check -- segredos`: only the checks whose name contains this text.
import { runCommand } from "./run/command.mjs";
import { generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, elapsedSeconds, messageOf } from "./setup/log.mjs";
import { at, tool } from "./setup/root.mjs";
import { runNode } from "./setup/run-tool.mjs";

const AT_ONCE = 2;

/** Folders whose comments and test titles must be in plain words. */
const PLAIN_FOLDERS = ["packages", "apps", "scripts", "examples", "prisma"];

/** @type {[name: string, command: string[]][]} the slowest first */
const CHECKS = [
  [
    "paredes (dependency-cruiser)",
    [
      tool("dependency-cruiser", "bin", "dependency-cruise.mjs"),
      "-T",
      "err-long",
      "packages",
      "apps",
      "scripts",
    ],
  ],
  [
    "tipos do servidor e dos pacotes (tsc)",
    [tool("typescript", "bin", "tsc"), "--noEmit", "-p", "tsconfig.json"],
  ],
  ["tipos da interface (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit", "-p", at("apps", "web")]],
  ["modelos: um tipo inventado (tsc)", [at("scripts", "modelos.mjs"), "inventado"]],
  ["tipos dos comandos (tsc)", [tool("typescript", "bin", "tsc"), "--noEmit", "-p", at("scripts")]],
  ["estilo e erros comuns (biome)", [tool("@biomejs/biome", "bin", "biome"), "check", "."]],
  ["prosa de comentários e testes", [at("scripts", "prose.mjs"), ...PLAIN_FOLDERS]],
  ["modelos: nomes escritos à mão", [at("scripts", "modelos.mjs"), "literais"]],
  ["sobras (knip)", [tool("knip", "bin", "knip.js"), "--no-progress"]],
  ["migrações (db:drift)", [at("scripts", "prisma.mjs"), "drift"]],
  ["segredos na árvore e nos commits", [at("scripts", "supply.mjs"), "segredos"]],
  ["licenças das dependências", [at("scripts", "supply.mjs"), "licencas"]],
  ["vulnerabilidades conhecidas (npm audit)", [at("scripts", "supply.mjs"), "vulnerabilidades"]],
];

/** Warnings of a check that passed but could not examine everything. @param {string} output */
const noticesOf = (output) => output.split("\n").filter((line) => line.startsWith("AVISO:"));

/** @param {[string, string[]]} check @returns {Promise<{ passed: boolean, notices: string[] }>} */
async function runCheck([name, command]) {
  const started = Date.now();
  try {
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const notices = noticesOf(await runNode(name, command, { env }));
    console.log(`ok      ${name} em ${elapsedSeconds(started)}`);
    return { passed: true, notices };
  } catch (error) {
    console.log(`FALHOU  ${messageOf(error)}\n`);
    return { passed: false, notices: [] };
  }
}

/** @param {string | undefined} part of a name @throws {CommandError} when no name contains it */
function chooseChecks(part = "") {
  const chosen = CHECKS.filter(([name]) => name.includes(part));
  if (chosen.length > 0) return chosen;
  throw new CommandError(
    `Nenhuma verificação tem «${part}» no nome: ${CHECKS.map(([name]) => name).join("; ")}`,
  );
}

async function check() {
  const chosen = chooseChecks(process.argv[2]);
  await install();
  await generateClient();
  const waiting = [...chosen];
  /** @type {Awaited<ReturnType<typeof runCheck>>[]} */
  const results = [];
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failed = results.filter(({ passed }) => !passed).length;
  const notices = results.flatMap((each) => each.notices);
  console.log(["", ...notices].join("\n"));
  console.log(summaryOf({ total: chosen.length, failed, notices: notices.length }));
  return failed === 0 ? 0 : 1;
}

/** @param {{ total: number, failed: number, notices: number }} counts */
function summaryOf({ total, failed, notices }) {
  if (failed > 0) return `${failed} de ${total} verificações falharam.`;
  const incomplete =
    notices === 0
      ? ""
      : `, e ${notices} não ${notices === 1 ? "foi inteira" : "foram inteiras"} (AVISO acima)`;
  return `Tudo certo: ${total} ${total === 1 ? "verificação passou" : "verificações passaram"}${incomplete}.`;
}

await runCommand(check);
