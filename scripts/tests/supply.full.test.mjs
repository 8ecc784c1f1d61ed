// One planted fault for each check of the supply chain.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApiToken } from "../../apps/server/src/services/api-token/api-token.rules.ts";
import { createWebhookSecret } from "../../apps/server/src/services/webhook/webhook-secret.ts";
import { makeKey } from "../run/secret-files.mjs";
import { at, root } from "../setup/root.mjs";
import { askRegistry, judgeAudit } from "../supply/audit.mjs";
import { judgeLicences } from "../supply/licences.mjs";
import { findSecrets } from "../supply/secret-rules.mjs";
import { describeSecret, judgeSecrets, searchCommits, searchTree } from "../supply/secrets.mjs";

/** @type {{ licencas: import("../supply/licences.mjs").LicencePolicy,
 *   segredos: { excecoes: import("../supply/secrets.mjs").SecretException[] } }} */
const { licencas, segredos } = JSON.parse(fs.readFileSync(at("scripts", "supply", "policy.json"), "utf8"));
/** @type {import("../supply/licences.mjs").Lock} */
const lock = JSON.parse(fs.readFileSync(at("package-lock.json"), "utf8"));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-pacotes-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("licences of the dependencies", () => {
  test("all licences are allowed or named exceptions, and each exception is used", () => {
    const { total, violations, unused } = judgeLicences(lock, licencas);
    expect(total).toBeGreaterThan(300);
    expect({ violations, unused }).toEqual({ violations: [], unused: [] });
    expect(licencas.excecoes.find(({ pacote }) => pacote === "highcharts")?.motivo).toMatch(/Highsoft/);
  });

  test.each([
    ["AGPL-3.0", false],
    ["(MIT AND AGPL-3.0)", false],
    ["(MIT OR AGPL-3.0)", true],
    [undefined, false],
  ])("whether the licence %s is allowed: %s", (license, allowed) => {
    const packages = { "node_modules/a/node_modules/@x/b": { version: "1.0.0", license } };
    expect(judgeLicences({ packages }, { permitidas: ["MIT"], excecoes: [] }).violations).toEqual(
      allowed ? [] : [{ pacote: "@x/b", versao: "1.0.0", licenca: license ?? null }],
    );
  });
});

const advisory = {
  id: 1,
  url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  title: "falha",
  severity: "high",
  vulnerable_versions: "<9",
};

const PACKUMENT = {
  name: "planted",
  "dist-tags": { latest: "1.0.0" },
  versions: { "1.0.0": { name: "planted", version: "1.0.0", dist: { tarball: "https://x.test/p.tgz" } } },
};

/** Runs the audit against a registry with one fixed answer. @param {number} status @param {object} answer */
async function withRegistry(status, answer) {
  const server = createServer((request, response) => {
    request.resume();
    const body = request.method === "GET" ? PACKUMENT : answer;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const packages = {
    "": { name: "x", version: "1.0.0", dependencies: { planted: "1.0.0" } },
    "node_modules/planted": { version: "1.0.0", resolved: "https://x.test/p.tgz", integrity: "sha512-AA==" },
  };
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(packages[""]));
  const file = { name: "x", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
  fs.writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(file));
  try {
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: path.join(folder, "cache"),
    };
    return await askRegistry({ cwd: folder, env });
  } finally {
    server.close();
  }
}

describe("known vulnerabilities of the dependencies", () => {
  test("a vulnerability of a production dependency is reported, unless it is accepted until a later date", async () => {
    const answer = await withRegistry(200, { planted: [advisory] });
    const report = "report" in answer ? answer.report : {};
    const found = [{ id: "GHSA-aaaa-bbbb-cccc", pacote: "planted", gravidade: "high", titulo: "falha" }];
    expect(judgeAudit(report, [], "2026-11-23")).toEqual(found);
    const acceptedRisks = [{ id: "GHSA-aaaa-bbbb-cccc", ate: "2026-11-23", motivo: "x" }];
    expect(judgeAudit(report, acceptedRisks, "2026-11-23")).toEqual([]);
    expect(judgeAudit(report, acceptedRisks, "2026-11-24")).toEqual(found);
  });

  test("an unavailable registry is reported, but not as a failure", async () => {
    expect(await withRegistry(405, {})).toEqual({ unavailable: expect.stringMatching(/./) });
  });

  test("npm run check passes without the registry, with a warning at the end", () => {
    const env = { ...process.env, npm_config_registry: "http://127.0.0.1:1/" };
    const args = [at("scripts", "check.mjs"), "vulnerabilidades"];
    const said = execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
    expect(said).toMatch(/^ok +vulnerabilidades conhecidas/m);
    expect(said).toMatch(
      /^AVISO: o registro de pacotes.*\nTudo certo: 1 verificação passou, e 1 não foi inteira \(AVISO acima\)\.\n$/m,
    );
  });
});

/** Creates a private key in PEM. @param {Record<string, string>} [how] */
const pem = (how = {}) =>
  generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem", ...how },
  }).privateKey;

const word = () => randomBytes(12).toString("hex");

