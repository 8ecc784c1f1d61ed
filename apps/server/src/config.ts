import fs from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { email } from "@malote/contract";
import { openCertificado } from "@malote/sefaz";
import { z } from "zod";
import type { AntivirusConfig } from "./antivirus/antivirus.ts";
import { readAntivirus } from "./antivirus/read-antivirus.ts";
import { readDatabaseUrl, readOwnerUrl } from "./database-config.ts";
import { StartRefusal } from "./errors.ts";
import { type FeedConfig, readFeed } from "./feed-config.ts";
import { readSealingKeys, type SealingKeys } from "./key-config.ts";
import type { SmtpConfig } from "./mail/mailer.ts";
import { readSmtpUrl, SMTP_SANDBOX } from "./mail/smtp-url.ts";
import { readOperatorEmail } from "./operator-config.ts";
import { type OtelConfig, readOtel } from "./otel-config.ts";
import { readSettings, type Setting } from "./settings.ts";
import { type Customer, readCustomers } from "./site/customers.ts";
import { readProviders } from "./trust.ts";

const MEBIBYTE = 1_048_576;
const PORT_MAX = 65_535;
const IPV6 = 6;
/** Recommended by SEFAZ. @source dfe.md §7 */
const SEFAZ_TIMEOUT_MS = 30_000;
const PROXY_NAMES = ["loopback", "linklocal", "uniquelocal"];
/** PBKDF2 iterations of one captcha attempt; 1 000 to 2 000 attempts take about 1.5 s. */
const CAPTCHA_COST = { otherwise: 5_000, min: 1, max: 1_000_000 };
/** clamd's default limit of one file. @source clamd.conf(5), StreamMaxLength of ClamAV 1.x */
const CLAMD_MAX_MB = { otherwise: 100, min: 1, max: 4_000 };
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

export type { OtelConfig };

/** What the sandbox writes about itself when it starts to listen. */
export type SandboxInfo = z.infer<typeof sandboxInfo>;

const sandboxInfo = z.object({
  consoleUrl: z.string(),
  sefazUrl: z.string(),
  ancoraPem: z.string(),
  pop3: z.object({ servidor: z.string(), porta: z.int(), usuario: z.string(), senha: z.string() }),
  smtp: z.object({ porta: z.int() }),
  /** File of its clock's shift; absent in an older sandbox. */
  relogio: z.string().optional(),
  /** File with the past of the demo conta, until setup has replayed it. */
  historia: z.string().nullish(),
  /** Server certificate for this machine, issued by the test CA. */
  feedTls: z.object({ certificadoPem: z.string(), chavePem: z.string() }).optional(),
  empresas: z.array(
    z.object({
      nome: z.string(),
      cnpj: z.string(),
      uf: z.string(),
      pfxBase64: z.string(),
      pfxSenha: z.string(),
    }),
  ),
});

/** Everything that the operator configures. */
export type Config = SealingKeys & {
  /**
   * Login of http, worker and commands: may assume the roles malote_app and malote_restrito, and
   * owns nothing.
   */
  databaseUrl: string;
  /** Carries the queue instead of PostgreSQL. */
  redisUrl: string | null;
  host: string;
  /** 0 = any free port. */
  port: number;
  dataDir: string;
  /** The demonstration environment; null = off, and demo contas are refused. */
  sandbox: { info: SandboxInfo } | null;
  /** Folder of ICP-Brasil certificates, roots and intermediates; null = chains cannot be verified. */
  icpBrasilDir: string | null;
  /** CNPJs trusted to sign for others: signing providers (PAA) and treasuries; includes their branches. */
  trustedProviders: readonly string[];
  /** Folder of official schemas (XSD); null = documents are not validated against them. */
  dfeSchemasDir: string | null;
  /** The operator's certificate, used to query SEFAZ for empresas without one. */
  operatorPfx: { arquivo: string; senha: string } | null;
  /** Longest wait for an answer of SEFAZ, in ms; not configurable. */
  sefazTimeoutMs: number;
  /** Proxies whose X-Forwarded-For is trusted: their number or their addresses; null = none. */
  trustProxy: number | string | null;
  /** Public address, without the final slash; decides links and Secure cookies. */
  publicUrl: string | null;
  /** Base of the links in e-mails, without the final slash: the public address, or this machine's. */
  urlBase: string;
  /** The outgoing mail server; null = none: e-mails stay queued. */
  smtp: SmtpConfig | null;
  /** Recipient of contact messages of visitors; null = none: they stay queued. */
  contactEmail: string | null;
  /** Recipient of e-mails about the state of the product; null = none. */
  operatorEmail: string | null;
  /** Customers that the site names; none unless the operator lists them. */
  customers: readonly Customer[];
  /** Work of one captcha attempt, in iterations of PBKDF2. */
  captchaCost: number;
  /** Where processes serve metrics: http at this port, the worker at the next one; null = off. */
  metricsServer: { host: string; port: number } | null;
  /** Where the worker serves /saude and /prontidao; null = off. */
  workerProbes: { host: string; port: number } | null;
  /** Where spans and metrics are exported to; null = off, and OpenTelemetry is not loaded. */
  otel: OtelConfig | null;
  /** Where ERPs read the feed in SEFAZ's format; null = off. */
  feed: FeedConfig | null;
  emailMaxBytes: number;
  /** Scans files before they leave to users; null = nothing is scanned. */
  antivirus: AntivirusConfig | null;
  /** Permits mail servers at loopback and private addresses; true only with the sandbox. */
  allowPrivate: boolean;
  isProduction: boolean;
  logLevel: string;
  /** Where the keeper stores backups, as the operator wrote it; null = nowhere. */
  backupDestination: string | null;
  /** Every setting without its secrets, for the staff of the product. */
  settings: readonly Setting[];
};

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment; no other part of the server does.
 * @throws {StartRefusal} with a sentence for the operator
 */
