import { zonaOfUf } from "@malote/syntax";
import { codigoOfUf } from "../papelaria/chave.ts";
import type { CteAssinado } from "../papelaria/cte.ts";
import { writeInstante } from "../papelaria/data-hora.ts";
import type { DocumentoAssinado } from "../papelaria/documento.ts";
import type { EventoAssinado } from "../papelaria/evento.ts";
import { writeProcEvento } from "../papelaria/evento.ts";
import { CTE_OS, CTE_SIMPLIFICADO } from "../papelaria/familia.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import { type Alerta, makeProtocolo, type Protocolo, writeProc } from "../papelaria/protocolo.ts";
import { writeResEvento, writeResNFe } from "../papelaria/resumo.ts";
import { numberRegistro } from "./evento/registro-evento.ts";
import type { Livro } from "./livro.ts";
import { VER_APLIC } from "./mensagem.ts";
import { MOTIVOS } from "./motivos.ts";
import type { DocumentoRegistrado } from "./registro.ts";

/** Authorizes and registers documents before any query. */

const SECONDS_TO_AUTHORIZE = 7;
/** Protocols of CT-e and MDF-e have their own sequence, which notas never reach. */
const PROTOCOLO_TRANSPORTE = 700_000_000;
const MODELO_NFE = "55";

/** Creates a protocol for a nota (cStat 120 with alerts), registered or not. */
export function protocoloOf(nota: NotaAssinada, livro: Livro, alertas: readonly Alerta[] = []): Protocolo {
  const { uf } = nota.fornecedor.endereco;
  const recebimento = new Date(nota.emissao.getTime() + SECONDS_TO_AUTHORIZE * 1000);
  return {
    ambiente: nota.ambiente,
    verAplic: VER_APLIC,
    chaveAcesso: nota.chaveAcesso,
    dataRecebimento: writeInstante(recebimento, zonaOfUf(uf)),
    numero: numberRegistro(codigoOfUf(uf), recebimento, livro.nextSequencia()),
    digVal: nota.digVal,
    ...(alertas.length === 0
      ? { cStat: "100", xMotivo: MOTIVOS["100"] }
      : { cStat: "120", xMotivo: MOTIVOS["120"], alertas }),
  };
}

/** Distributes an NF-e to its destinatário, first as a summary; an NFC-e is not distributed. */
export function authorizeNota(nota: NotaAssinada, livro: Livro, alertas: readonly Alerta[] = []): Protocolo {
  const protocolo = protocoloOf(nota, livro, alertas);
  const distribuida = nota.modelo === MODELO_NFE;
  livro.enterNota(protocolo, {
    ...documentoOf(nota, protocolo),
    distribuidor: distribuida ? "NFe" : null,
    schema: "procNFe_v4.00.xsd",
    parte: nota.destinatario.cnpj,
    interessados: distribuida ? [nota.destinatario.cnpj] : [],
    resumoXml: distribuida ? writeResNFe(nota, protocolo) : null,
    ...(nota.semIe && { semIe: true }),
  });
  return protocolo;
}

/** Distributes a whole CT-e to its tomador and to the named interested parties. */
export function authorizeCte(
  cte: CteAssinado,
  livro: Livro,
  interessados: readonly string[] = [],
): Protocolo {
  const protocolo = makeProtocolo(cte, PROTOCOLO_TRANSPORTE + livro.nextSequencia());
  livro.enterNota(protocolo, {
    ...documentoOf(cte, protocolo),
    distribuidor: "CTe",
    schema: schemaOfCte(cte),
    parte: cte.tomador.cnpj,
    interessados: [...new Set([cte.tomador.cnpj, ...interessados])],
  });
  return protocolo;
}

/** Registers an MDF-e, which is not distributed here. */
export function authorizeMdfe(mdfe: DocumentoAssinado, livro: Livro): Protocolo {
  const protocolo = makeProtocolo(mdfe, PROTOCOLO_TRANSPORTE + livro.nextSequencia());
  livro.enterNota(protocolo, documentoOf(mdfe, protocolo));
  return protocolo;
}

function documentoOf(documento: DocumentoAssinado, protocolo: Protocolo): DocumentoRegistrado {
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

function schemaOfCte({ familia }: DocumentoAssinado): string {
  if (familia === CTE_OS) return "procCTeOS_v4.00.xsd";
  return familia === CTE_SIMPLIFICADO ? "procCTeSimp_v4.00.xsd" : "procCTe_v4.00.xsd";
}

/**
 * Registers an event, effective from its own date (which may be in the future); returns the
 * registered event.
 */
export function registerEvento(evento: EventoAssinado, livro: Livro): string {
  const numero = numberRegistro(evento.orgao, evento.dataEvento, livro.nextSequencia());
  const registro = { verAplic: VER_APLIC, numero, dataRegistro: evento.dataEvento };
  const procEventoXml = writeProcEvento(evento, registro);
  livro.enterEvento(evento.chaveAcesso, {
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
