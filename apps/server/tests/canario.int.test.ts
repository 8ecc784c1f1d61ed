import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { Writable } from "node:stream";
import type { Envelope } from "@malote/contract";
import { generateSync } from "otplib";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendEnvio } from "../src/services/envio/send-envio.ts";
import { solveCaptcha } from "./captcha.ts";
import { makePfx, postPfx } from "./certificado.ts";
import { type Casa, digitado, openCasa } from "./usuario.ts";
import { get, type Pessoa, SAME_ORIGIN, type Wire } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

const HTTP = path.resolve(import.meta.dirname, "../dist/http.mjs");
const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Secrets that only this test uses, in forms that the methods accept. */
const SENHA = "Canario9Senha";
const SENHA_ERRADA = "Canario9Errada";
const SENHA_NO_LUGAR_DO_NOME = "Canario9NoNome";
const SENHA_NOVA = "Canario9Nova1";
const SENHA_CONVIDADO = "Canario9Convite";
const SENHA_CAIXA = "Canario9Caixa";
const SENHA_PING = "Canario9Ping";
const SENHA_PFX = "Canario9Pfx";
const OAUTH = { clientSecret: "Canario9Cliente", refreshToken: "Canario9Renova" };

let casa: Casa;
let wire: Wire;
let child: ChildProcess;
let said = "";
/** Every requested address and every redirect target. */
const addresses: string[] = [];
/** Name → secret; filled as the secrets are created. */
const secrets = new Map<string, string>();

const letters = pino(
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  }),
);

beforeAll(async () => {
  casa = await openCasa();
  const port = await freePort();
  child = spawn(process.execPath, [HTTP], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: casa.config.databaseUrl,
      DATA_DIR: casa.config.dataDir,
      MALOTE_KEY: casa.config.chave.toString("base64"),
      CAPTCHA_COST: "1",
      SMTP_URL: `smtp://127.0.0.1:${casa.smtp.porta}`,
      SMTP_FROM: "Malote <malote@empresa.test>",
      PORT: String(port),
      LOG_LEVEL: "trace",
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += String(chunk)));
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(said);
    }),
  ]);
  wire = { ...casa, server: { port, url: `http://127.0.0.1:${port}`, stop: async () => {} } };
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await casa.dispose();
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

type Told = { result: (Envelope & { authToken?: string | null }) | null; error: unknown };

async function send(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const address = `${wire.server.url}/Services/`;
  addresses.push(address);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: text,
  });
  addresses.push(response.headers.get("location") ?? "");
  return response;
}

async function call(method: string, params: object, authToken: string | null = null): Promise<Told> {
  return (await (await send({ id: 1, method, params, authToken })).json()) as Told;
}

/** The object of a call that must succeed. */
async function must<T>(method: string, params: object, authToken: string | null = null): Promise<T> {
  const { result, error } = await call(method, params, authToken);
  if (result?.sucesso !== true) throw new Error(`${method}: ${JSON.stringify(result ?? error)}`);
  return result.object as T;
}

async function visit(address: string, headers: Record<string, string> = {}): Promise<void> {
  addresses.push(address);
  const response = await get(wire, address, headers);
  addresses.push(response.headers.get("location") ?? "");
}

async function enterAs(senha: string, identificador: string): Promise<Pessoa> {
  const params = { identificador, nomeUsuario: "ana", senha };
  const response = await send({ id: 1, method: "Auth.logar", params }, SAME_ORIGIN);
  const { result } = (await response.json()) as Told;
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const token = result?.authToken;
  if (!token) throw new Error(`no session: ${JSON.stringify(result)}`);
  return { token, cookie } as Pessoa;
}

/** Sends the pending e-mails as the worker would; returns the link in one. */
async function followCarta(): Promise<string> {
  await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
  for (const { contaId, id } of await waiting()) {
    await sendEnvio({ ...casa.ctx, log: letters }, { contaId, envioId: id });
  }
  return (await casa.readCartas()).map(({ link }) => link).find((link) => link !== "") ?? "";
}

async function waiting(): Promise<{ contaId: string; id: string }[]> {
  return await casa.asOwner(
    `SELECT conta_id AS "contaId", id FROM envio WHERE estado = 'pendente' ORDER BY criado_em`,
  );
}

/** Runs `work` while a table is missing, so that the request fails like an internal error. */
async function without(tabela: string, work: () => Promise<unknown>): Promise<void> {
  await casa.asOwner(`ALTER TABLE ${tabela} RENAME TO ${tabela}_fora`);
  try {
    await work();
  } finally {
    await casa.asOwner(`ALTER TABLE ${tabela}_fora RENAME TO ${tabela}`);
  }
}

