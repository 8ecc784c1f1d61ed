import { type ChaveAcesso, HOUR_MS, MODELOS, splitChaveAcesso } from "@malote/syntax";
import type { CertificadoA1 } from "./certificado/certificado.ts";
import { type ConsultaResponse, readConsulta, writeConsulta } from "./consulta/consulta-protocolo.ts";
import {
  readStatus,
  type StatusResponse,
  type StatusTarget,
  writeStatus,
} from "./consulta/status-servico.ts";
import {
  type DistribuicaoRequest,
  type DistribuicaoResponse,
  readDistribuicao,
  writeDistribuicao,
} from "./distribuicao/distribuicao.ts";
import { type EndpointQuery, findEndpoint } from "./endpoints.ts";
import {
  type EventoRequest,
  endpointQueryOfEvento,
  type SignedEvento,
  writeEvento,
} from "./evento/evento.ts";
import { type EventoResponse, readEventoResponse, wrapEvento } from "./evento/recepcao-evento.ts";
import { readFault, type SoapRequest } from "./soap/envelope.ts";
import { type Ambiente, familyOfModelo, serviceOf } from "./tables/services.ts";
import { findTlsOverride } from "./tables/tls-overrides.ts";
import type { HttpResponse } from "./transport/connection.ts";
import { SefazOutage } from "./transport/outage.ts";
import { createTransport, type TlsOverride } from "./transport/transport.ts";

export type SefazOptions = {
  /** The client certificate. */
  certificado: CertificadoA1;
  /** PEM of the CAs trusted beyond Node's own. */
  trustedCas: readonly string[];
  /** An https base URL, without final slash, used instead of every authorizer. The path becomes
   * `${simulatorUrl}/${autorizador}/${modelo}/NFeConsultaProtocolo4`: the last part is the service. */
  simulatorUrl?: string;
  /** Of a whole request; 30 000 by default. */
  timeoutMs?: number;
  /** TLS options of an old host; by default those of tables/tls-overrides.ts. */
  tlsOverride?: (host: string) => TlsOverride | undefined;
};

/** Sends requests to SEFAZ with one certificate, over connections that stay open until `close`.
 * Only a consulta or status request is repeated: once, if its kept connection had been closed.
 * @throws SefazOutage without a usable response; RangeError where findEndpoint returns null */
export interface SefazClient {
  /** Requests the state of a document of any of the five modelos; at SVRS if it is an NF-e whose
   * issuer has no IE.
   * @throws InvalidChaveAcessoError */
  consultarProtocolo(
    chave: ChaveAcesso,
    ambiente: Ambiente,
    options?: { emitenteSemIe?: boolean },
  ): Promise<ConsultaResponse>;
  /** Requests the status of the authorizer of a UF and modelo; `tpEmis` selects that of a
   * contingency. SEFAZ demands at least 3 minutes between two calls. */
  statusServico(target: StatusTarget & { tpEmis?: string }, ambiente: Ambiente): Promise<StatusResponse>;
  /** Requests documents of a CNPJ or CPF from the Ambiente Nacional.
   * @throws InvalidChaveAcessoError */
  distribuirDFe(request: DistribuicaoRequest): Promise<DistribuicaoResponse>;
  /** Writes an evento and signs it with the client's certificate, without sending it.
   * @throws InvalidChaveAcessoError; RangeError for what the layout cannot hold */
  assinarEvento(request: EventoRequest): Promise<SignedEvento>;
  /** Sends an evento, signing it first if needed. If the response was lost, send it again: cStat 573
   * says that it was registered.
   * @throws InvalidChaveAcessoError; RangeError for what the layout cannot hold */
  enviarEvento(evento: EventoRequest | SignedEvento): Promise<EventoResponse>;
  /** Closes the connections as soon as no request is in flight. Later requests still work, and close
   * theirs too. */
  retire(): void;
  close(): void;
}

const TIMEOUT_MS = 30_000;
const DELAY_MAX_MS = HOUR_MS;
const NORMAL = "1";

/** Opens no connection before the first request. */
export function createSefazClient(options: SefazOptions): SefazClient {
  const transport = createTransport({
    certificado: options.certificado,
    trustedCas: options.trustedCas,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    tlsOverride: options.tlsOverride ?? findTlsOverride,
  });
  const send = async (query: EndpointQuery, request: SoapRequest): Promise<HttpResponse> => {
    // A repeated page of the distribuição is misuse (656); a repeated evento is a duplicate (573).
    const once = query.servico === "distribuicao" || query.servico.startsWith("recepcaoEvento");
    const response = await transport.post(urlOf(query, options.simulatorUrl), request, { once });
    if (response.status !== 200) throw httpOutage(response);
    return response;
  };
  const sign = (request: EventoRequest) => writeEvento(request, options.certificado);
  return {
    consultarProtocolo: async (chave, ambiente, { emitenteSemIe = false } = {}) => {
      const request = writeConsulta({ chave, ambiente });
      const parts = splitChaveAcesso(chave);
      const query = { ...parts, ambiente, servico: "consultaProtocolo", emitenteSemIe } as const;
      return readConsulta(await send(query, request), { chave, ambiente });
    },
    statusServico: async ({ modelo, cUF, tpEmis = NORMAL }, ambiente) => {
      const request = writeStatus({ modelo, cUF }, ambiente);
      const query = { cUF, modelo, tpEmis, ambiente, servico: "statusServico" } as const;
      return readStatus(await send(query, request), familyOfModelo(modelo));
    },
    distribuirDFe: async (request) => {
      const { modelo } = MODELOS[request.distribuidor];
      const { cUFAutor: cUF, ambiente } = request;
      const query = { cUF, modelo, tpEmis: NORMAL, ambiente, servico: "distribuicao" } as const;
      return readDistribuicao(await send(query, writeDistribuicao(request)), request);
    },
    assinarEvento: sign,
    enviarEvento: async (evento) => {
      const signed = "xml" in evento ? evento : await sign(evento);
      const query = endpointQueryOfEvento(signed);
      return readEventoResponse(await send(query, wrapEvento(signed)), signed);
    },
    retire: () => transport.retire(),
    close: () => transport.close(),
  };
}

function urlOf(query: EndpointQuery, simulatorUrl: string | undefined): URL {
  const endpoint = findEndpoint(query);
  if (!endpoint) throw new RangeError(`no address for modelo ${query.modelo} of cUF ${query.cUF}`);
  if (!simulatorUrl) return new URL(endpoint.url);
  const { name } = serviceOf(familyOfModelo(query.modelo), query.servico);
  return new URL(`${simulatorUrl}/${endpoint.autorizador}/${query.modelo}/${name}`);
}

// SOAP 1.2 sends a Fault with HTTP 400 or 500; its reason says more than the status.
function httpOutage(response: HttpResponse): SefazOutage {
  const seconds = /^[0-9]{1,9}$/.test(response.retryAfter ?? "") ? Number(response.retryAfter) : null;
  const delay = seconds === null ? {} : { retryAfterMs: Math.min(seconds * 1_000, DELAY_MAX_MS) };
  const reason = readFault(response);
  if (reason !== null) return new SefazOutage("soap-fault", `HTTP ${response.status} ${reason}`, delay);
  return new SefazOutage("http", `HTTP ${response.status}`, { ...delay, status: response.status });
}
