import { MailOutage } from "../failure/outage.ts";
import { PORTA_PADRAO } from "../network/connection.ts";
import { findDestino, type RedePolitica, type Resolver } from "../network/endpoint.ts";
import { Pop3Source } from "../pop3/source.ts";
import type { CaixaConfig, Entrada, MailSource } from "../source/mail-source.ts";
import { openAt } from "../source/open.ts";
import { visitServidor } from "./inspect.ts";
import { Diario, type Prova } from "./step-log.ts";

/**
 * Deadlines in ms, shorter than those of a collection, because a user waits for the result.
 * `provaMs` bounds the whole test.
 */
const PROVA_MS = { conexaoMs: 8_000, ociosoMs: 10_000, totalMs: 20_000, provaMs: 45_000 } as const;

/** Network policy with an optional deadline of the whole test, in ms. */
export type ProvaPolitica = RedePolitica & { provaMs?: number };

/**
 * The mailbox to test; `entrada` may be deferred, so that a token is fetched only after the server
 * responds.
 */
export type CaixaProva = Omit<CaixaConfig, "entrada"> & { entrada: Entrada | (() => Promise<Entrada>) };

/**
 * Tests a mailbox step by step, up to the first failure, which is part of the result. Sends no
 * secret before it trusts the certificate; a forbidden address yields no details (no port scan).
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

/** @throws MailOutage tempo, when the work is late; it continues unobserved */
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

/**
 * @NOTE computes the deadlines anew for each command: 2 000 commands, each with its own, would last
 * for hours.
 */
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
