// The walls of the house (docs/adr, CONTRIBUTING). scripts/tests/walls.test.mjs plants one crime per wall
// and expects red: a wall taken away here makes that test fail.

const TESTS = "(\\.test\\.tsx?$|/tests/|/bench/|/e2e/)";
const DISK_AND_NETWORK =
  "^(node:)?(fs|fs/promises|net|tls|dns|dns/promises|http|http2|https|dgram|child_process|worker_threads|cluster)$";
const DATABASE = "node_modules/(pg|@prisma/[^/]+|prisma|bullmq|ioredis)/";

/** A room, and the rooms whose face it may import. */
function room(folder, allowed) {
  const own = [folder, ...allowed].join("|");
  return {
    name: `room-${folder.replace(/^(packages|apps)\//, "")}`,
    comment: `${folder} may import: ${allowed.join(", ") || "nothing in the house"}.`,
    severity: "error",
    from: { path: `^${folder}/`, pathNot: TESTS },
    to: { path: "^(packages|apps)/", pathNot: `^(${own})/` },
  };
}

/** A drawer of the server, and the drawers it must never see. */
function server(name, from, to) {
  return {
    name: `server-${name}`,
    severity: "error",
    from: { path: `^apps/server/src/${from}`, pathNot: TESTS },
    to: { path: `^apps/server/src/(${to})` },
  };
}

/** A library, and the only places of the server that may see it. */
function only(name, library, places) {
  return {
    name: `only-${name}`,
    severity: "error",
    from: { path: "^apps/server/src/", pathNot: [...places, TESTS] },
    to: { path: library },
  };
}

/** A drawer of the SPA, and the drawers above it. */
function web(name, to) {
  return {
    name: `web-${name}`,
    severity: "error",
    from: { path: `^apps/web/src/${name}/` },
    to: { path: `^apps/web/src/(${to})/` },
  };
}

const SYNTAX = "packages/syntax";
const DFE = "packages/dfe";

module.exports = {
  forbidden: [
    {
      name: "unresolvable",
      comment: "An import that leads nowhere would hide from every other wall.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "through-the-face",
      comment: "Between rooms only the face: import @malote/dfe, never ../../dfe/src/….",
      severity: "error",
      from: { path: "^(packages|apps)/([^/]+)/" },
      to: { path: "^(packages|apps)/", pathNot: "^$1/$2/", dependencyTypes: ["local"] },
    },
    {
      name: "declared-dependencies",
      comment:
        "A room declares what it imports in its own package.json; its tests also use the root's tools.",
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

    room(SYNTAX, []),
    room("packages/contract", [SYNTAX]),
    room(DFE, [SYNTAX]),
    room("packages/mailbox", [SYNTAX]),
    room("packages/print", [SYNTAX, DFE]),
    room("packages/sefaz", [SYNTAX, DFE]),
    room("apps/web", [SYNTAX, "packages/contract"]),
    room("apps/server", ["packages/[^/]+"]),
    room("apps/sandbox", [SYNTAX, DFE]),
    {
      name: "tests-start-only-the-sandbox",
      comment: "A test may start the sandbox beside what its own room may import; no other app.",
      severity: "error",
      from: { path: `^(packages|apps)/([^/]+)/.*${TESTS}` },
      to: { path: "^apps/", pathNot: "^($1/$2|apps/sandbox)/" },
    },
    {
      name: "syntax-stands-alone",
      comment: "No dependency at all, not even Node.",
      severity: "error",
      from: { path: "^packages/syntax/src/", pathNot: TESTS },
      to: { pathNot: "^packages/syntax/" },
    },
    {
      name: "knowledge-is-pure",
      comment: "What a document is and what we promise never touch disk, network or database.",
      severity: "error",
      from: { path: "^packages/(contract|dfe|print)/src/", pathNot: TESTS },
      to: { path: `${DISK_AND_NETWORK}|${DATABASE}` },
    },
    {
      name: "sockets-know-no-database",
      severity: "error",
      from: { path: "^packages/(mailbox|sefaz)/src/", pathNot: TESTS },
      to: { path: DATABASE },
    },
    {
      name: "browser-knows-no-node",
      severity: "error",
      from: { path: "^(apps/web/src|packages/contract/src)/", pathNot: TESTS },
      to: { dependencyTypes: ["core"] },
    },

    server("doors", "doors/", "db|pipeline|jobs"),
    server("rpc", "rpc/", "doors|db|pipeline|jobs"),
    server("services", "services/", "doors|rpc|pipeline|jobs|http\\.ts|worker\\.ts"),
    server("road", "(pipeline|jobs)/", "doors|rpc|http\\.ts|worker\\.ts"),
    server("fila", "fila/", "doors|rpc|services|pipeline|jobs"),
    server("db", "db/", "doors|rpc|services|pipeline|jobs|fila"),
    {
      name: "only-rows-and-db-see-prisma",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: ["\\.rows\\.ts$", "^apps/server/src/db/", TESTS] },
      to: { path: "node_modules/@prisma/|^apps/server/src/db/generated/" },
    },
    only("rpc-sees-json-rpc", "node_modules/json-rpc-2\\.0/", ["^apps/server/src/rpc/"]),
    only("fila-sees-bullmq", "node_modules/(bullmq|ioredis)/", ["^apps/server/src/(fila|setup)/"]),
    only("doors-see-express", "node_modules/(express|helmet|@types/express)/", [
      "^apps/server/src/(doors/|http\\.ts$)",
    ]),
    only("db-sees-pg", "node_modules/(pg|@types/pg)/", [
      "^apps/server/src/(db|fila|setup)/",
      "\\.rows\\.ts$",
    ]),
    {
      name: "xml-has-its-places",
      comment: "XML libraries live where XML is read or written.",
      severity: "error",
      from: { path: "^(packages|apps)/", pathNot: ["^packages/(dfe|sefaz)/", "^apps/sandbox/", TESTS] },
      to: { path: "node_modules/(@xmldom/xmldom|xml-crypto|fast-xml-parser|libxml2-wasm)/" },
    },

    {
      name: "web-features-never-meet",
      severity: "error",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    web("features", "pages|app"),
    web("pages", "app"),
    web("ui", "app|pages|features|rpc"),
    web("rpc", "app|pages|features|ui"),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(apps|packages)/[^/]+/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    // Without exportsFields a face such as @malote/dfe does not resolve and every wall stays white.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
