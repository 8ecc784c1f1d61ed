import { createServer, type Server } from "node:https";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../clock.ts";
import type { KeySet } from "../document-generator/certificates/key-set.ts";
import type { SignedCte } from "../document-generator/cte/cte.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import type { Alerta, Protocolo } from "../document-generator/documento/protocolo.ts";
import type { SignedEvento } from "../document-generator/evento/evento.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { closeServer, LOOPBACK, listenNear } from "../listen.ts";
import { authorizeCte, authorizeMdfe, authorizeNota, protocoloOf, registerEvento } from "./authorize.ts";
import { isRefusedAtHandshake } from "./client-certificate.ts";
import { type Counters, createCounters } from "./counters.ts";
import { createSignatureVerifier, hasXmlsec } from "./evento/verify-signature.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { createRequestHandler } from "./request-handler.ts";
import { createFaultInjector, type FaultRule, type SefazFault } from "./sefaz-faults.ts";
import { type Caller, type CallerBlock, createUsageMonitor } from "./usage/usage-monitor.ts";

/**
 * The simulated SEFAZ: stored documents, and an HTTPS server that accepts certificates of the test
 * CA only.
 */
export type Sefaz = {
  /** `https://127.0.0.1:PORT`; below it `/<autorizador>/<modelo>/<Servico>`. */
  readonly url: string;
  readonly porta: number;
  readonly ledger: Ledger;
  readonly counters: Counters;
  readonly fault: SefazFault;
  /** Sets the fault of every call until it changes. */
  setFault(fault: SefazFault): void;
  /** Sets mixtures of faults by share, authorizer, service and time; replaces earlier mixtures. */
  setFaultRules(rules: FaultRule | readonly FaultRule[]): void;
  readonly faults: readonly FaultRule[];
  /** Registers a nota some seconds after its emission; returns its protocol. */
  authorizeNota(nota: SignedNota, alertas?: readonly Alerta[]): Protocolo;
  /** The same for a CT-e of any layout; it is distributed to its tomador and to `interessados`. */
  authorizeCte(cte: SignedCte, interessados?: readonly string[]): Protocolo;
  authorizeMdfe(mdfe: SignedDocumento): Protocolo;
  /** A plausible protocol for a nota that is not registered. */
  makeProtocolo(nota: SignedNota): Protocolo;
  /**
   * Registers an event, effective from its own date (which may be in the future); returns the
   * registered event.
   */
  registerEvento(evento: SignedEvento): string;
  /**
   * Blocks a CNPJ for an hour, as improper use does. The authorizers of the distribution are "AN
   * NFe" and "AN CTe".
   */
  block(caller: Caller): void;
  readonly blocks: readonly CallerBlock[];
  /** Unblocks every CNPJ. */
  unblockAll(): void;
  /** Sets the CRL: certificates of these CNPJs are revoked (284); it may be unavailable (286). */
  setCrl(crl: { revogados?: readonly string[]; inacessivel?: boolean }): void;
  /** False when xmlsec1 is missing: then signatures of events are not verified. */
  readonly confereAssinatura: boolean;
  stop(): Promise<void>;
};

type SefazOptions = { dir: string; keySet: KeySet; clock: Clock; porta: number };

export async function startSefaz(o: SefazOptions): Promise<Sefaz> {
  const now = (): Date => o.clock.now();
  const ledger = openLedger(o.dir, now);
  const usage = createUsageMonitor();
  const counters = createCounters(usage);
  const faults = createFaultInjector(o.clock);
  const signatureVerifier = createSignatureVerifier([o.keySet.intermediaria.certificadoPem]);
  let crl = { inacessivel: false, revogados: new Set<string>() };
  const options = { ledger, usage, counters, signatureVerifier, clock: o.clock, faults, crl: () => crl };
  const server = createServer(tlsOptions(o.keySet), createRequestHandler(options));
  refuseAtHandshake(server, counters);
  const porta = await listenNear(server, o.porta);
  return {
    url: `https://${LOOPBACK}:${porta}`,
    porta,
    ledger,
    counters,
    get fault() {
      return faults.current;
    },
    setFault: (next) => faults.set(next),
    setFaultRules: (rules) => faults.setRules(rules),
    get faults() {
      return faults.list();
    },
    authorizeNota: (nota, alertas) => authorizeNota(nota, ledger, alertas),
    authorizeCte: (cte, interessados) => authorizeCte(cte, ledger, interessados),
    authorizeMdfe: (mdfe) => authorizeMdfe(mdfe, ledger),
    makeProtocolo: (nota) => protocoloOf(nota, ledger),
    registerEvento: (evento) => registerEvento(evento, ledger),
    block: (caller) => usage.block(caller, now()),
    get blocks() {
      return usage.listBlocks(now());
    },
    unblockAll: () => usage.unblockAll(),
    setCrl: ({ revogados = [], inacessivel = false }) => {
      crl = { inacessivel, revogados: new Set(revogados) };
    },
    get confereAssinatura() {
      return hasXmlsec();
    },
    stop: () => stop(server),
  };
}

/** Rejects a client without certificate or with a self-signed one; all others get a cStat. */
function refuseAtHandshake(server: Server, counters: Counters): void {
  server.on("tlsClientError", () => counters.countTlsRefusal());
  server.on("secureConnection", (socket: TLSSocket) => {
    if (!isRefusedAtHandshake(socket)) return;
    counters.countTlsRefusal();
    socket.destroy();
  });
}

function tlsOptions({ servidor, intermediaria, raiz }: KeySet) {
  return {
    key: servidor.chavePem,
    cert: `${servidor.certificadoPem}${intermediaria.certificadoPem}`,
    ca: [raiz.certificadoPem, intermediaria.certificadoPem],
    requestCert: true,
    // Checked after the handshake: an expired or foreign certificate gets a response that says so
    // (280 to 286).
    rejectUnauthorized: false,
    minVersion: "TLSv1.2" as const,
  };
}

async function stop(server: Server): Promise<void> {
  const closed = closeServer(server);
  server.closeAllConnections();
  await closed;
}
