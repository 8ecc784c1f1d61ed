// Plants one violation of each import rule in a copy of the folder structure and expects an error for each.
// The test fails when a rule is removed, or when imports no longer resolve and the rules see nothing.

import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../setup/root.mjs";

/** @type {{ forbidden: (import("dependency-cruiser").IForbiddenRuleType & { name: string })[],
 *   options: import("dependency-cruiser").ICruiseOptions & { tsConfig: unknown } }} */
const config = createRequire(import.meta.url)(at(".dependency-cruiser.cjs"));

/** rule → a file that breaks it; "type": by an import of a type.
 * @type {Record<string, [path: string, imported: string, kind?: "type"]>} */
const VIOLATIONS = {
  "unresolvable-import": ["packages/dfe/src/violation-a.ts", "@malote/dfe/src/read/read-dfe.ts"],
  "no-cycles": ["packages/dfe/src/violation-b.ts", "./violation-b2.ts", "type"],
  "entry-point-only": ["packages/dfe/src/violation-c.ts", "../../syntax/src/index.ts"],
  "declared-dependencies": ["packages/print/src/violation.ts", "pino"],
  "no-dev-dependency-at-run-time": ["packages/mailbox/src/violation-a.ts", "node-pop3"],
  "imports-of-syntax": ["packages/syntax/src/violation-a.ts", "@malote/dfe"],
  "imports-of-contract": ["packages/contract/src/violation-a.ts", "@malote/dfe"],
  "imports-of-dfe": ["packages/dfe/src/violation-d.ts", "@malote/contract"],
  "imports-of-mailbox": ["packages/mailbox/src/violation-b.ts", "@malote/dfe"],
  "imports-of-print": ["packages/print/src/violation-b.ts", "@malote/sefaz"],
  "imports-of-sefaz": ["packages/sefaz/src/violation-a.ts", "@malote/mailbox"],
  "imports-of-web": ["apps/web/src/violation.ts", "@malote/dfe"],
  "imports-of-server": ["apps/server/src/violation.ts", "@malote/sandbox"],
  "imports-of-sandbox": ["apps/sandbox/src/violation.ts", "@malote/mailbox"],
  "tests-import-no-app-but-the-sandbox": [
    "packages/dfe/src/violation.test.ts",
    "../../../apps/server/src/index.ts",
  ],
  "syntax-has-no-dependencies": ["packages/syntax/src/violation-b.ts", "node:crypto"],
  "no-io-in-pure-packages": ["packages/dfe/src/violation-e.ts", "node:fs"],
  "no-database-in-network-packages": ["packages/sefaz/src/violation-b.ts", "pg"],
  "no-node-in-browser-code": ["packages/contract/src/violation-b.ts", "node:path"],
  "server-http": ["apps/server/src/http/violation.ts", "../db/violation.ts"],
  "server-rpc": ["apps/server/src/rpc/violation.ts", "../http/violation.ts"],
  "server-services": [
    "apps/server/src/services/violation/violation.methods.ts",
    "../../pipeline/violation.ts",
  ],
  "services-have-a-rank": ["apps/server/src/services/violation-b/violation.rules.ts", "@malote/syntax"],
  "services-shared-files-import-no-noun": [
    "apps/server/src/services/handler.ts",
    "./list/violation.wire.ts",
    "type",
  ],
  "services-do-not-open-the-context": [
    "apps/server/src/services/violation/violation-b.rules.ts",
    "../../open-context.ts",
    "type",
  ],
  "server-context": ["apps/server/src/app-context.ts", "./services/violation/violation.wire.ts"],
  "app-context-declares-types": ["apps/server/src/app-context.ts", "./services/violation/violation.wire.ts"],
  "server-pipeline": ["apps/server/src/pipeline/violation.ts", "../rpc/violation.ts"],
  "server-queue": ["apps/server/src/queue/violation.ts", "../services/violation/violation.methods.ts"],
  "server-db": ["apps/server/src/db/violation.ts", "../queue/violation.ts"],
  "only-rows-and-db-import-kysely": ["apps/server/src/services/violation/violation.rules.ts", "kysely"],
  "only-rpc-imports-json-rpc": ["apps/server/src/http/violation-b.ts", "json-rpc-2.0"],
  "only-queue-imports-bullmq": ["apps/server/src/jobs/violation.ts", "bullmq"],
  "only-http-imports-express": ["apps/server/src/services/violation/violation.wire.ts", "express"],
  "only-db-imports-pg": ["apps/server/src/pipeline/violation-b.ts", "pg"],
  "xml-libraries-only-in-dfe-and-sefaz": ["packages/print/src/violation-c.ts", "xml-crypto"],
  "web-features-are-separate": ["apps/web/src/features/violation/violation.ts", "../other/violation.ts"],
  "web-features": ["apps/web/src/features/other/violation.ts", "../../pages/violation.ts"],
  "web-pages": ["apps/web/src/pages/violation.ts", "../app/violation.ts"],
  "web-network": ["apps/web/src/network/violation.ts", "../ui/violation.ts"],
  "web-ui": ["apps/web/src/ui/violation.ts", "../features/violation/violation.ts"],
  "web-rpc": ["apps/web/src/rpc/violation.ts", "../ui/violation.ts"],
};

