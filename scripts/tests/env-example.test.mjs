import fs from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { at } from "../setup/root.mjs";

const example = fs.readFileSync(at(".env.example"), "utf8");
const lines = example.split("\n");
const explained = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);

/** Variables read by the scripts that start the server, not by the server. */
const SCRIPT_VARIABLES = [
  "SANDBOX_PORT",
  "SANDBOX_LIVE_MAIL",
  "SANDBOX_HISTORY",
  "POSTGRES_PASSWORD",
  "POSTGRES_APP_PASSWORD",
  "REDIS_PASSWORD",
  "MALOTE_PORT",
  "METRICS_PORT_WORKER",
  "BACKUP_PASTA",
  // The library of OpenTelemetry reads it.
  "OTEL_EXPORTER_OTLP_HEADERS",
];
/** Variables that the start scripts set, never a person. */
const SET_BY_SCRIPTS = ["SANDBOX_FILE", "NODE_ENV"];

test("an unchanged copy of .env.example sets no variable", () => {
  expect(parseEnv(example)).toEqual({});
});

test("a comment precedes every variable of .env.example", () => {
  for (const [i, line] of lines.entries()) {
    if (/^#[A-Z0-9_]+=/.test(line)) expect(lines[i - 1], line).toMatch(/^# /);
  }
});

test(".env.example explains every variable that the server reads, and no other", () => {
  const config = fs
    .readdirSync(at("apps", "server", "src"))
    .filter((file) => /^([a-z]+-)?config\.ts$/.test(file))
    .map((file) => fs.readFileSync(at("apps", "server", "src", file), "utf8"))
    .join("");
  const ways = /\benv\.([A-Z0-9_]+)|\(env, "([A-Z0-9_]+)"|\b([A-Z0-9_]+): \w+(?=[^{}\n]*\}: Env)/g;
  const read = [...config.matchAll(ways)].map(([, ...names]) => String(names.find(Boolean)));
  const known = new Set(read.filter((name) => !SET_BY_SCRIPTS.includes(name)));
  expect([...known].filter((name) => !explained.includes(name))).toEqual([]);
  expect(explained.filter((name) => !known.has(name) && !SCRIPT_VARIABLES.includes(name))).toEqual([]);
});
