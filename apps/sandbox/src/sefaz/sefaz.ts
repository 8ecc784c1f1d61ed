import { createServer, type Server } from "node:https";
import type { TLSSocket } from "node:tls";
import type { Relogio } from "../clock.ts";
import { closeServer, LOOPBACK, listenNear } from "../listen.ts";
import type { Acervo } from "../papelaria/acervo.ts";
import type { CteAssinado } from "../papelaria/cte.ts";
import type { DocumentoAssinado } from "../papelaria/documento.ts";
import type { EventoAssinado } from "../papelaria/evento.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import type { Alerta, Protocolo } from "../papelaria/protocolo.ts";
import { createAtendente } from "./atendente.ts";
import { authorizeCte, authorizeMdfe, authorizeNota, protocoloOf, registerEvento } from "./autorizacao.ts";
import { isRecusadoNaPorta } from "./certificado-transmissor.ts";
import { type Bloqueio, createConsumo, type Quem } from "./consumo/consumo.ts";
import { type Contadores, createContadores } from "./contadores.ts";
import { createConferente, hasXmlsec } from "./evento/assinatura.ts";
import { createFalhas, type FalhaSefaz, type RegraFalha } from "./falhas.ts";
import { type Livro, openLivro } from "./livro.ts";

/**
 * The simulated SEFAZ: stored documents, and an HTTPS server that accepts certificates of the test
 * CA only.
 */
export type Sefaz = {
  /** `https://127.0.0.1:PORT`; below it `/<autorizador>/<modelo>/<Servico>`. */
  readonly url: string;
  readonly porta: number;
  readonly livro: Livro;
  readonly contadores: Contadores;
  readonly falha: FalhaSefaz;
  /** Sets the fault of every call until it changes. */
  setFalha(falha: FalhaSefaz): void;
  /** Sets mixtures of faults by share, authorizer, service and time; replaces earlier mixtures. */
  setFalhas(regras: RegraFalha | readonly RegraFalha[]): void;
  readonly falhas: readonly RegraFalha[];
  /** Registers a nota some seconds after its emission; returns its protocol. */
  authorizeNota(nota: NotaAssinada, alertas?: readonly Alerta[]): Protocolo;
  /** The same for a CT-e of any layout; it is distributed to its tomador and to `interessados`. */
  authorizeCte(cte: CteAssinado, interessados?: readonly string[]): Protocolo;
  authorizeMdfe(mdfe: DocumentoAssinado): Protocolo;
  /** A plausible protocol for a nota that is not registered. */
  makeProtocolo(nota: NotaAssinada): Protocolo;
  /**
   * Registers an event, effective from its own date (which may be in the future); returns the
   * registered event.
   */
  registerEvento(evento: EventoAssinado): string;
  /**
   * Blocks a CNPJ for an hour, as improper use does. The authorizers of the distribution are "AN
   * NFe" and "AN CTe".
   */
  block(quem: Quem): void;
  readonly bloqueios: readonly Bloqueio[];
  /** Unblocks every CNPJ. */
  pardon(): void;
  /** Sets the CRL: certificates of these CNPJs are revoked (284); it may be unavailable (286). */
  setLcr(lcr: { revogados?: readonly string[]; inacessivel?: boolean }): void;
  /** False when xmlsec1 is missing: then signatures of events are not verified. */
  readonly confereAssinatura: boolean;
  stop(): Promise<void>;
};

type Opcoes = { dir: string; acervo: Acervo; relogio: Relogio; porta: number };

export async function startSefaz(o: Opcoes): Promise<Sefaz> {
  const now = (): Date => o.relogio.now();
  const livro = openLivro(o.dir, now);
  const consumo = createConsumo();
  const contadores = createContadores(consumo);
  const falhas = createFalhas(o.relogio);
  const conferente = createConferente([o.acervo.intermediaria.certificadoPem]);
  let lcr = { inacessivel: false, revogados: new Set<string>() };
  const mesa = { livro, consumo, contadores, conferente, relogio: o.relogio, falhas, lcr: () => lcr };
  const server = createServer(tlsOptions(o.acervo), createAtendente(mesa));
  watchDoor(server, contadores);
  const porta = await listenNear(server, o.porta);
  return {
    url: `https://${LOOPBACK}:${porta}`,
    porta,
    livro,
    contadores,
    get falha() {
      return falhas.atual;
    },
    setFalha: (next) => falhas.set(next),
    setFalhas: (regras) => falhas.setRegras(regras),
    get falhas() {
      return falhas.list();
    },
    authorizeNota: (nota, alertas) => authorizeNota(nota, livro, alertas),
    authorizeCte: (cte, interessados) => authorizeCte(cte, livro, interessados),
    authorizeMdfe: (mdfe) => authorizeMdfe(mdfe, livro),
    makeProtocolo: (nota) => protocoloOf(nota, livro),
    registerEvento: (evento) => registerEvento(evento, livro),
    block: (quem) => consumo.block(quem, now()),
    get bloqueios() {
      return consumo.listBloqueios(now());
    },
    pardon: () => consumo.pardon(),
    setLcr: ({ revogados = [], inacessivel = false }) => {
      lcr = { inacessivel, revogados: new Set(revogados) };
    },
    get confereAssinatura() {
      return hasXmlsec();
    },
    stop: () => stop(server),
  };
}

/** Rejects a client without certificate or with a self-signed one; all others get a cStat. */
function watchDoor(server: Server, contadores: Contadores): void {
  server.on("tlsClientError", () => contadores.countRecusaTls());
  server.on("secureConnection", (socket: TLSSocket) => {
    if (!isRecusadoNaPorta(socket)) return;
    contadores.countRecusaTls();
    socket.destroy();
  });
}

function tlsOptions({ servidor, intermediaria, raiz }: Acervo) {
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
