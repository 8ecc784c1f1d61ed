import { type ChaveAcesso, splitChaveAcesso } from "@malote/syntax";
import type { CertificadoA1 } from "./certificado.ts";
import { type RespostaConsulta, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import { findEndpoint } from "./endpoints.ts";
import { type Pedido, readFault } from "./envelope.ts";
import { SefazOutage } from "./outage.ts";
import { type RespostaServico, readStatus, writeStatus } from "./status-servico.ts";
import { type Ambiente, SERVICOS, type ServicoSefaz } from "./tables/servicos.ts";
import { type AjusteTls, createTransporte, type Entrega } from "./transporte.ts";

/** Who asks (`certificado`), which CAs are trusted beyond Node's own (`ancoras`, PEM), and how.
 * `simulador` is an https base address without final slash that takes the place of every authorizer: the question then goes to
 * `${simulador}/${autorizador}/${modelo}/NFeConsultaProtocolo4`. `timeoutMs` bounds a whole question, 30 000 by default.
 * `ajusteTls` says what an old host needs of the handshake. */
export type SefazOpcoes = {
  certificado: CertificadoA1;
  ancoras: readonly string[];
  simulador?: string;
  timeoutMs?: number;
  ajusteTls?: (host: string) => AjusteTls | undefined;
};

/** Asks SEFAZ with one certificate; its connections are kept alive until `close`. */
export interface SefazClient {
  /** Asks for the state of a document, once.
   * @throws SefazOutage, InvalidChaveAcessoError, RangeError where findEndpoint answers null */
  consultarProtocolo(chave: ChaveAcesso, ambiente: Ambiente): Promise<RespostaConsulta>;
  /** Asks whether the authorizer of the UF's NF-e is at work; SEFAZ wants at least 3 minutes between two calls.
   * @throws SefazOutage, RangeError where findEndpoint answers null */
  statusServico(cUF: string, ambiente: Ambiente): Promise<RespostaServico>;
  close(): void;
}

type Destino = { cUF: string; modelo: string; tpEmis: string; ambiente: Ambiente; servico: ServicoSefaz };

const TIMEOUT_MS = 30_000;
const ESPERA_MAX_MS = 60 * 60_000;

/** Opens no connection until the first question. */
export function createSefazClient(opcoes: SefazOpcoes): SefazClient {
  const transporte = createTransporte({
    certificado: opcoes.certificado,
    ancoras: opcoes.ancoras,
    timeoutMs: opcoes.timeoutMs ?? TIMEOUT_MS,
    ajusteTls: opcoes.ajusteTls ?? (() => undefined),
  });
  const ask = async (destino: Destino, pedido: Pedido): Promise<Entrega> => {
    const entrega = await transporte.post(urlOf(destino, opcoes.simulador), pedido);
    if (entrega.status !== 200) throw httpOutage(entrega);
    return entrega;
  };
  return {
    consultarProtocolo: async (chave, ambiente) => {
      const pedido = writeConsulta({ chave, ambiente });
      const destino = { ...splitChaveAcesso(chave), ambiente, servico: "consultaProtocolo" } as const;
      return readConsulta(await ask(destino, pedido), { chave, ambiente });
    },
    statusServico: async (cUF, ambiente) => {
      const pedido = writeStatus(cUF, ambiente);
      const destino = { cUF, modelo: "55", tpEmis: "1", ambiente, servico: "statusServico" } as const;
      return readStatus(await ask(destino, pedido));
    },
    close: () => transporte.close(),
  };
}

function urlOf(destino: Destino, simulador: string | undefined): URL {
  const endpoint = findEndpoint(destino);
  if (!endpoint) throw new RangeError(`no address for modelo ${destino.modelo} of cUF ${destino.cUF}`);
  if (!simulador) return new URL(endpoint.url);
  return new URL(`${simulador}/${endpoint.autorizador}/${destino.modelo}/${SERVICOS[destino.servico].nome}`);
}

// SOAP 1.2 carries a Fault under 400 or 500: its reason says more than the status.
function httpOutage(entrega: Entrega): SefazOutage {
  const segundos = /^[0-9]{1,9}$/.test(entrega.retryAfter ?? "") ? Number(entrega.retryAfter) : null;
  const espera = segundos === null ? {} : { retryAfterMs: Math.min(segundos * 1_000, ESPERA_MAX_MS) };
  const reason = readFault(entrega);
  if (reason !== null) return new SefazOutage("soap-fault", `HTTP ${entrega.status} ${reason}`, espera);
  return new SefazOutage("http", `HTTP ${entrega.status}`, espera);
}
