// Import rules between packages and folders (docs/adr, CONTRIBUTING). scripts/tests/import-rules.test.mjs plants one
// violation per rule and expects an error: a rule removed here makes that test fail.

const TESTS = "(\\.test\\.tsx?$|/tests/|/bench/|/e2e/)";
const DISK_AND_NETWORK =
  "^(node:)?(fs|fs/promises|net|tls|dns|dns/promises|http|http2|https|dgram|child_process|worker_threads|cluster)$";
const DATABASE = "node_modules/(pg|kysely|@prisma/[^/]+|prisma|bullmq|ioredis)/";

/** An application or package, and the others whose entry point it may import. */
function packageRule(folder, allowed) {
  const own = [folder, ...allowed].join("|");
  return {
    name: `imports-of-${folder.replace(/^(packages|apps)\//, "")}`,
    comment: `${folder} may import: ${allowed.join(", ") || "no other package"}.`,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: TESTS },
    to: { path: "^(packages|apps)/", pathNot: `^(${own})/` },
  };
}

/** A folder of the server, and the folders that it must not import. */
function serverRule(name, from, to) {
  return {
    name: `server-${name}`,
    severity: "error",
    from: { path: `^apps/server/src/${from}`, pathNot: TESTS },
    to: { path: `^apps/server/src/(${to})` },
  };
}

/** A library, and the only folders of the server that may import it. */
function onlyRule(name, library, places) {
  return {
    name: `only-${name}`,
    severity: "error",
    from: { path: "^apps/server/src/", pathNot: [...places, TESTS] },
    to: { path: library },
  };
}

/** A folder of the SPA, and the folders that it must not import. */
function webRule(name, to) {
  return {
    name: `web-${name}`,
    severity: "error",
    from: { path: `^apps/web/src/${name}/` },
    to: { path: `^apps/web/src/(${to})/` },
  };
}

/**
 * The nouns of apps/server/src/services by rank, from the lowest to the highest: a noun imports only nouns
 * before it. base: who acts, and what all nouns use; domain: what Malote stores; process: what joins them.
 */
const SERVICES = {
  base:
    "list task rate-limit antivirus captcha chart key live participante contact outgoing-email registro " +
    "requested-file usuario auth passkey conta sign-in api-token membership produto certificado empresa",
  domain:
    "documento evento publication caixa-email email sefaz manifestacao nota auditor painel autocomplete visao",
  process:
    "capture sefaz-answer manifestacao-sending distribuicao xml-request reassign empresa-setup feed webhook caixa-health " +
    "deadline-notice importacao exportacao lote download operacao operador idempotency",
};
const NOUNS = Object.values(SERVICES).flatMap((nouns) => nouns.split(" "));
/** Files that all nouns use. */
const OF_ALL_NOUNS = "(handler|file-download)\\.ts$";

/** A noun of the services, and those before it, which it may import. */
function serviceRule(noun, at) {
  const allowed = NOUNS.slice(0, at + 1).join("|");
  return {
    name: `service-${noun}`,
    comment:
      "A noun imports only nouns before it in SERVICES (base, domain, process), and a new folder needs its place " +
      "there. What joins two nouns belongs into the later one, or into one of rank process.",
    severity: "error",
    from: { path: `^apps/server/src/services/${noun}/`, pathNot: TESTS },
    to: {
      path: "^apps/server/src/services/",
      pathNot: `^apps/server/src/services/((${allowed})/|${OF_ALL_NOUNS})`,
    },
  };
}

const SYNTAX = "packages/syntax";
const DFE = "packages/dfe";