/**
 * The nouns of the services in the order of their rules. Each violation imports the next noun's file, the
 * last one a folder without a rule.
 */
const NOUNS = config.forbidden.flatMap(({ name }) => (name.startsWith("service-") ? [name.slice(8)] : []));
for (const [at, noun] of NOUNS.entries()) {
  const later = NOUNS[at + 1] ?? "violation";
  VIOLATIONS[`service-${noun}`] = [
    `apps/server/src/services/${noun}/violation.wire.ts`,
    `../${later}/violation.wire.ts`,
  ];
}

/** Files that the violations import. */
const IMPORTED_FILES = {
  "packages/dfe/src/violation-b2.ts": "violation-b.ts",
  "apps/server/src/open-context.ts": "app-context.ts",
  "apps/web/src/app/violation.ts": "react",
};

const copyFolder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-imports-"));

/** @param {string} file @param {string} content */
function write(file, content) {
  fs.mkdirSync(path.dirname(path.join(copyFolder, file)), { recursive: true });
  fs.writeFileSync(path.join(copyFolder, file), content);
}

/** Copies the packages without their code: each has an entry point and its real dependencies. */
function buildCopy() {
  fs.mkdirSync(path.join(copyFolder, "node_modules", "@malote"), { recursive: true });
  for (const folder of ["packages", "apps"].flatMap((parent) =>
    fs.readdirSync(at(parent)).map((name) => `${parent}/${name}`),
  )) {
    fs.mkdirSync(path.join(copyFolder, folder), { recursive: true });
    fs.copyFileSync(at(folder, "package.json"), path.join(copyFolder, folder, "package.json"));
    write(`${folder}/src/index.ts`, "export {};\n");
    fs.symlinkSync(
      path.join(copyFolder, folder),
      path.join(copyFolder, "node_modules", "@malote", path.basename(folder)),
    );
  }
  for (const name of fs.readdirSync(at("node_modules"))) {
    const link = path.join(copyFolder, "node_modules", name);
    if (name !== "@malote" && !name.startsWith(".")) fs.symlinkSync(at("node_modules", name), link);
  }
  for (const file of ["package.json", "tsconfig.json"])
    fs.copyFileSync(at(file), path.join(copyFolder, file));
}

/** @param {typeof config} rules @returns {Promise<{ rule: string, from: string }[]>} reported violations */
async function inspect(rules) {
  const { tsConfig: _, ...options } = rules.options;
  const result = await cruise(["packages", "apps"], {
    ...options,
    baseDir: copyFolder,
    ruleSet: { forbidden: rules.forbidden },
    validate: true,
    outputType: "json",
  });
  /** @type {{ summary: { violations: { rule: { name: string }, from: string }[] } }} */
  const { summary } = JSON.parse(String(result.output));
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

describe("import rules", () => {
  /** @type {{ rule: string, from: string }[]} */
  let reported;

  beforeAll(async () => {
    buildCopy();
    for (const [file, imported, kind] of Object.values(VIOLATIONS)) {
      write(file, kind === "type" ? `import type { T } from "${imported}";\n` : `import "${imported}";\n`);
    }
    for (const [file, imported] of Object.entries(IMPORTED_FILES)) write(file, `import "./${imported}";\n`);
    reported = await inspect(config);
  }, 120_000);

  afterAll(() => fs.rmSync(copyFolder, { recursive: true, force: true }));

  test("each import rule has a planted violation", () => {
    expect(config.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(VIOLATIONS).sort());
  });

  test("each folder of the services has a rule", () => {
    const folders = fs.readdirSync(at("apps/server/src/services"), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(NOUNS.toSorted()).toEqual(names.sort());
  });

  test.each(Object.entries(VIOLATIONS))("the rule %s reports its planted violation", (rule, [from]) => {
    expect(reported).toContainEqual({ rule, from });
  });

  test("a violation is not reported once its rule is removed", async () => {
    const rules = {
      ...config,
      forbidden: config.forbidden.filter(({ name }) => name !== "imports-of-server"),
    };
    expect(await inspect(rules)).not.toContainEqual({
      rule: "imports-of-server",
      from: VIOLATIONS["imports-of-server"]?.[0],
    });
  });
});
