import path from "node:path";
import { type Clock, openClock } from "./clock.ts";
import { type ConsoleServer, reserveConsolePort } from "./console/console.ts";
import { ensureFolder, readJson, writePrivateJson } from "./disk.ts";
import {
  type CertificateIssuer,
  createCertificateIssuer,
} from "./document-generator/certificates/certificate-issuer.ts";
import { type KeySet, openKeySet, trustedCasPem } from "./document-generator/certificates/key-set.ts";
import { EMPRESAS_DEMO } from "./document-generator/companies/companies.ts";
import { createDocumentGenerator, type DocumentGenerator } from "./document-generator/document-generator.ts";
import { findHistory, writeHistory } from "./history/write-history.ts";
import { LOOPBACK } from "./listen.ts";
import type { Credentials } from "./mail-server/caixa-gate.ts";
import { type MailServer, portsOf, startMailServer } from "./mail-server/mail-server.ts";
import type { OauthClientSettings } from "./mail-server/oauth.ts";
import type { TlsKeyPair } from "./mail-server/protocol-server.ts";
import { readMailState, writeMailState } from "./mail-server/stored-state.ts";
import { createRandomSource } from "./random-source.ts";
import { createEnvironment, type ScenarioEnvironment } from "./scenarios/environment.ts";
import { createLiveMail, type LiveMail } from "./scenarios/live-mail.ts";
import { findScenario } from "./scenarios/scenarios.ts";
import { type Sefaz, startSefaz } from "./sefaz/sefaz.ts";

/**
 * What the product needs to connect to the sandbox, including a mailbox password and private keys.
 */
export type SandboxInfo = {
  consoleUrl: string;
  sefazUrl: string;
  /** The file with the clock shift of the sandbox: `{ "deslocamentoMs": … }`. */
  relogio: string;
  /** Certificates of the test CA, root first, PEM. */
  ancoraPem: string;
  /** Unencrypted, with STLS. All ports below use the same server, user and password. */
  pop3: { servidor: string; porta: number; usuario: string; senha: string };
  /** Unencrypted, with STARTTLS. */
  imap: { porta: number };
  /** TLS from the first byte, by the test CA, for 127.0.0.1 and localhost. */
  pop3s: { porta: number };
  imaps: { porta: number };
  /** The same mailbox with a self-signed certificate; `impressao` is its SHA-256, `AA:BB:…`. */
  autoAssinada: { pop3s: { porta: number }; imaps: { porta: number }; impressao: string };
  /** The XOAUTH2 token endpoint: https, by the test CA. */
  oauth: OauthClientSettings;
  smtp: { porta: number };
  /**
   * A server certificate by the test CA with its chain, for localhost and 127.0.0.1: for the HTTPS
   * ports of the product.
   */
  feedTls: { certificadoPem: string; chavePem: string };
  /** The file with the past of the demo conta, until the product's setup has replayed it. */
  historia: string | null;
  /** The companies of the demo conta; every scenario addresses the first. */
  empresas: { nome: string; cnpj: string; uf: string; pfxBase64: string; pfxSenha: string }[];
};

export type Sandbox = {
  info: SandboxInfo;
  /** Plays a scenario; returns the keys of the created documents.   @throws UnknownScenarioError */
  playScenario(nome: string): Promise<{ chaves: string[] }>;
  /** Delivers a raw message to the demo mailbox. */
  putEmail(raw: Uint8Array): void;
  /** E-mails that arrive by themselves; off at first. */
  liveMail: LiveMail;
  sefaz: Sefaz;
  mail: MailServer;
  clock: Clock;
  generator: DocumentGenerator;
  /** Certificates of every kind: expired, of another CNPJ, without key, with old ciphers, … */
  certificateIssuer: CertificateIssuer;
  /** The operations of the scenarios, for situations without a scenario. */
  environment: ScenarioEnvironment;
  stop(): Promise<void>;
};

const FILE = "sandbox-estado.json";
const USUARIO = "notas@ipedolargo.example";

/**
 * Starts the simulated services on loopback; `dir` stores ports, password, keys, mailbox and documents.
 * @param o.consolePort 0 = any
 * @param o.history invents the past of the demo conta, in a new folder; off by default
 * @throws when the console port is busy, before anything else starts
 */
export async function startSandbox(o: SandboxOptions): Promise<Sandbox> {
  const consoleServer = await reserveConsolePort(o.consolePort);
  try {
    return await startServices(o, consoleServer);
  } catch (error) {
    await consoleServer.stop();
    throw error;
  }
}

