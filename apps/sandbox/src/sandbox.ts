import path from "node:path";
import { openRelogio, type Relogio } from "./clock.ts";
import { type PortaConsole, takePortaConsole } from "./console/console.ts";
import { type Correio, portasOf, startCorreio } from "./correio/correio.ts";
import { readGuardado, writeGuardado } from "./correio/guardado.ts";
import type { ClienteOauth } from "./correio/oauth.ts";
import type { Credencial } from "./correio/porteiro.ts";
import type { ParTls } from "./correio/servidor.ts";
import { ensureFolder, readJson, writePrivateJson } from "./disk.ts";
import { LOOPBACK } from "./listen.ts";
import { type Acervo, ancoraPem, openAcervo } from "./papelaria/acervo.ts";
import { createEmissora, type Emissora } from "./papelaria/emissora.ts";
import { EMPRESAS_DEMO } from "./papelaria/empresas.ts";
import { createPapelaria, type Papelaria } from "./papelaria/papelaria.ts";
import { createPalco, type Palco } from "./scenarios/palco.ts";
import { findCenario } from "./scenarios/scenarios.ts";
import { type Sefaz, startSefaz } from "./sefaz/sefaz.ts";
import { createSorteio } from "./sorteio.ts";

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
  oauth: ClienteOauth;
  smtp: { porta: number };
  /**
   * A server certificate by the test CA with its chain, for localhost and 127.0.0.1: for the HTTPS
   * ports of the product.
   */
  feedTls: { certificadoPem: string; chavePem: string };
  /** The companies of the demo conta; every scenario addresses the first. */
  empresas: { nome: string; cnpj: string; uf: string; pfxBase64: string; pfxSenha: string }[];
};

export type Sandbox = {
  info: SandboxInfo;
  /** Plays a scenario; returns the keys of the created documents.   @throws UnknownCenarioError */
  playCenario(nome: string): Promise<{ chaves: string[] }>;
  /** Delivers a raw message to the demo mailbox. */
  putEmail(raw: Uint8Array): void;
  sefaz: Sefaz;
  correio: Correio;
  clock: Relogio;
  papelaria: Papelaria;
  /** Certificates of every kind: expired, of another CNPJ, without key, with old ciphers, … */
  emissora: Emissora;
  /** The operations of the scenarios, for situations without a scenario. */
  palco: Palco;
  stop(): Promise<void>;
};

const FILE = "sandbox-estado.json";
const USUARIO = "notas@ipedolargo.example";

/**
 * Starts the simulated services on loopback; `dir` stores ports, password, keys, mailbox and documents.
 * @param o.consolePort 0 = any
 * @throws when the console port is busy, before anything else starts
 */
export async function startSandbox(o: { dir: string; consolePort: number }): Promise<Sandbox> {
  const porta = await takePortaConsole(o.consolePort);
  try {
    return await startWorld(o.dir, porta);
  } catch (error) {
    await porta.stop();
    throw error;
  }
}

async function startWorld(dir: string, porta: PortaConsole): Promise<Sandbox> {
  ensureFolder(dir);
  const { clock, arquivo: relogio } = openRelogio(dir);
  const kept = readJson(path.join(dir, FILE));
  const guardado = readGuardado(kept, USUARIO);
  const acervo = await openAcervo(dir, clock.now());
  const sorteio = createSorteio();
  const casa = certificadoDaCasa(acervo);
  const correio = await startCorreio({ dir, guardado, casa, sorteio, now: () => clock.now() });
  const sefaz = await startSefaz({ dir, acervo, relogio: clock, porta: portaSefaz(kept) });
  const papelaria = createPapelaria(acervo, sorteio);
  const palco = createPalco({
    papelaria,
    sefaz,
    caixa: correio.caixa,
    relogio: clock,
    sorteio,
    destino: USUARIO,
  });
  const portas = portasOf(correio);
  writePrivateJson(path.join(dir, FILE), { ...writeGuardado({ ...guardado, portas }), sefaz: sefaz.porta });
  const actions = {
    playCenario: async (nome: string) => ({ chaves: await findCenario(nome).play(palco) }),
    putEmail: (raw: Uint8Array): void => void correio.caixa.put(raw),
  };
  porta.open({ sefaz, correio, clock, credencial: guardado.credencial, ...actions });
  return {
    info: describe({
      acervo,
      correio,
      sefaz,
      consoleUrl: porta.url,
      relogio,
      credencial: guardado.credencial,
    }),
    ...actions,
    sefaz,
    correio,
    clock,
    papelaria,
    emissora: createEmissora(acervo, () => clock.now()),
    palco,
    stop: async () => {
      await Promise.all([porta.stop(), correio.stop(), sefaz.stop()]);
    },
  };
}

function certificadoDaCasa({ servidor, intermediaria }: Acervo): ParTls {
  const certificadoPem = `${servidor.certificadoPem}${intermediaria.certificadoPem}`;
  return { chavePem: servidor.chavePem, certificadoPem };
}

function portaSefaz(kept: unknown): number {
  if (typeof kept !== "object" || kept === null || !("sefaz" in kept)) return 0;
  return typeof kept.sefaz === "number" ? kept.sefaz : 0;
}

type Descricao = {
  acervo: Acervo;
  correio: Correio;
  sefaz: Sefaz;
  consoleUrl: string;
  relogio: string;
  credencial: Credencial;
};

function describe({ acervo, correio, sefaz, consoleUrl, relogio, credencial }: Descricao): SandboxInfo {
  return {
    consoleUrl,
    sefazUrl: sefaz.url,
    relogio,
    ancoraPem: ancoraPem(acervo),
    pop3: { servidor: LOOPBACK, porta: correio.pop3.porta, ...credencial },
    imap: { porta: correio.imap.porta },
    pop3s: { porta: correio.pop3.portas.tls },
    imaps: { porta: correio.imap.portas.tls },
    autoAssinada: {
      pop3s: { porta: correio.pop3.portas.autoAssinada },
      imaps: { porta: correio.imap.portas.autoAssinada },
      impressao: correio.impressao,
    },
    oauth: correio.oauth.cliente,
    smtp: { porta: correio.enviados.porta },
    feedTls: certificadoDaCasa(acervo),
    empresas: EMPRESAS_DEMO.map(({ nome, cnpj, endereco }) => ({
      nome,
      cnpj,
      uf: endereco.uf,
      pfxBase64: acervo.pfxs[cnpj] ?? "",
      pfxSenha: acervo.pfxSenha,
    })),
  };
}