/** Generated in each run, so that this repository contains none of them.
 * @type {[name: string, file: string, regra: string, make: () => string][]} */
const SECRETS = [
  ["a private key", "a/chave.pem", "privatekey", pem],
  [
    "a private key with a password",
    "a.txt",
    "chave-privada",
    () => pem({ cipher: "aes-256-cbc", passphrase: word() }),
  ],
  ["a private key in one line of JSON", "a.json", "privatekey", () => JSON.stringify(pem())],
  ["an API token of ours", "a.ts", "token-malote", () => createApiToken({ sandbox: false })],
  ["a webhook's secret", "a.ts", "segredo-webhook", createWebhookSecret],
  ["the sealing key in the environment", "compose.yml", "chave-malote", () => `MALOTE_KEY: ${makeKey()}`],
  ["the file of the sealing key", "dados/chave.key", "chave-malote", () => makeKey()],
  ["a password in the address of Redis", "a.md", "senha-em-url", () => `redis://:${word()}@fila:6379/0`],
  ["a password in a query", "a.ts", "senha-em-url", () => `https://a.test/x?senha=${word()}`],
  ["a password in an .env", "deploy/.env.producao", "segredo-em-env", () => `SMTP_SENHA=${word()}`],
  ["a GitHub token", "a.ts", "github", () => `ghp_${randomBytes(18).toString("hex")}`],
  ["an AWS key", "a.ts", "aws", () => `AWS_SECRET_ACCESS_KEY="${randomBytes(20).toString("hex")}"`],
  ["an A1 certificate", "empresa.pfx", "arquivo-com-chave", () => word()],
];

/** Creates a temporary git repository. */
function openRepository() {
  const place = fs.mkdtempSync(path.join(folder, "repo-"));
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], { cwd: place });
  git("init", "-q", "-b", "main");
  return {
    place,
    /** @param {string} file @param {string | Buffer} bytes */
    write(file, bytes) {
      fs.mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
      fs.writeFileSync(path.join(place, file), bytes);
    },
    /** @param {string} message @returns {string} */
    commit(message) {
      git("add", "-A");
      git("commit", "-q", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD").toString().trim();
    },
    git,
  };
}

