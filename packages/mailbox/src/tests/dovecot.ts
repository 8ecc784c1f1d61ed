import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import type { TestCertificate } from "./certificates.ts";
import { createMailboxes, type MailboxFiles, makeMail } from "./dovecot-mailboxes.ts";

const DOVECOT = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].find((file) => existsSync(file));

/** False unless the Debian packages dovecot-core, -imapd and -pop3d are installed. */
export const HAS_DOVECOT = DOVECOT !== undefined && existsSync("/usr/lib/dovecot/pop3-login");

export const USUARIO = "ana@exemplo.test";
/** A user with an mbox of many small messages. */
export const FULL_USUARIO = "cheia@exemplo.test";
export const PASSWORD = 'sénha com espaço \\ e "aspas"';
export const TOKEN = "ficha.de.acesso-inventada";

export type Dovecot = MailboxFiles & {
  portas: { pop3: number; spop3: number; imap: number; imaps: number };
  stop: () => Promise<void>;
};

/**
 * Starts a private Dovecot: own folder, free loopback ports, plain, STARTTLS and TLS, password and
 * XOAUTH2.
 */
export async function startDovecot(certificado: TestCertificate): Promise<Dovecot> {
  const folder = await mkdtemp(path.join(tmpdir(), "malote-dovecot-"));
  const dono = findOwner();
  const tokens = await startIntrospection();
  const portas = await freePorts();
  await writeConfig({ folder, dono, portas, tokens: tokens.porta, certificado });
  await makeMail(folder, dono);
  const child = spawn(DOVECOT ?? "dovecot", ["-F", "-c", path.join(folder, "dovecot.conf")], {
    detached: true,
    stdio: "ignore",
  });
  const killGroup = (): void => signalGroup(child, "SIGKILL");
  process.once("exit", killGroup);
  const stop = async (): Promise<void> => {
    await stopChild(child);
    process.removeListener("exit", killGroup);
    await new Promise((resolve) => tokens.server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const port of Object.values(portas)) await whenListening(port, child);
  } catch (error) {
    const log = await readFile(path.join(folder, "log"), "utf8").catch(() => "");
    await stop();
    throw new Error(`dovecot did not start: ${log.slice(-2_000)}`, { cause: error });
  }
  return { portas, ...createMailboxes(folder, dono), stop };
}

/** The user that runs Dovecot and owns the messages. */
type Owner = { nome: string; grupo: string; login: string; uid: number; gid: number };

/** As root, uses the users of the Debian package; any other user runs Dovecot itself. */
function findOwner(): Owner {
  const nome = userInfo().uid === 0 ? "dovecot" : userInfo().username;
  const ask = (flag: string): string => execFileSync("id", [flag, nome], { encoding: "utf8" }).trim();
  const login = userInfo().uid === 0 ? "dovenull" : nome;
  return { nome, grupo: ask("-gn"), login, uid: Number(ask("-u")), gid: Number(ask("-g")) };
}

type DovecotSetup = {
  folder: string;
  dono: Owner;
  portas: Dovecot["portas"];
  tokens: number;
  certificado: TestCertificate;
};

async function writeConfig({ folder, dono, portas, tokens, certificado }: DovecotSetup): Promise<void> {
  const at = (name: string): string => path.join(folder, name);
  await writeFile(at("cert.pem"), certificado.cert);
  await writeFile(at("key.pem"), certificado.key, { mode: 0o600 });
  const account = (usuario: string, fields: string): string =>
    `${usuario}:{PLAIN}${PASSWORD}:${dono.uid}:${dono.gid}::${at("mail")}::${fields}
`;
  const full = account(FULL_USUARIO, `userdb_mail=mbox:${at("mail")}/cheia:INBOX=${at("mail")}/cheia.mbox`);
  await writeFile(at("users"), account(USUARIO, "") + full, { mode: 0o644 });
  await writeFile(
    at("oauth.conf"),
    [
      "introspection_mode = post",
      `introspection_url = http://127.0.0.1:${tokens}/`,
      "username_attribute = username",
      "active_attribute = active",
      "active_value = true",
      "",
    ].join("\n"),
  );
  const listener = (name: string, port: number, ssl: boolean): string =>
    `inet_listener ${name} {\n address = 127.0.0.1\n port = ${port}\n ssl = ${ssl ? "yes" : "no"}\n }`;
  const unchrooted = dono.login === dono.nome ? "chroot =" : "";
  await writeFile(
    at("dovecot.conf"),
    `
base_dir = ${at("run")}
state_dir = ${at("state")}
instance_name = malote-teste
log_path = ${at("log")}
protocols = imap pop3
ssl = yes
ssl_cert = <${at("cert.pem")}
ssl_key = <${at("key.pem")}
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2
auth_failure_delay = 0
mail_max_userip_connections = 0
mail_location = maildir:${at("mail")}/%n
mail_fsync = never
pop3_uidl_format = %08Xu%08Xv
default_internal_user = ${dono.nome}
default_internal_group = ${dono.grupo}
default_login_user = ${dono.login}
first_valid_uid = 1
first_valid_gid = 1
passdb {
 driver = passwd-file
 mechanisms = plain login
 args = ${at("users")}
}
passdb {
 driver = oauth2
 mechanisms = xoauth2
 args = ${at("oauth.conf")}
}
userdb {
 driver = passwd-file
 args = ${at("users")}
}
service imap-login {
 ${unchrooted}
 ${listener("imap", portas.imap, false)}
 ${listener("imaps", portas.imaps, true)}
}
service pop3-login {
 ${unchrooted}
 ${listener("pop3", portas.pop3, false)}
 ${listener("pop3s", portas.spop3, true)}
}
service anvil {
 ${unchrooted}
 unix_listener anvil-auth-penalty {
  mode = 0
 }
}
`,
  );
}

/** Token introspection that accepts only TOKEN.  @source RFC 7662 §2 */
async function startIntrospection(): Promise<{ server: HttpServer; porta: number }> {
  const server = createHttpServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const active = new URLSearchParams(body).get("token") === TOKEN;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(active ? { active: "true", username: USUARIO } : { active: "false" }));
    });
  });
  return { server, porta: await listenOn(server) };
}

async function freePorts(): Promise<Dovecot["portas"]> {
  const servers = Array.from({ length: 4 }, () => createServer());
  const [pop3 = 0, spop3 = 0, imap = 0, imaps = 0] = await Promise.all(servers.map(listenOn));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return { pop3, spop3, imap, imaps };
}

function listenOn(server: ReturnType<typeof createServer> | HttpServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

async function whenListening(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + 10_000;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return;
    if (child.exitCode !== null || Date.now() > until) throw new Error(`port ${port} is not open`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), 3_000);
  await ended;
  clearTimeout(timer);
  signalGroup(child, "SIGKILL"); // remaining child processes
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // no process left
  }
}
