import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

const EXAMPLE = fs.readFileSync(path.resolve(import.meta.dirname, "../../../.env.example"), "utf8");
/** Read by docker compose or by `npm start`, never by the server. */
const OF_THE_COMMANDS = [
  "SANDBOX_PORT",
  "SANDBOX_LIVE_MAIL",
  "SANDBOX_HISTORY",
  "POSTGRES_PASSWORD",
  "POSTGRES_APP_PASSWORD",
  "REDIS_PASSWORD",
  "MALOTE_PORT",
  "METRICS_PORT_WORKER",
  "BACKUP_PASTA",
];

test("readSettings lists every setting of .env.example that the server reads, in its order", () => {
  const explained = [...EXAMPLE.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, nome]) => nome);
  const expected = explained.filter((nome) => nome !== undefined && !OF_THE_COMMANDS.includes(nome));
  expect(readSettings({}).map(({ nome }) => nome)).toEqual(expected);
});

test("passwords and keys are hidden, also those inside an address", () => {
  const shown = readSettings({
    SMTP_URL: "smtps://ana:segredo-a@smtp.exemplo.test",
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=segredo-b",
    S3_ENDPOINT: "https://ana:segredo-c@s3.exemplo.test",
  });
  expect(JSON.stringify(shown)).not.toContain("segredo");
  expect(shown.find(({ nome }) => nome === "S3_ENDPOINT")?.valor).toBe("https://…@s3.exemplo.test");
});
