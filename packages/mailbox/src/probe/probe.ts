import { MailOutage } from "../failure/outage.ts";
import { PORTA_PADRAO } from "../network/connection.ts";
import { findDestino, type RedePolitica, type Resolver } from "../network/endpoint.ts";
import { Pop3Source } from "../pop3/source.ts";
import type { CaixaConfig, Entrada, MailSource } from "../source/mail-source.ts";
import { openAt } from "../source/open.ts";
import { visitServidor } from "./inspect.ts";
import { Diario, type Prova } from "./step-log.ts";

/** A person waits for this answer on a screen: shorter deadlines than those of a collection, in ms; `provaMs` after the start the
 * step under way ends, whatever it is. */
const PROVA_MS = { conexaoMs: 8_000, ociosoMs: 10_000, totalMs: 20_000, provaMs: 45_000 } as const;

/** The deadlines of a mailbox and, in ms, that of the whole test when it is not the usual one. */
export type ProvaPolitica = RedePolitica & { provaMs?: number };

/** A mailbox to be tried; `entrada` may be a promise in waiting, such as a token fetched only once the server is known
 * to be there. */
export type CaixaProva = Omit<CaixaConfig, "entrada"> & { entrada: Entrada | (() => Promise<Entrada>) };

/**
 * Tries a mailbox step by step and stops at the first that fails; the last ones use the very code that will collect. Nothing
 * secret is sent before the certificate was trusted. Of an address that may not be reached it tells that and no more, so that the
 * test is no port scanner. Never throws an outage: what went wrong is in the answer.
 */
export async function probeServidor(
  caixa: CaixaProva,
  rede: ProvaPolitica,
  resolver?: Resolver,
): Promise<Prova> {
  const diario = new Diario();
  try {
    const until = Date.now() + (rede.provaMs ?? PROVA_MS.provaMs);
    const mensagens = await probe(caixa, { rede: shorten(rede, until), until, diario, resolver });
    return { ok: true, mensagens, causa: null, passos: diario.passos, certificado: diario.certificado };
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    const { passos, certificado } = diario;
    return { ok: false, mensagens: null, causa: error.causa, passos, certificado };
  }
}

type Meios = { rede: RedePolitica; until: number; diario: Diario; resolver: Resolver | undefined };

/** @returns the number of messages */
async function probe(caixa: CaixaProva, { rede, until, diario, resolver }: Meios): Promise<number> {
  const { servidor, porta = PORTA_PADRAO[caixa.tipo] } = caixa;
  const destino = await diario.step(
    "dns",
    () => findDestino({ servidor, porta }, rede, resolver),
    ({ nome }) => ({ codigo: "dns-encontrado", valores: { servidor: nome } }),
  );
  await visitServidor({ caixa, destino, rede, diario });
  const entrada = await findEntrada(caixa.entrada, { until, diario });
  const source = await diario.step(
    "entrada",
    () => openAt({ ...caixa, entrada }, destino, rede),
    () => ({ codigo: "entrada-aceita" }),
  );
  try {
    return await count(source, diario);
  } finally {
    await source.close();
  }
}

function findEntrada(
  entrada: CaixaProva["entrada"],
  { until, diario }: Pick<Meios, "until" | "diario">,
): Promise<Entrada> {
  if (typeof entrada !== "function") return Promise.resolve(entrada);
  return diario.step(
    "token",
    () => inTime(entrada(), until),
    () => ({ codigo: "token-obtido" }),
  );
}

/** @throws MailOutage tempo, when the work is not done by then; it is left to itself */
async function inTime<T>(work: Promise<T>, until: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new MailOutage("tempo", "the test took too long"));
    timer = setTimeout(fail, Math.max(0, until - Date.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function count(source: MailSource, diario: Diario): Promise<number> {
  const { refs } = await diario.step(
    "listagem",
    () => source.list(),
    (listagem) => ({ codigo: codigoOf(source), valores: { mensagens: listagem.refs.length } }),
  );
  return refs.length;
}

function codigoOf(source: MailSource): "listagem-recebida" | "listagem-sem-uidl" | "listagem-uids-fracos" {
  if (source instanceof Pop3Source && source.semUidl) return "listagem-sem-uidl";
  return source.uidsFracos ? "listagem-uids-fracos" : "listagem-recebida";
}

/** @NOTE the deadlines are read anew before each question: 2 000 of them, each with its own, would last for hours. */
function shorten(rede: RedePolitica, until: number): RedePolitica {
  const atMost = (ms: number, own: number): number => Math.max(1, Math.min(ms, own, until - Date.now()));
  return {
    ...rede,
    get conexaoMs() {
      return atMost(rede.conexaoMs, PROVA_MS.conexaoMs);
    },
    get ociosoMs() {
      return atMost(rede.ociosoMs, PROVA_MS.ociosoMs);
    },
    get totalMs() {
      return atMost(rede.totalMs, PROVA_MS.totalMs);
    },
  };
}
