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
import { sendOutgoingEmail } from "../../src/services/outgoing-email/send-outgoing-email.ts";
import { solveCaptcha } from "../setup/captcha.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { makePfx, postPfx } from "../setup/pfx.ts";
import { get, SAME_ORIGIN, type SignedInUser, type Wire } from "../setup/wire.ts";
import { type MailWire, openMailWire, userForm } from "../usuario/usuario-setup.ts";

const HTTP = path.resolve(import.meta.dirname, "../../dist/http.mjs");
const ROOT = path.resolve(import.meta.dirname, "../../../..");

/** Secrets that only this test uses, in forms that the methods accept. */
const SENHA = "Canario9Senha";
const WRONG_SENHA = "Canario9Errada";
const SENHA_TYPED_AS_NAME = "Canario9NoNome";
const NEW_SENHA = "Canario9Nova1";
const INVITED_SENHA = "Canario9Convite";
const CAIXA_SENHA = "Canario9Caixa";
const PING_SENHA = "Canario9Ping";
const PFX_SENHA = "Canario9Pfx";
const OAUTH = { clientSecret: "Canario9Cliente", refreshToken: "Canario9Renova" };

let fixture: MailWire;
let wire: Wire;
let child: ChildProcess;
let output = "";
/** Every requested address and every redirect target. */
const addresses: string[] = [];
/** Name → secret; filled as the secrets are created. */
const secrets = new Map<string, string>();

const emailLog = pino(
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  }),
);

