import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_PORT } from "../network/connection.ts";
import { type NetworkPolicy, type Resolver, resolveEndpoint } from "../network/endpoint.ts";
import { Pop3Source } from "../pop3/source.ts";
import type { Credentials, MailboxConfig, MailSource } from "../source/mail-source.ts";
import { openAt } from "../source/open.ts";
import { inspectServer } from "./inspect.ts";
import { type ProbeResult, StepLog } from "./step-log.ts";

/**
 * Deadlines in ms, shorter than those of a collection, because a user waits for the result.
 * `provaMs` bounds the whole test.
 */
const PROBE_MS = { conexaoMs: 8_000, ociosoMs: 10_000, totalMs: 20_000, provaMs: 45_000 } as const;

/** Network policy with an optional deadline of the whole test, in ms. */
export type ProbePolicy = NetworkPolicy & { provaMs?: number };

/**
 * The mailbox to test; `entrada` may be deferred, so that a token is fetched only after the server
 * responds.
 */
export type ProbeTarget = Omit<MailboxConfig, "entrada"> & {
  entrada: Credentials | (() => Promise<Credentials>);
};

/**
 * Tests a mailbox step by step, up to the first failure, which is part of the result. Sends no
 * secret before it trusts the certificate; a forbidden address yields no details (no port scan).
 */
export async function probeServer(
  mailbox: ProbeTarget,
  network: ProbePolicy,
  resolver?: Resolver,
): Promise<ProbeResult> {
  const log = new StepLog();
  try {
    const until = Date.now() + (network.provaMs ?? PROBE_MS.provaMs);
    const mensagens = await probe(mailbox, { network: shorten(network, until), until, log, resolver });
    return { ok: true, mensagens, causa: null, passos: log.passos, certificado: log.certificado };
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    const { passos, certificado } = log;
    return { ok: false, mensagens: null, causa: error.causa, passos, certificado };
  }
}

type ProbeContext = { network: NetworkPolicy; until: number; log: StepLog; resolver: Resolver | undefined };

/** @returns the number of messages */
async function probe(mailbox: ProbeTarget, { network, until, log, resolver }: ProbeContext): Promise<number> {
  const { servidor, porta = DEFAULT_PORT[mailbox.tipo] } = mailbox;
  const endpoint = await log.step(
    "dns",
    () => resolveEndpoint({ servidor, porta }, network, resolver),
    ({ nome }) => ({ codigo: "dns-encontrado", valores: { servidor: nome } }),
  );
  await inspectServer({ mailbox, endpoint, network, log });
  const entrada = await resolveCredentials(mailbox.entrada, { until, log });
  const source = await log.step(
    "entrada",
    () => openAt({ ...mailbox, entrada }, endpoint, network),
    () => ({ codigo: "entrada-aceita" }),
  );
  try {
    return await count(source, log);
  } finally {
    await source.close();
  }
}

function resolveCredentials(
  entrada: ProbeTarget["entrada"],
  { until, log }: Pick<ProbeContext, "until" | "log">,
): Promise<Credentials> {
  if (typeof entrada !== "function") return Promise.resolve(entrada);
  return log.step(
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

async function count(source: MailSource, log: StepLog): Promise<number> {
  const { refs } = await log.step(
    "listagem",
    () => source.list(),
    (listing) => ({ codigo: listingCodeOf(source), valores: { mensagens: listing.refs.length } }),
  );
  return refs.length;
}

function listingCodeOf(
  source: MailSource,
): "listagem-recebida" | "listagem-sem-uidl" | "listagem-uids-fracos" {
  if (source instanceof Pop3Source && source.semUidl) return "listagem-sem-uidl";
  return source.uidsFracos ? "listagem-uids-fracos" : "listagem-recebida";
}

/**
 * @NOTE computes the deadlines anew for each command: 2 000 commands, each with its own, would last
 * for hours.
 */
function shorten(network: NetworkPolicy, until: number): NetworkPolicy {
  const atMost = (ms: number, own: number): number => Math.max(1, Math.min(ms, own, until - Date.now()));
  return {
    ...network,
    get conexaoMs() {
      return atMost(network.conexaoMs, PROBE_MS.conexaoMs);
    },
    get ociosoMs() {
      return atMost(network.ociosoMs, PROBE_MS.ociosoMs);
    },
    get totalMs() {
      return atMost(network.totalMs, PROBE_MS.totalMs);
    },
  };
}