describe("secrets in the repository", () => {
  test.each(SECRETS)(
    "the search for secrets finds %s, by file, line and rule, and never shows it",
    async (_, arquivo, regra, make) => {
      const secret = make();
      const found = await findSecrets(arquivo, Buffer.from(`\n${secret}\n`));
      const linha = regra === "arquivo-com-chave" ? 1 : 2;
      expect(found.map((each) => [each.regra, each.linha])).toContainEqual([regra, linha]);
      const shown = JSON.stringify(found);
      for (const part of secret.match(/[\w+/-]{9,}/g) ?? []) expect(shown).not.toContain(part);
    },
  );

  test.each([
    ["a token whose checksum is wrong", "a.ts", () => `mal_live_${"a".repeat(43)}0000000`],
    ["a variable for a password", "a.yml", () => "redis://:$" + "{REDIS_PASSWORD}@redis:6379/0"],
    ["a variable without value", ".env.example", () => "#POSTGRES_PASSWORD=\nMALOTE_KEY=\n"],
    ["a public key", "a.pem", () => `-----BEGIN PUBLIC KEY-----\n${"A".repeat(64)}\n`],
  ])("the search for secrets accepts %s", async (_, arquivo, make) => {
    expect(await findSecrets(arquivo, Buffer.from(make()))).toEqual([]);
  });

  test("the search finds a secret despite a comment that disables rules, and in UTF-16", async () => {
    const token = createApiToken({ sandbox: true });
    const hidden = `// secretlint-disable\n${token} ${pem()}\n`;
    const rules = (await findSecrets("a.ts", Buffer.from(hidden))).map(({ regra }) => regra);
    expect(rules).toEqual(["token-malote", "privatekey"]);
    const wide = await findSecrets("a.txt", Buffer.from(`\uFEFF${token}`, "utf16le"));
    expect(wide.map(({ regra }) => regra)).toEqual(["token-malote"]);
  });

  test("the search finds a secret that a later commit removed, in the commit that added it", async () => {
    const { place, write, commit, git } = openRepository();
    const token = createApiToken({ sandbox: false });
    write("a.txt", "nada\n");
    commit("começo");
    write("src/envia erro.ts", `const a = 1;\nconst t = "${token}";\n`);
    const wrong = commit("manda");
    git("mv", "src/envia erro.ts", "src/b.ts");
    write("src/b.ts", "const a = 1;\n");
    commit("tira");
    expect(await searchTree(place)).toEqual({ fileCount: 2, findings: [] });
    const { commits, findings } = await searchCommits(place);
    expect(commits).toBe(3);
    const { violations } = judgeSecrets(findings, []);
    expect(violations).toEqual([
      {
        commit: wrong,
        arquivo: "src/envia erro.ts",
        linha: 2,
        regra: "token-malote",
        marca: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
    ]);
    const [violation] = violations;
    const said = violation === undefined ? "" : describeSecret(violation);
    expect(said).toMatch(
      new RegExp(`^commit ${wrong.slice(0, 9)} src/envia erro.ts:2 segredo \\(regra token-malote`),
    );
    expect(said).not.toContain(token.slice(9, 20));
  });

  test("the search finds a secret in a merge, a renamed file, a message, the first commit, an untracked file", async () => {
    const { place, write, commit, git } = openRepository();
    const lines = Array.from({ length: 200 }, (_, n) => `const a${n} = ${n};\n`).join("");
    const token = () => createApiToken({ sandbox: false });
    const [first, merged, said, fresh] = [token(), token(), token(), token()];
    write("primeiro.ts", first);
    write("antes.ts", lines);
    commit("começo");
    git("checkout", "-q", "-b", "outro");
    commit("vazio");
    git("checkout", "-q", "main");
    git("merge", "--quiet", "--no-ff", "--no-commit", "outro");
    write("primeiro.ts", "limpo");
    write("juntado.ts", merged);
    commit(`junta ${said}`);
    fs.rmSync(path.join(place, "juntado.ts"));
    git("mv", "antes.ts", "depois.ts");
    write("depois.ts", lines + createApiToken({ sandbox: false }));
    commit("muda de nome");
    write("depois.ts", lines);
    commit("tira");
    write("novo.ts", fresh);
    write("ignorado.ts", createApiToken({ sandbox: false }));
    write(".gitignore", "ignorado.ts\n");
    const found = [...(await searchTree(place)).findings, ...(await searchCommits(place)).findings];
    const places = new Set(found.map(({ arquivo }) => arquivo));
    expect([...places].sort()).toEqual(["(mensagem)", "depois.ts", "juntado.ts", "novo.ts", "primeiro.ts"]);
  });

  test("an exception applies to one text in one file, and an unused exception is an error", async () => {
    const [seen, other] = [createApiToken({ sandbox: true }), createApiToken({ sandbox: true })];
    const [found] = await findSecrets("a.ts", Buffer.from(seen));
    const { regra = "", marca = "" } = found ?? {};
    const exception = { arquivo: "a.ts", regra, marca, motivo: "exemplo" };
    const { place, write, commit } = openRepository();
    write("a.ts", `${seen}\n${other}\n`);
    write("b.ts", seen);
    commit("tudo");
    const { findings } = await searchTree(place);
    const { violations, unused } = judgeSecrets(findings, [exception, { ...exception, arquivo: "c.ts" }]);
    expect(violations.map(({ arquivo, linha }) => `${arquivo}:${linha}`)).toEqual(["a.ts:2", "b.ts:1"]);
    expect(unused.map(({ arquivo }) => arquivo)).toEqual(["c.ts"]);
    const moved = judgeSecrets(findings, [exception, { ...exception, arquivo: "c.ts", antes: "b.ts" }]);
    expect(moved.violations.map(({ arquivo, linha }) => `${arquivo}:${linha}`)).toEqual(["a.ts:2"]);
    expect(moved.unused).toEqual([]);
  });

  test("each exception of this repository gives a reason", () => {
    for (const { arquivo, motivo } of segredos.excecoes)
      expect([arquivo, motivo.length > 20]).toEqual([arquivo, true]);
  });
});

describe("the SBOM", () => {
  const file = path.join(folder, "sbom", "a.cdx.json");
  /** @type {import("../supply/sbom.mjs").Bom} */
  let bom;
  let text = "";
  beforeAll(() => {
    execFileSync(process.execPath, [at("scripts", "supply.mjs"), "sbom", file], { cwd: root });
    text = fs.readFileSync(file, "utf8");
    bom = JSON.parse(text);
  });

  test("the SBOM is CycloneDX and names the product", () => {
    const { bomFormat, specVersion, metadata } = bom;
    expect(bomFormat).toBe("CycloneDX");
    expect(specVersion).toMatch(/^1\.\d$/);
    expect(metadata.component).toMatchObject({ name: "malote", type: "application" });
  });

  test("the SBOM has each package of the lockfile with version, purl and licence", () => {
    const named = new Map(bom.components.map((each) => [`${each.name}@${each.version}`, each]));
    const installed = Object.entries(lock.packages).filter(
      ([place, { link }]) => place.includes("node_modules/") && !link,
    );
    const undeclared = [];
    for (const [place, { name, version, license }] of installed) {
      const packageName = name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      const component = named.get(`${packageName}@${version}`);
      expect(component?.purl, `${packageName}@${version}`).toContain("pkg:npm/");
      if (license && !component?.licenses?.length) undeclared.push(packageName);
    }
    expect(undeclared).toEqual([]);
  });

  test("the SBOM names no path of this machine and no host of downloads", () => {
    expect(text).not.toContain(root);
    expect(text).not.toContain(os.homedir() === "/" ? root : `${os.homedir()}/`);
    const hosts = bom.components.flatMap(({ externalReferences = [] }) =>
      externalReferences.filter(({ type }) => type === "distribution").map(({ url }) => url),
    );
    expect(hosts.filter((url) => URL.canParse(url))).toEqual([]);
  });
});