beforeAll(async () => {
  fixture = await openMailWire();
  const port = await freePort();
  child = spawn(process.execPath, [HTTP], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: fixture.config.databaseUrl,
      DATA_DIR: fixture.config.dataDir,
      MALOTE_KEY: fixture.config.chave.toString("base64"),
      CAPTCHA_COST: "1",
      SMTP_URL: `smtp://127.0.0.1:${fixture.smtp.port}`,
      SMTP_FROM: "Malote <malote@empresa.test>",
      PORT: String(port),
      LOG_LEVEL: "trace",
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(output);
    }),
  ]);
  wire = { ...fixture, server: { port, url: `http://127.0.0.1:${port}`, stop: async () => {} } };
});
afterAll(async () => {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await fixture.dispose();
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

type RpcAnswer = { result: (Envelope & { authToken?: string | null }) | null; error: unknown };

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

async function call(method: string, params: object, authToken: string | null = null): Promise<RpcAnswer> {
  return (await (await send({ id: 1, method, params, authToken })).json()) as RpcAnswer;
}

/** The object of a call that must succeed. */
async function callOk<T>(method: string, params: object, authToken: string | null = null): Promise<T> {
  const { result, error } = await call(method, params, authToken);
  if (result?.sucesso !== true) throw new Error(`${method}: ${JSON.stringify(result ?? error)}`);
  return result.object as T;
}

async function requestPage(address: string, headers: Record<string, string> = {}): Promise<void> {
  addresses.push(address);
  const response = await get(wire, address, headers);
  addresses.push(response.headers.get("location") ?? "");
}

async function enterAs(senha: string, identificador: string): Promise<SignedInUser> {
  const params = { identificador, nomeUsuario: "ana", senha };
  const response = await send({ id: 1, method: "Auth.logar", params }, SAME_ORIGIN);
  const { result } = (await response.json()) as RpcAnswer;
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  const token = result?.authToken;
  if (!token) throw new Error(`no session: ${JSON.stringify(result)}`);
  return { token, cookie } as SignedInUser;
}

/** Sends the pending e-mails as the worker would; returns the link in one. */
async function readEmailLink(): Promise<string> {
  await expect.poll(async () => (await findPendingEmails()).length).toBeGreaterThan(0);
  for (const { contaId, id } of await findPendingEmails()) {
    await sendOutgoingEmail({ ...fixture.ctx, log: emailLog }, { contaId, envioId: id });
  }
  return (await fixture.readEmails()).map(({ link }) => link).find((link) => link !== "") ?? "";
}

async function findPendingEmails(): Promise<{ contaId: string; id: string }[]> {
  return await fixture.asOwner(
    `SELECT conta_id AS "contaId", id FROM envio WHERE estado = 'pendente' ORDER BY criado_em`,
  );
}

/** Runs `work` while a table is missing, so that the request fails like an internal error. */
async function withoutTable(table: string, work: () => Promise<unknown>): Promise<void> {
  await fixture.asOwner(`ALTER TABLE ${table} RENAME TO ${table}_fora`);
  try {
    await work();
  } finally {
    await fixture.asOwner(`ALTER TABLE ${table}_fora RENAME TO ${table}`);
  }
}

/** Every row of every table of every schema, the queue's too, with bytes as hex. No pg_dump:
 * another version refuses the server. */
async function dump(): Promise<string> {
  const tables = await fixture.asOwner<{ nome: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS nome FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1`,
  );
  const texts: string[] = [];
  for (const { nome } of tables) {
    const rows = await fixture.asOwner<{ linha: string }>(`SELECT t::text AS linha FROM ${nome} t`);
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
    ...{
      SENHA,
      SENHA_ERRADA: WRONG_SENHA,
      SENHA_NO_LUGAR_DO_NOME: SENHA_TYPED_AS_NAME,
      SENHA_NOVA: NEW_SENHA,
      SENHA_CONVIDADO: INVITED_SENHA,
    },
    ...{ SENHA_CAIXA: CAIXA_SENHA, SENHA_PING: PING_SENHA, SENHA_PFX: PFX_SENHA, ...OAUTH },
  })) {
    secrets.set(name, secret);
  }
  expect((await get(wire, "/prontidao")).status).toBe(200);
  const { contaId, identificador } = await fixture.createConta({ identificador: "canarios" });
  await fixture.createUsuario(contaId, { nomeUsuario: "ana", senha: SENHA });
  const { empresaId } = await fixture.createEmpresa(contaId, { cnpj: "11222333000181" });

  const [nota] = await insertNotas(fixture, contaId, [inventNota({ empresaId })]);
  const chave = nota?.chave ?? "?";

  // Sign-in: right, wrong, and with the password typed as the name.
  const ana = await enterAs(SENHA, identificador);
  secrets.set("session token", ana.token).set("file cookie", ana.cookie.split("=")[1] ?? "?");
  const wrong = (o: object) =>
    call("Auth.logar", { identificador, nomeUsuario: "ana", senha: WRONG_SENHA, ...o });
  await wrong({});
  await wrong({ nomeUsuario: SENHA_TYPED_AS_NAME });
  await wrong({ identificador: SENHA_TYPED_AS_NAME });
  const tab = await send(
    { id: 1, method: "Auth.retomar", params: {} },
    { ...SAME_ORIGIN, cookie: ana.cookie },
  );
  secrets.set("token of another tab", ((await tab.json()) as RpcAnswer).result?.authToken ?? "?");

  // A mailbox, saved and tested.
  const caixa = { tipo: "imaps", servidor: "imap.exemplo.test", usuario: "notas@exemplo.test" };
  const save = (o: object) =>
    call("CaixaEmail.saveCaixaEmail", { caixaEmail: { ...caixa, descricao: "Notas", ...o } }, ana.token);
  expect((await save({ senha: CAIXA_SENHA })).result).toMatchObject({ sucesso: true });
  const oauth = {
    provedor: "microsoft",
    tokenUrl: "https://login.exemplo.test/t",
    clientId: "c",
    escopo: "e",
  };
  await save({ autenticacao: "oauth2", usuario: "b@exemplo.test", oauth: { ...oauth, ...OAUTH } });
  await call(
    "CaixaEmail.pingServidor",
    { caixa: { ...caixa, servidor: "127.0.0.1", senha: PING_SENHA } },
    ana.token,
  );

  // A certificate, with its password and with a wrong one.
  const pfx = makePfx({ cnpj: "11222333000181", senha: PFX_SENHA });
  addresses.push("/Services/certif");
  const sent = await (await postPfx(wire, ana, { empresaId, certSenha: PFX_SENHA, pfx })).json();
  expect(sent, JSON.stringify(sent)).toMatchObject({ sucesso: true });
  await postPfx(wire, ana, { empresaId, certSenha: WRONG_SENHA, pfx });

  // A second factor, an API token, links by e-mail, a captcha and its ticket.
  const { segredo } = await callOk<{ segredo: string }>(
    "Auth.startSegundoFator",
    { senha: SENHA },
    ana.token,
  );
  secrets.set("TOTP secret", segredo);
  const codigo = generateSync({ secret: segredo });
  const { codigosReserva } = await callOk<{ codigosReserva: string[] }>(
    "Auth.confirmSegundoFator",
    { codigo },
    ana.token,
  );
  for (const [n, recoveryCode] of codigosReserva.entries()) secrets.set(`reserve code ${n}`, recoveryCode);
  await callOk("Auth.removeSegundoFator", { senha: SENHA, codigo: codigosReserva[0] }, ana.token);
  await callOk("Auth.startSegundoFator", { senha: SENHA }, ana.token);
  const api = await callOk<{ token: string }>("Usuario.setNewAPIToken", {}, ana.token);
  secrets.set("API token", api.token);
  await call("Nota.getListNota", {}, api.token);
  await callOk("Usuario.inviteUsuario", { usuario: userForm("rita") }, ana.token);
  const inviteToken = await readEmailLink();
  secrets.set("invite token", inviteToken);
  await callOk("Usuario.loadInviteUsuario", { inviteToken });
  await requestPage("/usuario_convidado/setup/aqui-vai-o-convite", { accept: "text/html" });
  await callOk("Usuario.saveInviteUsuario", { inviteToken, password: INVITED_SENHA });
  await callOk("Usuario.resetPassword", { email: "ana@exemplo.test" });
  const resetToken = await readEmailLink();
  secrets.set("reset token", resetToken);
  await callOk("Usuario.loadSetupPassword", { resetToken });
  const [captcha, other] = [await solveCaptcha(wire, "download"), await solveCaptcha(wire, "contato")];
  secrets.set("captcha", captcha).set("captcha that was refused", other);
  const getPublicTicket = (givenCaptcha: string) =>
    call("Nota.getNotaDownloadPublico", { captcha: givenCaptcha, ChaveAcesso: chave });
  const { result } = await getPublicTicket(captcha);
  await getPublicTicket(other);
  const { ticket = "" } = (result?.object ?? {}) as { ticket?: string };
  expect(ticket, JSON.stringify(result)).not.toBe("");
  secrets.set("ticket of a download", ticket);
  // The specification puts the ticket into this one address, so it is not collected and must not be
  // logged.
  await get(wire, `/Services/downloadPublico?captcha=${ticket}&chaveAcesso=${chave}&formato=xml`);

  // Files, with and without permission.
  const id = empresaId;
  await requestPage(`/Services/downloadDFe?id=${id}`, { cookie: ana.cookie });
  await requestPage(`/Services/downloadDanfe?id=${id}`, { accept: "text/html" });
  await requestPage(`/Services/downloadEmailAnexo?id=${id}`, { authorization: `Bearer ${ana.token}` });

  // Failures with a secret in the request.
  await send(`{"authToken":"${ana.token}","params":{"senha":"${SENHA}"`);
  await send({ id: SENHA, method: ana.token, params: { senha: SENHA }, authToken: ana.token });
  await send({ id: 1, method: "Auth.logar", params: { senha: SENHA, [SENHA]: SENHA, nomeUsuario: 1 } });
  await send({ id: 1, method: "Auth.logar", params: SENHA }, { "content-type": "text/plain" });
  await send({ id: 1, method: "Nota.getNota", params: { id: ana.token }, authToken: ana.token });
  await withoutTable("sessao_token", () => wrong({ senha: SENHA }));
  await withoutTable("usuario", () => wrong({ senha: SENHA }));
  await withoutTable("caixa_email", () => save({ senha: CAIXA_SENHA, usuario: "c@exemplo.test" }));
  await withoutTable("usuario_token", () => call("Usuario.loadSetupPassword", { resetToken }));
  await withoutTable("registro_ponta", () =>
    call("Usuario.saveSetupPassword", { resetToken, newPassword: NEW_SENHA }),
  );
  await callOk("Usuario.saveSetupPassword", { resetToken, newPassword: NEW_SENHA });
  await enterAs(NEW_SENHA, identificador);

  expect([...secrets].filter(([, secret]) => secret.length < 6)).toEqual([]);
  const databaseText = await dump();
  const blobs = await readAll(path.join(fixture.config.dataDir, "blobs"));
  expect(databaseText).toContain("canarios");
  expect(databaseText).toContain("TABLE bullmq.");
  expect(output).toContain('"erro interno"');
  expect(output).toContain('"pedido"');
  expect([
    ...findSecrets("the log", output),
    ...findSecrets("an address", addresses.join("\n")),
    ...findSecrets("the database", databaseText),
    ...findSecrets("the blobs", blobs),
  ]).toEqual([]);
  const sample = [`rota ${ana.token}`, `rota ${Buffer.from(SENHA).toString("hex").toUpperCase()}`].join("\n");
  expect(findSecrets("a text that holds two", sample)).toHaveLength(2);
});

/** The content of every file below a folder. */
async function readAll(folder: string): Promise<string> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map((file) => fs.readFile(path.join(file.parentPath, file.name), "latin1"));
  return (await Promise.all(read)).join("\n");
}
