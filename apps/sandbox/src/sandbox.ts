import { randomBytes } from "node:crypto";
import path from "node:path";
import { createRelogio, type Relogio } from "./clock.ts";
import { type PortaConsole, takePortaConsole } from "./console/console.ts";
import { type Caixa, openCaixa } from "./correio/caixa.ts";
import { type Enviados, startSmtpSink } from "./correio/enviados.ts";
import { type Pop3Server, startPop3 } from "./correio/pop3-server.ts";
import type { Credencial } from "./correio/pop3-sessao.ts";
import { ensureFolder, readJson, writePrivateJson } from "./disk.ts";
import { LOOPBACK } from "./listen.ts";
import { type Acervo, ancoraPem, openAcervo } from "./papelaria/acervo.ts";
import { EMPRESAS_DEMO } from "./papelaria/empresas.ts";
import { createPapelaria, type Papelaria } from "./papelaria/papelaria.ts";
import { createPalco, type Palco } from "./scenarios/palco.ts";
import { findCenario } from "./scenarios/scenarios.ts";
import { type Sefaz, startSefaz } from "./sefaz/sefaz.ts";
import { createSorteio } from "./sorteio.ts";

/** What the product must know to speak with the sandbox. It holds a mailbox password and private keys. */
export type SandboxInfo = {
  consoleUrl: string;
  sefazUrl: string;
  /** Certificates of the test CA, root first, PEM. */
  ancoraPem: string;
  pop3: { servidor: string; porta: number; usuario: string; senha: string };
  smtp: { porta: number };
  /** The demo conta's own companies; every scenario addresses the first. */
  empresas: { nome: string; cnpj: string; uf: string; pfxBase64: string; pfxSenha: string }[];
};

/** The demo box and the outgoing mail. */
export type Correio = { caixa: Caixa; pop3: Pop3Server; enviados: Enviados };

export type Sandbox = {
  info: SandboxInfo;
  /** Plays a scenario and answers the access keys of the documents it made.   @throws UnknownCenarioError */
  playCenario(nome: string): Promise<{ chaves: string[] }>;
  /** Puts a raw message into the demo box. */
  putEmail(raw: Uint8Array): void;
  sefaz: Sefaz;
  correio: Correio;
  clock: Relogio;
  papelaria: Papelaria;
  /** The hands of the scenarios, for situations that have no name yet. */
  palco: Palco;
  stop(): Promise<void>;
};

type Guardado = { pop3: number; smtp: number; sefaz: number; credencial: Credencial };

const FILE = "sandbox-estado.json";
const USUARIO = "notas@ipedolargo.example";

/** Starts the outside world on loopback. Ports, password, keys, box and book live in `dir` and outlive a restart.
 * @param o.consolePort 0 = any   @throws when the console's port is busy, before anything else has started */
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
  const clock = createRelogio();
  const guardado = readGuardado(dir);
  const { credencial } = guardado;
  const acervo = await openAcervo(dir, clock.now());
  const correio = await startCorreio({ dir, guardado, now: () => clock.now() });
  const sefaz = await startSefaz({ dir, acervo, relogio: clock, porta: guardado.sefaz });
  const sorteio = createSorteio();
  const papelaria = createPapelaria(acervo, sorteio);
  const palco = createPalco({
    papelaria,
    sefaz,
    caixa: correio.caixa,
    relogio: clock,
    sorteio,
    destino: USUARIO,
  });
  const portas = { pop3: correio.pop3.porta, smtp: correio.enviados.porta, sefaz: sefaz.porta };
  writePrivateJson(path.join(dir, FILE), { ...portas, credencial });
  const actions = {
    playCenario: async (nome: string) => ({ chaves: await findCenario(nome).play(palco) }),
    putEmail: (raw: Uint8Array): void => void correio.caixa.put(raw),
  };
  porta.open({ sefaz, correio, clock, ...actions });
  return {
    info: describe({ acervo, correio, sefaz, consoleUrl: porta.url, credencial }),
    ...actions,
    sefaz,
    correio,
    clock,
    papelaria,
    palco,
    stop: async () => {
      await Promise.all([porta.stop(), correio.pop3.stop(), correio.enviados.stop(), sefaz.stop()]);
    },
  };
}

async function startCorreio(o: { dir: string; guardado: Guardado; now(): Date }): Promise<Correio> {
  const caixa = openCaixa(o.dir);
  const { credencial } = o.guardado;
  const pop3 = await startPop3({ caixa, credencial, porta: o.guardado.pop3 });
  const enviados = await startSmtpSink({ porta: o.guardado.smtp, now: o.now });
  return { caixa, pop3, enviados };
}

/** The ports and the password of the last time, so that a stored caixa goes on working. */
function readGuardado(dir: string): Guardado {
  const kept = readJson(path.join(dir, FILE));
  const known: Record<string, unknown> = typeof kept === "object" && kept !== null ? { ...kept } : {};
  const portaOf = (name: string): number => (typeof known[name] === "number" ? known[name] : 0);
  return {
    pop3: portaOf("pop3"),
    smtp: portaOf("smtp"),
    sefaz: portaOf("sefaz"),
    credencial: {
      usuario: USUARIO,
      senha: senhaOf(known.credencial) ?? randomBytes(12).toString("base64url"),
    },
  };
}

function senhaOf(credencial: unknown): string | null {
  if (typeof credencial !== "object" || credencial === null || !("senha" in credencial)) return null;
  return typeof credencial.senha === "string" ? credencial.senha : null;
}

type Descricao = {
  acervo: Acervo;
  correio: Correio;
  sefaz: Sefaz;
  consoleUrl: string;
  credencial: Credencial;
};

function describe({ acervo, correio, sefaz, consoleUrl, credencial }: Descricao): SandboxInfo {
  return {
    consoleUrl,
    sefazUrl: sefaz.url,
    ancoraPem: ancoraPem(acervo),
    pop3: { servidor: LOOPBACK, porta: correio.pop3.porta, ...credencial },
    smtp: { porta: correio.enviados.porta },
    empresas: EMPRESAS_DEMO.map(({ nome, cnpj, endereco }) => ({
      nome,
      cnpj,
      uf: endereco.uf,
      pfxBase64: acervo.pfxs[cnpj] ?? "",
      pfxSenha: acervo.pfxSenha,
    })),
  };
}
