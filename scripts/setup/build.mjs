import path from "node:path";
import { at, tool } from "./root.mjs";
import { runNode } from "./run-tool.mjs";
import { buildOnce } from "./stamp.mjs";

/** Environment in which the Prisma CLI does not download its schema engine: `generate` only checks that the
 * file exists. It finds generators by PATH, which npm alone extends. */
export const prismaEnv = () => ({
  ...process.env,
  PATH: [at("node_modules", ".bin"), process.env.PATH].join(path.delimiter),
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
});

/** Generates the types of the tables from the schema into apps/server/src/db/generated. */
export function generateClient() {
  return buildOnce({
    name: "prisma",
    label: "gerando os tipos das tabelas",
    inputs: ["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"],
    output: "apps/server/src/db/generated",
    work: () =>
      runNode("prisma generate", [tool("prisma", "build", "index.js"), "generate"], { env: prismaEnv() }),
  });
}

/** Builds the SPA into apps/web/dist. */
export function buildWeb() {
  return buildOnce({
    name: "web",
    label: "montando a interface (vite build)",
    inputs: ["apps/web", "packages/contract", "packages/syntax", "package-lock.json"],
    output: "apps/web/dist/index.html",
    work: () =>
      runNode("vite build", [tool("vite", "bin", "vite.js"), "build", "--logLevel", "warn"], {
        // Test runners set NODE_ENV to "test", with which React would be built for development.
        env: { ...process.env, NODE_ENV: "production" },
        cwd: at("apps", "web"),
      }),
  });
}

const SERVER_ENTRIES = {
  setup: "apps/server/src/setup/main.ts",
  http: "apps/server/src/http.ts",
  worker: "apps/server/src/worker.ts",
  "task-thread": "apps/server/src/task-thread.ts",
  "job-thread": "apps/server/src/job-thread.ts",
  conta: "apps/server/src/commands/conta/main.ts",
  chave: "apps/server/src/commands/chave/main.ts",
  backup: "apps/server/src/commands/backup/main.ts",
  reler: "apps/server/src/commands/reler/main.ts",
};

/** @param {{ folder: string, entries: Record<string, string> }} plan see bundle.mjs */
export const runBundle = (plan) =>
  runNode("esbuild", [at("scripts", "setup", "bundle-program.mjs"), JSON.stringify(plan)]);

/** Builds the server's processes into apps/server/dist, as in the image. Needs generateClient. */
export function buildServer() {
  return buildOnce({
    name: "server",
    label: "montando o servidor (esbuild)",
    inputs: [
      "apps/server/src",
      "packages",
      "prisma/schema.prisma",
      "scripts/setup/bundle.mjs",
      "scripts/setup/bundle-program.mjs",
      "package-lock.json",
    ],
    output: "apps/server/dist/http.mjs",
    work: () => runBundle({ folder: "apps/server/dist", entries: SERVER_ENTRIES }),
  });
}

/** Builds the sandbox into apps/sandbox/dist. */
export function buildSandbox() {
  return buildOnce({
    name: "sandbox",
    label: "montando o sandbox (esbuild)",
    inputs: ["apps/sandbox/src", "packages", "scripts/setup/bundle.mjs", "package-lock.json"],
    output: "apps/sandbox/dist/main.mjs",
    work: () => runBundle({ folder: "apps/sandbox/dist", entries: { main: "apps/sandbox/src/main.ts" } }),
  });
}
