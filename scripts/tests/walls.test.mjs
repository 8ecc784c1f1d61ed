// Plants one violation of each import rule in a copy of the folder structure and expects an error for each.
// The test fails when a rule is removed, or when imports no longer resolve and the rules see nothing.

import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../setup/root.mjs";

const config = createRequire(import.meta.url)(at(".dependency-cruiser.cjs"));

/** rule → a file that breaks it: [path, import] */
const CRIMES = {
  unresolvable: ["packages/dfe/src/crime-a.ts", "@malote/dfe/src/read/read-dfe.ts"],
  "no-cycles": ["packages/dfe/src/crime-b.ts", "./crime-b2.ts"],
  "through-the-face": ["packages/dfe/src/crime-c.ts", "../../syntax/src/index.ts"],
  "declared-dependencies": ["packages/print/src/crime.ts", "pino"],
  "no-dev-dependency-at-run-time": ["packages/mailbox/src/crime-a.ts", "node-pop3"],
  "room-syntax": ["packages/syntax/src/crime-a.ts", "@malote/dfe"],
  "room-contract": ["packages/contract/src/crime-a.ts", "@malote/dfe"],
  "room-dfe": ["packages/dfe/src/crime-d.ts", "@malote/contract"],
  "room-mailbox": ["packages/mailbox/src/crime-b.ts", "@malote/dfe"],
  "room-print": ["packages/print/src/crime-b.ts", "@malote/sefaz"],
  "room-sefaz": ["packages/sefaz/src/crime-a.ts", "@malote/mailbox"],
  "room-web": ["apps/web/src/crime.ts", "@malote/dfe"],
  "room-server": ["apps/server/src/crime.ts", "@malote/sandbox"],
  "room-sandbox": ["apps/sandbox/src/crime.ts", "@malote/mailbox"],
  "tests-start-only-the-sandbox": ["packages/dfe/src/crime.test.ts", "../../../apps/server/src/index.ts"],
  "syntax-stands-alone": ["packages/syntax/src/crime-b.ts", "node:crypto"],
  "knowledge-is-pure": ["packages/dfe/src/crime-e.ts", "node:fs"],
  "sockets-know-no-database": ["packages/sefaz/src/crime-b.ts", "pg"],
  "browser-knows-no-node": ["packages/contract/src/crime-b.ts", "node:path"],
  "server-doors": ["apps/server/src/doors/crime.ts", "../db/crime.ts"],
  "server-rpc": ["apps/server/src/rpc/crime.ts", "../doors/crime.ts"],
  "server-services": ["apps/server/src/services/crime/crime.methods.ts", "../../pipeline/crime.ts"],
  "server-road": ["apps/server/src/pipeline/crime.ts", "../rpc/crime.ts"],
  "server-fila": ["apps/server/src/fila/crime.ts", "../services/crime/crime.methods.ts"],
  "server-db": ["apps/server/src/db/crime.ts", "../fila/crime.ts"],
  "only-rows-and-db-see-prisma": ["apps/server/src/services/crime/crime.rules.ts", "@prisma/client"],
  "only-rpc-sees-json-rpc": ["apps/server/src/doors/crime-b.ts", "json-rpc-2.0"],
  "only-fila-sees-bullmq": ["apps/server/src/jobs/crime.ts", "bullmq"],
  "only-doors-see-express": ["apps/server/src/services/crime/crime.wire.ts", "express"],
  "only-db-sees-pg": ["apps/server/src/pipeline/crime-b.ts", "pg"],
  "xml-has-its-places": ["packages/print/src/crime-c.ts", "xml-crypto"],
  "web-features-never-meet": ["apps/web/src/features/crime/crime.ts", "../other/crime.ts"],
  "web-features": ["apps/web/src/features/other/crime.ts", "../../pages/crime.ts"],
  "web-pages": ["apps/web/src/pages/crime.ts", "../app/crime.ts"],
  "web-ui": ["apps/web/src/ui/crime.ts", "../features/crime/crime.ts"],
  "web-rpc": ["apps/web/src/rpc/crime.ts", "../ui/crime.ts"],
};

/** Files that the violations import. */
const ACCOMPLICES = {
  "packages/dfe/src/crime-b2.ts": "crime-b.ts",
  "apps/web/src/app/crime.ts": "react",
};

const house = fs.mkdtempSync(path.join(os.tmpdir(), "malote-paredes-"));

/** @param {string} file @param {string} content */
function write(file, content) {
  fs.mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
  fs.writeFileSync(path.join(house, file), content);
}

/** Copies the packages without their code: each has an entry point and its real dependencies. */
function buildHouse() {
  fs.mkdirSync(path.join(house, "node_modules", "@malote"), { recursive: true });
  for (const room of ["packages", "apps"].flatMap((floor) =>
    fs.readdirSync(at(floor)).map((name) => `${floor}/${name}`),
  )) {
    fs.mkdirSync(path.join(house, room), { recursive: true });
    fs.copyFileSync(at(room, "package.json"), path.join(house, room, "package.json"));
    write(`${room}/src/index.ts`, "export {};\n");
    fs.symlinkSync(path.join(house, room), path.join(house, "node_modules", "@malote", path.basename(room)));
  }
  for (const name of fs.readdirSync(at("node_modules"))) {
    const link = path.join(house, "node_modules", name);
    if (name !== "@malote" && !name.startsWith(".")) fs.symlinkSync(at("node_modules", name), link);
  }
  for (const file of ["package.json", "tsconfig.json"]) fs.copyFileSync(at(file), path.join(house, file));
}

/** @param {typeof config} rules @returns {Promise<{ rule: string, from: string }[]>} reported violations */
async function inspect(rules) {
  const { tsConfig: _, ...options } = rules.options;
  const result = await cruise(["packages", "apps"], {
    ...options,
    baseDir: house,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
    outputType: "json",
  });
  const report = JSON.parse(String(result.output));
  return report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

describe("import rules", () => {
  /** @type {{ rule: string, from: string }[]} */
  let seen;

  beforeAll(async () => {
    buildHouse();
    for (const [file, imported] of Object.values(CRIMES)) write(file, `import "${imported}";\n`);
    for (const [file, imported] of Object.entries(ACCOMPLICES)) write(file, `import "./${imported}";\n`);
    seen = await inspect(config);
  }, 120_000);

  afterAll(() => fs.rmSync(house, { recursive: true, force: true }));

  test("each rule has a planted violation", () => {
    expect(config.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(CRIMES).sort());
  });

  test.each(Object.entries(CRIMES))("%s reports its planted violation", (rule, [from]) => {
    expect(seen).toContainEqual({ rule, from });
  });

  test("without a rule, its violation passes", async () => {
    const rules = { ...config, forbidden: config.forbidden.filter(({ name }) => name !== "room-server") };
    expect(await inspect(rules)).not.toContainEqual({ rule: "room-server", from: CRIMES["room-server"][0] });
  });
});
