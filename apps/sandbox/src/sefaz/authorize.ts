import { MODELOS, tipoNotaOfModelo, zoneOfUf } from "@malote/syntax";
import type { SignedCte } from "../document-generator/cte/cte.ts";
import { codigoOfUf } from "../document-generator/documento/chave.ts";
import { CTE_OS, CTE_SIMPLIFICADO } from "../document-generator/documento/document-family.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import {
  type Alerta,
  makeProtocolo,
  type Protocolo,
  writeProc,
} from "../document-generator/documento/protocolo.ts";
import type { SignedEvento } from "../document-generator/evento/evento.ts";
import { writeProcEvento } from "../document-generator/evento/evento.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { writeResEvento, writeResNFe } from "../document-generator/sefaz-messages/distribuicao.ts";
import { writeDateTime } from "../document-generator/xml/date-time.ts";
import { numberRegistration } from "./evento/evento-response.ts";
import type { Ledger } from "./ledger.ts";
import { VER_APLIC } from "./message.ts";
import { MOTIVOS } from "./motivos.ts";
import type { RegisteredDocumento } from "./registered-documents.ts";

/** Authorizes and registers documents before any query. */

const SECONDS_TO_AUTHORIZE = 7;
/** Protocols of CT-e and MDF-e have their own sequence, which notas never reach. */
const PROTOCOLO_TRANSPORTE = 700_000_000;

/** Creates a protocol for a nota (cStat 120 with alerts), registered or not. */
export function protocoloOf(nota: SignedNota, ledger: Ledger, alertas: readonly Alerta[] = []): Protocolo {
  const { uf } = nota.fornecedor.endereco;
  const receivedAt = new Date(nota.emissao.getTime() + SECONDS_TO_AUTHORIZE * 1000);
  return {
    ambiente: nota.ambiente,
    verAplic: VER_APLIC,
    chaveAcesso: nota.chaveAcesso,
    dataRecebimento: writeDateTime(receivedAt, zoneOfUf(uf)),
    numero: numberRegistration(codigoOfUf(uf), receivedAt, ledger.nextSequence()),
    digVal: nota.digVal,
    ...(alertas.length === 0
      ? { cStat: "100", xMotivo: MOTIVOS["100"] }
      : { cStat: "120", xMotivo: MOTIVOS["120"], alertas }),
  };
}

/** Distributes an NF-e to its destinatário, first as a summary; an NFC-e is not distributed. */
export function authorizeNota(nota: SignedNota, ledger: Ledger, alertas: readonly Alerta[] = []): Protocolo {
  const protocolo = protocoloOf(nota, ledger, alertas);
  const tipo = tipoNotaOfModelo(nota.modelo);
  const distribuidor = tipo && MODELOS[tipo].distribuicao;
  ledger.enterNota(protocolo, {
    ...documentoOf(nota, protocolo),
    distribuidor,
    schema: "procNFe_v4.00.xsd",
    parte: nota.destinatario.cnpj,
    interessados: distribuidor ? [nota.destinatario.cnpj] : [],
    resumoXml: distribuidor ? writeResNFe(nota, protocolo) : null,
    ...(nota.semIe && { semIe: true }),
  });
  return protocolo;
}

/** Distributes a whole CT-e to its tomador and to the named interested parties. */
export function authorizeCte(
  cte: SignedCte,
  ledger: Ledger,
  interessados: readonly string[] = [],
): Protocolo {
  const protocolo = makeProtocolo(cte, PROTOCOLO_TRANSPORTE + ledger.nextSequence());
  ledger.enterNota(protocolo, {
    ...documentoOf(cte, protocolo),
    distribuidor: "CTe",
    schema: schemaOfCte(cte),
    parte: cte.tomador.cnpj,
    interessados: [...new Set([cte.tomador.cnpj, ...interessados])],
  });
  return protocolo;
}

/** Registers an MDF-e, which is not distributed here. */
export function authorizeMdfe(mdfe: SignedDocumento, ledger: Ledger): Protocolo {
  const protocolo = makeProtocolo(mdfe, PROTOCOLO_TRANSPORTE + ledger.nextSequence());
  ledger.enterNota(protocolo, documentoOf(mdfe, protocolo));
  return protocolo;
}

function documentoOf(documento: SignedDocumento, protocolo: Protocolo): RegisteredDocumento {
  return {
    distribuidor: null,
    schema: "",
    emissao: documento.dataHora,
    emitente: documento.emitente.cnpj,
    parte: null,
    interessados: [],
    procXml: writeProc(documento, protocolo),
    resumoXml: null,
  };
}

function schemaOfCte({ familia }: SignedDocumento): string {
  if (familia === CTE_OS) return "procCTeOS_v4.00.xsd";
  return familia === CTE_SIMPLIFICADO ? "procCTeSimp_v4.00.xsd" : "procCTe_v4.00.xsd";
}

/**
 * Registers an event, effective from its own date (which may be in the future); returns the
 * registered event.
 */
export function registerEvento(evento: SignedEvento, ledger: Ledger): string {
  const numero = numberRegistration(evento.orgao, evento.dataEvento, ledger.nextSequence());
  const registro = { verAplic: VER_APLIC, numero, dataRegistro: evento.dataEvento };
  const procEventoXml = writeProcEvento(evento, registro);
  ledger.enterEvento(evento.chaveAcesso, {
    tpEvento: evento.tpEvento,
    nSeqEvento: evento.nSeqEvento,
    autor: evento.autor,
    protocolo: numero,
    aPartirDe: evento.dataEvento.toISOString(),
    procEventoXml,
    ...(evento.familia.evento.modeloNFe && { resumoXml: writeResEvento(evento, registro) }),
  });
  return procEventoXml;
}
