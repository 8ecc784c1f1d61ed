// `node scripts/supply.mjs licencas | vulnerabilidades | segredos | sbom FILE`: checks of the supply chain.
import fs from "node:fs";
import path from "node:path";
import { CommandError } from "./setup/log.mjs";
import { at, root } from "./setup/root.mjs";
import { askRegistry, judgeAudit } from "./supply/audit.mjs";
import { judgeLicences } from "./supply/licences.mjs";
import { readSbom } from "./supply/sbom.mjs";
import {
  describeSecret,
  hasCommits,
  isShallow,
  judgeSecrets,
  searchCommits,
  searchTree,
} from "./supply/secrets.mjs";

const policy = JSON.parse(fs.readFileSync(at("scripts", "supply", "policy.json"), "utf8"));

const SECRET_FOUND =
  "Um segredo que foi gravado num commit não é mais segredo: troque-o onde ele vale. Se não é segredo, nomeie-o com o motivo em scripts/supply/policy.json.";

/** @type {Record<string, (args: string[]) => Promise<string[]> | string[]>} each returns its faults */
const STEPS = {
  licencas() {
    const lock = JSON.parse(fs.readFileSync(at("package-lock.json"), "utf8"));
    const { total, violations, unused } = judgeLicences(lock, policy.licencas);
    console.log(`${total} pacotes, ${policy.licencas.excecoes.length} exceções nomeadas`);
    return [
      ...violations.map(
        ({ pacote, versao, licenca }) =>
          `${pacote} ${versao}: licença ${licenca ?? "não declarada"} fora da lista (scripts/supply/policy.json)`,
      ),
      ...unused.map(
        ({ pacote }) => `${pacote}: a exceção não é mais usada; tire-a de scripts/supply/policy.json`,
      ),
    ];
  },

  async vulnerabilidades() {
    const answer = await askRegistry();
    if ("unavailable" in answer) {
      console.log(
        `AVISO: o registro de pacotes não disse nada sobre vulnerabilidades (${answer.unavailable}): esta verificação não foi feita aqui.`,
      );
      return [];
    }
    const vulnerabilities = judgeAudit(
      answer.report,
      policy.vulnerabilidades.aceitas,
      new Date().toISOString().slice(0, 10),
    );
    return vulnerabilities.map(
      ({ id, pacote, gravidade, titulo }) => `${pacote}: ${titulo} (${id}, ${gravidade})`,
    );
  },

  async segredos() {
    if (!fs.existsSync(at(".git"))) {
      console.log("AVISO: esta cópia não é um repositório git: segredos não foram procurados.");
      return [];
    }
    if (!hasCommits(root)) return ["O git não lê commits aqui: segredos não foram procurados."];
    if (isShallow(root))
      console.log("AVISO: falta história a este clone: só os commits que ele tem foram lidos.");
    const tree = await searchTree(root);
    const history = await searchCommits(root);
    console.log(`${tree.fileCount} arquivos, ${history.commits} commits`);
    const findings = [...tree.findings, ...history.findings];
    const { violations, unused } = judgeSecrets(findings, policy.segredos.excecoes);
    return [
      ...violations.map(describeSecret),
      ...(violations.length > 0 ? [SECRET_FOUND] : []),
      ...unused.map(
        ({ arquivo, regra, marca }) =>
          `${arquivo} (${regra}, ${marca}): a exceção não é mais usada; tire-a de scripts/supply/policy.json`,
      ),
    ];
  },

  sbom([file = "artefatos/sbom.cdx.json"]) {
    const bom = readSbom(root);
    fs.mkdirSync(path.dirname(path.resolve(root, file)), { recursive: true });
    fs.writeFileSync(path.resolve(root, file), `${JSON.stringify(bom, null, 2)}\n`);
    console.log(`${file}: CycloneDX ${bom.specVersion}, ${bom.components.length} componentes`);
    return [];
  },
};

const [name = "", ...rest] = process.argv.slice(2);
const step = STEPS[name];
if (!step) throw new CommandError(`Use: node scripts/supply.mjs ${Object.keys(STEPS).join(" | ")}`);
const faults = await step(rest);
for (const line of faults) console.log(line);
process.exitCode = faults.length === 0 ? 0 : 1;