export function loadConfig(env: Env = process.env): Config {
  const isProduction = env.NODE_ENV === "production";
  const dataDir = path.resolve(env.DATA_DIR || ".data");
  const sandbox = readSandbox(env, dataDir, isProduction);
  if (env.MAIL_ALLOW_PRIVATE === "1" && sandbox === null) {
    throw new StartRefusal(
      "MAIL_ALLOW_PRIVATE=1 só vale com o ambiente de demonstração (SANDBOX=1). Retire uma das duas.",
    );
  }
  const publicUrl = readPublicUrl(env);
  const smtp = readSmtp(env, sandbox);
  const place = {
    host: env.HOST || "127.0.0.1",
    port: integer(env, "PORT", { otherwise: 3000, max: PORT_MAX }),
  };
  return {
    databaseUrl: readDatabaseUrl(env),
    redisUrl: env.REDIS_URL || null,
    ...place,
    dataDir,
    ...readSealingKeys(env, dataDir, isProduction),
    sandbox,
    icpBrasilDir: readFolder(env, "ICP_BRASIL_DIR"),
    trustedProviders: readTrustedProviders(env),
    dfeSchemasDir: readFolder(env, "DFE_SCHEMAS_DIR"),
    operatorPfx: readOperatorPfx(env),
    sefazTimeoutMs: SEFAZ_TIMEOUT_MS,
    trustProxy: readTrustProxy(env),
    publicUrl,
    urlBase: publicUrl ?? urlOf(place),
    smtp,
    contactEmail: readContactEmail(env, smtp),
    operatorEmail: readOperatorEmail(env),
    customers: readCustomers(env.CLIENTES_ARQUIVO),
    captchaCost: integer(env, "CAPTCHA_COST", CAPTCHA_COST),
    metricsServer: readMetricsServer(env),
    workerProbes: readWorkerProbes(env),
    otel: readOtel(env),
    feed: readFeed(env, { sandbox, icpBrasilDir: readFolder(env, "ICP_BRASIL_DIR") }),
    emailMaxBytes: integer(env, "EMAIL_MAX_MB", { otherwise: 50, max: 1024 }) * MEBIBYTE,
    antivirus: readAntivirus(env.CLAMD, integer(env, "CLAMD_MAX_MB", CLAMD_MAX_MB) * MEBIBYTE),
    allowPrivate: sandbox !== null,
    isProduction,
    logLevel: readLogLevel(env),
    backupDestination: env.BACKUP_DESTINO || null,
    settings: readSettings(env),
  };
}

/**
 * Address of the database's owner, for setup only. @throws {StartRefusal} with a sentence for the operator
 */
export function loadOwnerUrl(env: Env = process.env): string {
  return readOwnerUrl(env);
}

/**
 * @throws {StartRefusal} for a missing folder: documents would be verified by less than the
 * operator expects
 */