module.exports = {
  forbidden: [
    {
      name: "unresolvable-import",
      comment: "An import that cannot be resolved would escape every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-cycles",
      comment: "A circle of types is a cycle too.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "entry-point-only",
      comment: "Other packages only by their entry point: import @malote/dfe, never ../../dfe/src/….",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/" },
      to: { path: "^(packages|apps)/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    },
    {
      name: "declared-dependencies",
      comment:
        "A package declares what it imports in its own package.json; tests may also use the root's tools.",
      severity: "error",
      from: { path: "^(packages|apps)/[^/]+/src/", pathNot: TESTS },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-dev-dependency-at-run-time",
      severity: "error",
      from: { path: "^(packages|apps)/[^/]+/src/", pathNot: TESTS },
      to: {
        dependencyTypes: ["npm-dev"],
        dependencyTypesNot: ["type-only"],
        pathNot: "node_modules/@types/",
      },
    },

    packageRule(SYNTAX, []),
    packageRule("packages/contract", [SYNTAX]),
    packageRule(DFE, [SYNTAX]),
    packageRule("packages/mailbox", [SYNTAX]),
    packageRule("packages/print", [SYNTAX, DFE]),
    packageRule("packages/sefaz", [SYNTAX, DFE]),
    packageRule("apps/web", [SYNTAX, "packages/contract"]),
    packageRule("apps/server", ["packages/[^/]+"]),
    packageRule("apps/sandbox", [SYNTAX, DFE]),
    {
      name: "tests-import-no-app-but-the-sandbox",
      comment: "A test may start the sandbox, besides what its own package may import, but no other app.",
      severity: "error",
      from: { path: `^(packages|apps)/([^/]+)/.*${TESTS}` },
      to: { path: "^apps/", pathNot: "^($1/$2|apps/sandbox)/" },
    },
    {
      name: "syntax-has-no-dependencies",
      comment: "No dependency at all, not even Node.",
      severity: "error",
      from: { path: "^packages/syntax/src/", pathNot: TESTS },
      to: { pathNot: "^packages/syntax/" },
    },
    {
      name: "no-io-in-pure-packages",
      comment: "Packages that describe documents and the API never use disk, network or database.",
      severity: "error",
      from: { path: "^packages/(contract|dfe|print)/src/", pathNot: TESTS },
      to: { path: `${DISK_AND_NETWORK}|${DATABASE}` },
    },
    {
      name: "no-database-in-network-packages",
      severity: "error",
      from: { path: "^packages/(mailbox|sefaz)/src/", pathNot: TESTS },
      to: { path: DATABASE },
    },
    {
      name: "no-node-in-browser-code",
      severity: "error",
      from: { path: "^(apps/web/src|packages/contract/src)/", pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },

    serverRule("http", "http/", "db|pipeline|jobs"),
    serverRule("rpc", "rpc/", "http/|db|pipeline|jobs"),
    serverRule("services", "services/", "http/|rpc|pipeline|jobs|http\\.ts|worker\\.ts"),
    {
      name: "services-have-a-rank",
      comment: "A new folder of services/ gets its place in SERVICES above.",
      severity: "error",
      from: {
        path: "^apps/server/src/services/",
        pathNot: `^apps/server/src/services/((${NOUNS.join("|")})/|${OF_ALL_NOUNS})`,
      },
      to: {},
    },
    ...NOUNS.map(serviceRule),
    {
      name: "services-shared-files-import-no-noun",
      severity: "error",
      from: { path: `^apps/server/src/services/${OF_ALL_NOUNS}` },
      to: { path: "^apps/server/src/services/[^/]+/" },
    },
    {
      name: "services-do-not-open-the-context",
      comment: "A service takes its context as an argument; only processes open one.",
      severity: "error",
      from: { path: "^apps/server/src/services/", pathNot: TESTS },
      to: { path: "^apps/server/src/open-context\\.ts$" },
    },
    {
      name: "app-context-declares-types",
      severity: "error",
      from: { path: "^apps/server/src/app-context\\.ts$" },
      to: { dependencyTypesNot: ["type-only"] },
    },
    serverRule("context", "app-context\\.ts$", "http/|rpc|services|pipeline|jobs|http\\.ts|worker\\.ts"),
    serverRule("pipeline", "(pipeline|jobs)/", "http/|rpc|http\\.ts|worker\\.ts"),
    serverRule("queue", "queue/", "http/|rpc|services|pipeline|jobs"),
    serverRule("db", "db/", "http/|rpc|services|pipeline|jobs|queue"),
    {
      name: "only-rows-and-db-import-kysely",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: ["\\.rows\\.ts$", "^apps/server/src/db/", TESTS] },
      to: { path: "node_modules/kysely/|^apps/server/src/db/generated/" },
    },
    onlyRule("rpc-imports-json-rpc", "node_modules/json-rpc-2\\.0/", ["^apps/server/src/rpc/"]),
    onlyRule("queue-imports-bullmq", "node_modules/(bullmq|ioredis)/", ["^apps/server/src/(queue|setup)/"]),
    onlyRule("http-imports-express", "node_modules/(express|helmet|@types/express)/", [
      "^apps/server/src/(http/|http\\.ts$)",
    ]),
    onlyRule("db-imports-pg", "node_modules/(pg|@types/pg)/", [
      "^apps/server/src/(db|queue|setup)/",
      "\\.rows\\.ts$",
    ]),
    {
      name: "xml-libraries-only-in-dfe-and-sefaz",
      comment: "XML libraries are used only where XML is read or written.",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/(dfe|sefaz)/", "^apps/sandbox/", TESTS] },
      to: { path: "node_modules/(@xmldom/xmldom|xml-crypto|fast-xml-parser|libxml2-wasm)/" },
    },

    {
      name: "web-features-are-separate",
      severity: "error",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    webRule("features", "pages|app"),
    webRule("pages", "app"),
    webRule("network", "app|pages|features|rpc|ui"),
    webRule("ui", "app|pages|features|rpc"),
    webRule("rpc", "app|pages|features|ui"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(apps|packages)/[^/]+/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    detectJSDocImports: true,
    combinedDependencies: false,
    // Without exportsFields, @malote/dfe does not resolve and no rule reports anything.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
