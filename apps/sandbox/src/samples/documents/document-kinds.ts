import { MODELOS, type TipoNota } from "@malote/syntax";
import { EMPRESAS_DEMO } from "../../document-generator/companies/companies.ts";
import { FORNECEDORES } from "../../document-generator/companies/suppliers.ts";
import { makeProtocolo, writeProc } from "../../document-generator/documento/protocolo.ts";
import {
  cancelamentoDetail,
  cartaCorrecao,
  manifestacao,
} from "../../document-generator/evento/nfe-eventos.ts";
import {
  cancelamentoCte,
  cancelamentoMdfe,
  encerramento,
} from "../../document-generator/evento/transport-eventos.ts";
import { writeResNFe, writeRetDistDFeInt } from "../../document-generator/sefaz-messages/distribuicao.ts";
import { writeEnviNFe } from "../../document-generator/sefaz-messages/lote.ts";
import { XML_DECLARATION } from "../../document-generator/xml/write-xml.ts";
import type { SampleContext } from "../sample-context.ts";
import {
  type DfeFile,
  makeCte,
  makeCteOs,
  makeCteSimplificado,
  makeEvento,
  makeMdfe,
  makeNota,
  makeNotaAlfanumerica,
  makeNotaRural,
  procOf,
  protocoloOf,
  unauthorizedOf,
} from "./make-documents.ts";

/** A document of each type. */
const OF_TYPE: Readonly<Record<TipoNota, (context: SampleContext) => DfeFile[]>> = {
  NFe: (context) => [procOf(context, makeNota(context))],
  CTe: (context) => [procOf(context, makeCte(context, makeNota(context)))],
  CTeOS: (context) => [procOf(context, makeCteOs(context))],
  MDFe: (context) => [procOf(context, makeMdfe(context))],
  NFCe: (context) => [procOf(context, makeNota(context, { modelo: MODELOS.NFCe.modelo }))],
};

/** The documents of a message, by name. */
export const DOCUMENT_KINDS: Readonly<Record<string, (context: SampleContext) => DfeFile[]>> = {
  nfe: OF_TYPE.NFe,
  "nfe-cnpj-alfanumerico": (context) => [procOf(context, makeNotaAlfanumerica(context))],
  "nfe-de-produtor-rural": (context) => [procOf(context, makeNotaRural(context))],
  "nfe-grande": (context) => [procOf(context, makeNota(context, { itens: 250 }))],
  "nfe-sem-protocolo": (context) => [unauthorizedOf(makeNota(context))],
  nfce: OF_TYPE.NFCe,
  cte: OF_TYPE.CTe,
  "cte-simplificado": (context) => [procOf(context, makeCteSimplificado(context))],
  "cte-os": OF_TYPE.CTeOS,
  mdfe: OF_TYPE.MDFe,
  "nota-frete-e-viagem": (context) => {
    const nota = makeNota(context);
    return [
      procOf(context, nota),
      procOf(context, makeCte(context, nota)),
      procOf(context, makeMdfe(context)),
    ];
  },
  "varias-notas": (context) =>
    Array.from({ length: context.random.integer(3, 7) }, () => procOf(context, makeNota(context))),
  "evento-cancelamento": (context) => [cancelled(context)],
  "evento-carta-de-correcao": (context) => {
    const documento = makeNota(context);
    const detalhe = cartaCorrecao(`O pedido de compra é o de número ${context.index + 1}.`);
    return [makeEvento(context, { documento, detalhe, autor: documento.fornecedor })];
  },
  "evento-manifestacao": (context) => {
    const detalhe = manifestacao("confirmacao", "");
    return [makeEvento(context, { documento: makeNota(context), detalhe, autor: EMPRESAS_DEMO[0] })];
  },
  "evento-de-cte": (context) => {
    const documento = makeCte(context, makeNota(context));
    const detalhe = cancelamentoCte(protocoloOf(context, documento), "Frete recontratado com outra rota");
    return [makeEvento(context, { documento, detalhe, autor: documento.transportadora })];
  },
  "evento-de-mdfe": (context) => {
    const documento = makeMdfe(context);
    const protocolo = protocoloOf(context, documento);
    const dia = context.now.toISOString().slice(0, 10);
    const destino = EMPRESAS_DEMO[0].endereco;
    const detalhe = context.random.pick([
      encerramento(protocolo, { dia, destino }),
      cancelamentoMdfe(protocolo, "Viagem desfeita antes da saída"),
    ]);
    return [makeEvento(context, { documento, detalhe, autor: documento.emitente })];
  },
  "nota-e-seu-cancelamento": (context) => {
    const documento = makeNota(context);
    const nota = procOf(context, documento);
    const detalhe = cancelamentoDetail(
      protocoloOf(context, documento),
      "Mercadoria não embarcada por desistência",
    );
    return [nota, makeEvento(context, { documento, detalhe, autor: documento.fornecedor })];
  },
  "mesma-nota-duas-vezes": (context) => {
    const proc = procOf(context, makeNota(context));
    return [proc, { ...proc, nome: "copia.xml", expected: [] }];
  },
  "lote-enviado": lote,
  "distribuicao-da-sefaz": distribuicao,
};

function cancelled(context: SampleContext): DfeFile {
  const documento = makeNota(context);
  const detalhe = cancelamentoDetail(
    protocoloOf(context, documento),
    "Mercadoria não embarcada por desistência",
  );
  return makeEvento(context, { documento, detalhe, autor: documento.fornecedor });
}

/** The lote for SEFAZ, sent by e-mail by mistake: several notas in one XML, without protocol. */
function lote(context: SampleContext): DfeFile[] {
  const fornecedor = context.random.pick(FORNECEDORES);
  const notas = [1, 2, 3].map(() => makeNota(context, { fornecedor }));
  return [
    {
      nome: "enviNFe-lote.xml",
      xml: writeEnviNFe(notas, String(context.next())),
      expected: notas.map(({ chaveAcesso }) => ({ chave: chaveAcesso, natureza: "nota" })),
      titulo: "Notas do dia",
      emitente: fornecedor,
    },
  ];
}

/** A distribution response, saved as received: documents and summaries, each zipped. */
function distribuicao(context: SampleContext): DfeFile[] {
  const [nota, outra] = [makeNota(context), makeNota(context)];
  const resumida = makeNota(context);
  const protocolo = (each: typeof nota) => makeProtocolo(each, context.next());
  const documentos = [
    ...[nota, outra].map((each) => ({ schema: "procNFe_v4.00.xsd", xml: writeProc(each, protocolo(each)) })),
    { schema: "resNFe_v1.01.xsd", xml: XML_DECLARATION + writeResNFe(resumida, protocolo(resumida)) },
  ].map((each) => ({ ...each, nsu: context.next() }));
  return [
    {
      nome: "retDistDFeInt.xml",
      xml: XML_DECLARATION + writeRetDistDFeInt(documentos, nota.dataHora),
      expected: [nota, outra].map(({ chaveAcesso }) => ({ chave: chaveAcesso, natureza: "nota" })),
      titulo: "Notas baixadas da SEFAZ",
      emitente: nota.fornecedor,
    },
  ];
}