function readFolder(env: Env, name: string): string | null {
  const place = env[name];
  if (!place) return null;
  const dir = path.resolve(place);
  if (fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return dir;
  throw new StartRefusal(`${name}=${place}: a pasta não existe.`);
}

/**
 * @throws {StartRefusal} for an invalid CNPJ: documents would be verified by less than the operator expects
 */
function readTrustedProviders(env: Env): readonly string[] {
  const { providers: provedores, invalid: errados } = readProviders(env.PROVEDORES_CONFIAVEIS);
  if (errados.length === 0) return provedores;
  throw new StartRefusal(
    `PROVEDORES_CONFIAVEIS: ${errados.join(", ")} não é CNPJ. Separe os CNPJs por vírgulas.`,
  );
}

type Range = { otherwise: number; min?: number; max: number };

function integer(env: Env, name: string, { otherwise, min = 0, max }: Range): number {
  const text = env[name];
  if (!text) return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new StartRefusal(`${name}=${text} não serve: use um número inteiro de ${min} a ${max}.`);
}

function readSandbox(env: Env, dataDir: string, isProduction: boolean): Config["sandbox"] {
  if (env.SANDBOX !== "1") return null;
  if (isProduction) {
    throw new StartRefusal(
      "O ambiente de demonstração não abre com NODE_ENV=production: tire SANDBOX=1 ou NODE_ENV.",
    );
  }
  const file = env.SANDBOX_FILE || path.join(dataDir, "sandbox", "sandbox.json");
  if (!fs.existsSync(file)) {
    throw new StartRefusal(`SANDBOX=1, mas o ambiente de demonstração não está no ar: falta ${file}.`);
  }
  const read = sandboxInfo.safeParse(JSON.parse(fs.readFileSync(file, "utf8")));
  if (read.success) return { info: read.data };
  throw new StartRefusal(`${file} não descreve o ambiente de demonstração: ${z.prettifyError(read.error)}`);
}

const PFX_FAULTS = {
  "senha-errada": "a senha em SEFAZ_PFX_SENHA não é a dele",
  "sem-chave": "ele não contém a chave privada",
  ilegivel: "não é um PKCS#12 (.pfx ou .p12)",
};

/** Opens the certificate once at the start, so that a wrong path or password shows there and not at night. */
function readOperatorPfx(env: Env): Config["operatorPfx"] {
  if (!env.SEFAZ_PFX) return null;
  const pfxFile = path.resolve(env.SEFAZ_PFX);
  const senha = env.SEFAZ_PFX_SENHA ?? "";
  if (!fs.existsSync(pfxFile)) throw new StartRefusal(`SEFAZ_PFX=${env.SEFAZ_PFX}: o arquivo não existe.`);
  const opened = openCertificado(fs.readFileSync(pfxFile), senha);
  if (opened.kind === "ok") return { arquivo: pfxFile, senha };
  throw new StartRefusal(`O certificado em SEFAZ_PFX não abre: ${PFX_FAULTS[opened.kind]}.`);
}

/** The operator's mail server, else the sandbox's, which delivers nothing. */
function readSmtp(env: Env, sandbox: Config["sandbox"]): SmtpConfig | null {
  if (env.SMTP_URL) return readSmtpUrl(env.SMTP_URL, env.SMTP_FROM || null);
  if (sandbox === null) return null;
  return { ...SMTP_SANDBOX, porta: sandbox.info.smtp.porta, de: env.SMTP_FROM || SMTP_SANDBOX.de };
}

/** @throws {StartRefusal} for an invalid address: contact messages would be lost */
function readContactEmail(env: Env, smtp: SmtpConfig | null): string | null {
  const address = env.CONTATO_EMAIL?.trim();
  if (!address) return smtp === null ? null : addressOf(smtp.de);
  if (email.safeParse(address).success) return address;
  throw new StartRefusal(`CONTATO_EMAIL=${address} não é um endereço de e-mail.`);
}

/** The address in "Malote <malote@empresa.example>". */
function addressOf(de: string): string {
  return /<([^<>]+)>\s*$/.exec(de)?.[1] ?? de;
}

/** This machine's own address, as `npm start` prints it. */
function urlOf({ host, port }: { host: string; port: number }): string {
  const any = host === "0.0.0.0" || host === "::";
  return `http://${any ? "127.0.0.1" : isIP(host) === IPV6 ? `[${host}]` : host}:${port}`;
}

function readPublicUrl(env: Env): string | null {
  if (!env.PUBLIC_URL) return null;
  const url = URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") return env.PUBLIC_URL.replace(/\/+$/, "");
  throw new StartRefusal(`PUBLIC_URL=${env.PUBLIC_URL} não é um endereço http ou https.`);
}

/** Off without a port. Binds to loopback by default: metrics have no authentication. */
function readMetricsServer(env: Env): Config["metricsServer"] {
  if (!env.METRICS_PORT) return null;
  const port = integer(env, "METRICS_PORT", { otherwise: 0, max: PORT_MAX - 1 });
  return { host: env.METRICS_HOST || "127.0.0.1", port };
}

function readWorkerProbes(env: Env): Config["workerProbes"] {
  if (!env.WORKER_PORT) return null;
  const port = integer(env, "WORKER_PORT", { otherwise: 0, max: PORT_MAX });
  return { host: env.WORKER_HOST || "127.0.0.1", port };
}

/**
 * @throws {StartRefusal} for a text that is neither a small number nor addresses, such as `true`:
 * any client could then forge its IP
 */
function readTrustProxy(env: Env): number | string | null {
  const text = env.TRUST_PROXY?.trim();
  if (!text || text === "0") return null;
  if (/^[1-9]$/.test(text)) return Number(text);
  const places = text.split(",").map((place) => place.trim());
  if (places.every((place) => PROXY_NAMES.includes(place) || isIP(place.split("/")[0] ?? "") !== 0))
    return text;
  throw new StartRefusal(
    `TRUST_PROXY=${text} não serve: informe quantos proxies há (1) ou os endereços deles (10.0.0.0/8).`,
  );
}

function readLogLevel(env: Env): string {
  const level = env.LOG_LEVEL || "info";
  if (LOG_LEVELS.includes(level)) return level;
  throw new StartRefusal(`LOG_LEVEL=${level} não existe: use ${LOG_LEVELS.join(", ")}.`);
}