/** Every row of every table of every schema, the queue's too, with bytes as hex. No pg_dump:
 * another version refuses the server. */
async function dump(): Promise<string> {
  const tables = await casa.asOwner<{ nome: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS nome FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
  const texts: string[] = [];
  for (const { nome } of tables) {
    const rows = await casa.asOwner<{ linha: string }>(`SELECT t::text AS linha FROM ${nome} t`);
    texts.push(`TABLE ${nome}`, ...rows.map(({ linha }) => linha));
  }
  return texts.join("\n");
}

/** The encodings in which a secret could appear in plain text. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString("hex"), bytes.toString("base64").replace(/=+$/, "")];
  forms.push(encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1));
  // Our tokens are 32 bytes in base64url, so they could be stored as bytes.
  if (/^[\w-]{43}$/.test(secret)) forms.push(Buffer.from(secret, "base64url").toString("hex"));
  return [...new Set(forms)];
}

function findSecrets(place: string, text: string): string[] {
  const folded = text.toLowerCase();
  return [...secrets].flatMap(([name, secret]) =>
    formsOf(secret).some((form) => text.includes(form) || folded.includes(form.toLowerCase()))
      ? [`${name} in ${place}`]
      : [],
  );
}

test("no password, mailbox secret or token appears in a log, an address, or unencrypted in the database", async () => {
  for (const [name, secret] of Object.entries({
    ...{ SENHA, SENHA_ERRADA, SENHA_NO_LUGAR_DO_NOME, SENHA_NOVA, SENHA_CONVIDADO },
    ...{ SENHA_CAIXA, SENHA_PING, SENHA_PFX, ...OAUTH },
  })) {
    secrets.set(name, secret);
  }
  expect((await get(wire, "/prontidao")).status).toBe(200);
  const { contaId, identificador } = await casa.createConta({ identificador: "canarios" });
  await casa.createUsuario(contaId, { nomeUsuario: "ana", senha: SENHA });
  const { empresaId } = await casa.createEmpresa(contaId, { cnpj: "11222333000181" });

  const [nota] = await insertNotas(casa, contaId, [inventNota({ empresaId })]);
  const chave = nota?.chave ?? "?";

  // Sign-in: right, wrong, and with the password typed as the name.
  const ana = await enterAs(SENHA, identificador);
  secrets.set("session token", ana.token).set("file cookie", ana.cookie.split("=")[1] ?? "?");
  const wrong = (o: object) =>
    call("Auth.logar", { identificador, nomeUsuario: "ana", senha: SENHA_ERRADA, ...o });
  await wrong({});
  await wrong({ nomeUsuario: SENHA_NO_LUGAR_DO_NOME });
  await wrong({ identificador: SENHA_NO_LUGAR_DO_NOME });
  const tab = await send(
    { id: 1, method: "Auth.retomar", params: {} },
    { ...SAME_ORIGIN, cookie: ana.cookie },
  );
  secrets.set("token of another tab", ((await tab.json()) as Told).result?.authToken ?? "?");

  // A mailbox, saved and tested.
  const caixa = { tipo: "imaps", servidor: "imap.exemplo.test", usuario: "notas@exemplo.test" };
  const save = (o: object) =>
    call("CaixaEmail.saveCaixaEmail", { caixaEmail: { ...caixa, descricao: "Notas", ...o } }, ana.token);
  expect((await save({ senha: SENHA_CAIXA })).result).toMatchObject({ sucesso: true });
  const oauth = {
    provedor: "microsoft",
    tokenUrl: "https://login.exemplo.test/t",
    clientId: "c",
    escopo: "e",
  };
  await save({ autenticacao: "oauth2", usuario: "b@exemplo.test", oauth: { ...oauth, ...OAUTH } });
  await call(
    "CaixaEmail.pingServidor",
    { caixa: { ...caixa, servidor: "127.0.0.1", senha: SENHA_PING } },
    ana.token,
  );

  // A certificate, with its password and with a wrong one.
  const pfx = makePfx({ cnpj: "11222333000181", senha: SENHA_PFX });
  addresses.push("/Services/certif");
  const sent = await (await postPfx(wire, ana, { empresaId, certSenha: SENHA_PFX, pfx })).json();
  expect(sent, JSON.stringify(sent)).toMatchObject({ sucesso: true });
  await postPfx(wire, ana, { empresaId, certSenha: SENHA_ERRADA, pfx });

  // A second factor, an API token, links by e-mail, a captcha and its ticket.
  const { segredo } = await must<{ segredo: string }>("Auth.startSegundoFator", { senha: SENHA }, ana.token);
  secrets.set("TOTP secret", segredo);
  const codigo = generateSync({ secret: segredo });
  const { codigosReserva } = await must<{ codigosReserva: string[] }>(
    "Auth.confirmSegundoFator",
    { codigo },
    ana.token,
  );
  for (const [n, reserva] of codigosReserva.entries()) secrets.set(`reserve code ${n}`, reserva);
  await must("Auth.removeSegundoFator", { senha: SENHA, codigo: codigosReserva[0] }, ana.token);
  await must("Auth.startSegundoFator", { senha: SENHA }, ana.token);
  const api = await must<{ token: string }>("Usuario.setNewAPIToken", {}, ana.token);
  secrets.set("API token", api.token);
  await call("Nota.getListNota", {}, api.token);
  await must("Usuario.inviteUsuario", { usuario: digitado("rita") }, ana.token);
  const inviteToken = await followCarta();
  secrets.set("invite token", inviteToken);
  await must("Usuario.loadInviteUsuario", { inviteToken });
  await visit("/usuario_convidado/setup/aqui-vai-o-convite", { accept: "text/html" });
  await must("Usuario.saveInviteUsuario", { inviteToken, password: SENHA_CONVIDADO });
  await must("Usuario.resetPassword", { email: "ana@exemplo.test" });
  const resetToken = await followCarta();
  secrets.set("reset token", resetToken);
  await must("Usuario.loadSetupPassword", { resetToken });
  const [captcha, other] = [await solveCaptcha(wire, "download"), await solveCaptcha(wire, "contato")];
  secrets.set("captcha", captcha).set("captcha that was refused", other);
  const publico = (with_: string) =>
    call("Nota.getNotaDownloadPublico", { captcha: with_, ChaveAcesso: chave });
  const { result } = await publico(captcha);
  await publico(other);
  const { ticket = "" } = (result?.object ?? {}) as { ticket?: string };
  expect(ticket, JSON.stringify(result)).not.toBe("");
  secrets.set("ticket of a download", ticket);
  // The specification puts the ticket into this one address, so it is not collected and must not be
  // logged.
  await get(wire, `/Services/downloadPublico?captcha=${ticket}&chaveAcesso=${chave}&formato=xml`);

  // Files, with and without permission.
  const id = empresaId;
  await visit(`/Services/downloadDFe?id=${id}`, { cookie: ana.cookie });
  await visit(`/Services/downloadDanfe?id=${id}`, { accept: "text/html" });
  await visit(`/Services/downloadEmailAnexo?id=${id}`, { authorization: `Bearer ${ana.token}` });

  // Failures with a secret in the request.
  await send(`{"authToken":"${ana.token}","params":{"senha":"${SENHA}"`);
  await send({ id: SENHA, method: ana.token, params: { senha: SENHA }, authToken: ana.token });
  await send({ id: 1, method: "Auth.logar", params: { senha: SENHA, [SENHA]: SENHA, nomeUsuario: 1 } });
  await send({ id: 1, method: "Auth.logar", params: SENHA }, { "content-type": "text/plain" });
  await send({ id: 1, method: "Nota.getNota", params: { id: ana.token }, authToken: ana.token });
  await without("sessao_token", () => wrong({ senha: SENHA }));
  await without("usuario", () => wrong({ senha: SENHA }));
  await without("caixa_email", () => save({ senha: SENHA_CAIXA, usuario: "c@exemplo.test" }));
  await without("usuario_token", () => call("Usuario.loadSetupPassword", { resetToken }));
  await without("registro_ponta", () =>
    call("Usuario.saveSetupPassword", { resetToken, newPassword: SENHA_NOVA }),
  );
  await must("Usuario.saveSetupPassword", { resetToken, newPassword: SENHA_NOVA });
  await enterAs(SENHA_NOVA, identificador);

  expect([...secrets].filter(([, secret]) => secret.length < 6)).toEqual([]);
  const texto = await dump();
  const blobs = await readAll(path.join(casa.config.dataDir, "blobs"));
  expect(texto).toContain("canarios");
  expect(texto).toContain("TABLE bullmq.");
  expect(said).toContain('"erro interno"');
  expect(said).toContain('"pedido"');
  expect([
    ...findSecrets("the log", said),
    ...findSecrets("an address", addresses.join("\n")),
    ...findSecrets("the database", texto),
    ...findSecrets("the blobs", blobs),
  ]).toEqual([]);
  const told = [`rota ${ana.token}`, `rota ${Buffer.from(SENHA).toString("hex").toUpperCase()}`].join("\n");
  expect(findSecrets("a text that holds two", told)).toHaveLength(2);
});

/** The content of every file below a folder. */
async function readAll(folder: string): Promise<string> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map((file) => fs.readFile(path.join(file.parentPath, file.name), "latin1"));
  return (await Promise.all(read)).join("\n");
}