type SandboxOptions = { dir: string; consolePort: number; history?: boolean };

async function startServices(
  { dir, history }: SandboxOptions,
  consoleServer: ConsoleServer,
): Promise<Sandbox> {
  ensureFolder(dir);
  const { clock, file: clockFile } = openClock(dir);
  const kept = readJson(path.join(dir, FILE));
  const storedState = readMailState(kept, USUARIO);
  const keySet = await openKeySet(dir, clock.now());
  if (history) await writeHistory({ dir, keySet, now: clock.now() });
  const random = createRandomSource();
  const serverCertificate = serverCertificateOf(keySet);
  const mail = await startMailServer({ dir, storedState, serverCertificate, random, now: () => clock.now() });
  const sefaz = await startSefaz({ dir, keySet, clock: clock, porta: storedSefazPort(kept) });
  const generator = createDocumentGenerator(keySet, random);
  const environment = createEnvironment({
    generator,
    sefaz,
    caixa: mail.caixa,
    clock: clock,
    random,
    destino: USUARIO,
  });
  const portas = portsOf(mail);
  writePrivateJson(path.join(dir, FILE), {
    ...writeMailState({ ...storedState, portas }),
    sefaz: sefaz.porta,
  });
  const actions = {
    playScenario: async (nome: string) => ({ chaves: await findScenario(nome).play(environment) }),
    putEmail: (raw: Uint8Array): void => void mail.caixa.put(raw),
  };
  const liveMail = createLiveMail({
    random,
    play: (scenario) => scenario.play(environment),
    report: (error) => process.stderr.write(`Correio vivo do sandbox: ${String(error)}\n`),
  });
  consoleServer.open({
    liveMail,
    sefaz,
    correio: mail,
    clock,
    credencial: storedState.credencial,
    ...actions,
  });
  return {
    info: describe({
      keySet,
      mail,
      sefaz,
      consoleUrl: consoleServer.url,
      relogio: clockFile,
      credencial: storedState.credencial,
      historia: findHistory(dir),
    }),
    ...actions,
    liveMail,
    sefaz,
    mail,
    clock,
    generator,
    certificateIssuer: createCertificateIssuer(keySet, () => clock.now()),
    environment,
    stop: async () => {
      liveMail.turn(false);
      await Promise.all([consoleServer.stop(), mail.stop(), sefaz.stop()]);
    },
  };
}

function serverCertificateOf({ servidor, intermediaria }: KeySet): TlsKeyPair {
  const certificadoPem = `${servidor.certificadoPem}${intermediaria.certificadoPem}`;
  return { chavePem: servidor.chavePem, certificadoPem };
}

function storedSefazPort(kept: unknown): number {
  if (typeof kept !== "object" || kept === null || !("sefaz" in kept)) return 0;
  return typeof kept.sefaz === "number" ? kept.sefaz : 0;
}

type InfoParts = {
  keySet: KeySet;
  mail: MailServer;
  sefaz: Sefaz;
  consoleUrl: string;
  relogio: string;
  credencial: Credentials;
  historia: string | null;
};

function describe({
  keySet,
  mail,
  sefaz,
  consoleUrl,
  relogio: clockFile,
  credencial,
  historia,
}: InfoParts): SandboxInfo {
  return {
    consoleUrl,
    sefazUrl: sefaz.url,
    relogio: clockFile,
    ancoraPem: trustedCasPem(keySet),
    pop3: { servidor: LOOPBACK, porta: mail.pop3.porta, ...credencial },
    imap: { porta: mail.imap.porta },
    pop3s: { porta: mail.pop3.portas.tls },
    imaps: { porta: mail.imap.portas.tls },
    autoAssinada: {
      pop3s: { porta: mail.pop3.portas.autoAssinada },
      imaps: { porta: mail.imap.portas.autoAssinada },
      impressao: mail.impressao,
    },
    oauth: mail.oauth.client,
    smtp: { porta: mail.sentEmails.porta },
    feedTls: serverCertificateOf(keySet),
    historia,
    empresas: EMPRESAS_DEMO.map(({ nome, cnpj, endereco }) => ({
      nome,
      cnpj,
      uf: endereco.uf,
      pfxBase64: keySet.pfxs[cnpj] ?? "",
      pfxSenha: keySet.pfxSenha,
    })),
  };
}
