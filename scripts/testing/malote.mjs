import { spawn } from "node:child_process";
import path from "node:path";
import { temporaryFolder } from "../postgres/test-database.mjs";
import { endWith } from "../run/cleanup.mjs";
import { anyPort } from "../run/ports.mjs";
import { CommandError } from "../setup/log.mjs";
import { at, root } from "../setup/root.mjs";

/** Variables of the developer's own Malote, which the one under test must not read. */
const OPERATOR =
  /^(DATABASE_URL|DATABASE_APP_URL|REDIS_URL|MALOTE_KEY|CHAVES_PERDIDAS|DATA_DIR|HOST|PORT|PUBLIC_URL|SANDBOX.*|SEFAZ_.*|SMTP_.*|MAIL_.*|EMAIL_.*|ICP_BRASIL_DIR|PROVEDORES_CONFIAVEIS|CAPTCHA_.*|CLIENTES_.*|CONTATO_.*|METRICS_.*|WORKER_.*|OTEL_.*|OPERADOR_.*|FEED_.*|TRUST_PROXY|DFE_SCHEMAS_DIR|NODE_ENV|npm_.*)$/;

/** @returns {NodeJS.ProcessEnv} */
export const neutralEnv = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !OPERATOR.test(name)));

/**
 * Starts a complete Malote as `npm start` does, on free ports and with its own data.
 * @param {import("../run/cleanup.mjs").CleanupSteps} cleanup
 * @param {{ living?: boolean }} [how] living: with its history, and e-mails that arrive by themselves
 * @returns {Promise<{ url: string, sandboxUrl: string, sandboxFile: string, output: string }>} sandboxFile:
 *   sandbox.json; output: of the terminal until it is ready
 */
export async function openTestMalote(cleanup, { living = false } = {}) {
  const dataDir = temporaryFolder(cleanup, "teste", { durable: living });
  const [port, sandboxPort, feedPort] = [await anyPort(), await anyPort(), await anyPort()];
  const child = spawn(process.execPath, [at("scripts", "start.mjs"), "--sem-env"], {
    cwd: root,
    env: {
      ...neutralEnv(),
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      FEED_PORT: String(feedPort),
      // A test sends its e-mails itself.
      ...(living ? {} : { SANDBOX_LIVE_MAIL: "0", SANDBOX_HISTORY: "0" }),
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const exited = endWith(cleanup, child);
  let output = "";
  const ready = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output = (output + text).slice(-20_000);
        if (output.includes("Malote pronto em ")) resolve(true);
      });
    }
  });
  if ((await Promise.race([ready, exited])) !== true)
    throw new CommandError(`O Malote de teste não abriu.\n${output}`);
  const sandboxFile = path.join(dataDir, "sandbox", "sandbox.json");
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  return { url, sandboxUrl, sandboxFile, output };
}
