import { getRestRow, type RotaName } from "../rest/table.ts";
import { authMethods } from "../services/auth.ts";
import { type CampoSoap, camposOf, formaOf } from "./forma.ts";

/** The namespace of MailInvoiceService: of its messages, header and faults. */
export const SOAP_NAMESPACE = "urn:malote:MailInvoiceService:v1";

/** Every operation, with the equivalent REST v1 address, whose schemas, access and scope apply. `null`:
 * its own. */
export const OPERACOES_SOAP = {
  Logar: null,
  GetListEmpresa: "GET /empresas",
  GetListNota: "GET /notas",
  GetNota: "GET /notas/{id}",
  GetNotaPorChave: "GET /notas/chave/{chave}",
  GetNotaJson: "GET /notas/{id}/json",
  GetXmlNota: "GET /notas/{id}/xml",
  GetXmlEvento: "GET /notas/{id}/eventos/{eventoId}/xml",
  GetDanfe: "GET /notas/{id}/danfe",
  GetDacte: "GET /notas/{id}/dacte",
  GetNotasEntradaEmAberto: "GET /notas/abertas",
  GetNotasDivergentes: "GET /notas/divergentes",
  GetNumeroDivergencias: "GET /notas/divergentes/total",
  SetProcessadoErp: "PUT /notas/{id}/processado",
  SetProcessadoErpLote: "POST /notas/lote/processado",
  SetRecebido: "PUT /notas/{id}/recebido",
  SetConferido: "PUT /notas/{id}/conferido",
  Manifestacao: "POST /notas/{id}/manifestacao",
  ConsultarSefaz: "POST /notas/{id}/consultaSefaz",
  HasSefazStatus: "GET /notas/{id}/sefaz",
  GetListEvento: "GET /eventos",
  EnviarArquivo: "POST /importacoes",
  GetListImportacao: "GET /importacoes",
  GetListImportacaoErros: "GET /importacoes/{id}/erros",
  ProcessaDownload: "POST /downloads",
  GetListDownload: "GET /downloads",
  BaixarRepositorio: "GET /downloads/{id}/arquivo",
  GetListEmail: "GET /emails",
  GetEmail: "GET /emails/{id}",
  GetEmailAnexo: "GET /emails/{id}/anexos/{anexoId}",
  GetListAuditor: "GET /auditor",
} as const satisfies Record<string, RotaName | null>;

export type OperacaoSoap = keyof typeof OPERACOES_SOAP;

/** Fields whose name differs from REST. */
const RENOMEADOS: Readonly<Record<string, string>> = { limit: "limite" };
const TEXTO = { tipo: "texto", valores: null } as const;
const BINARIO = { tipo: "binario" } as const;
const BOOLEANO = { tipo: "booleano" } as const;
const gz: CampoSoap = { nome: "gz", forma: BOOLEANO, falta: true, nulo: false };

/** A part of a REST request, with the names of its fields in the message. */
export type ParteSoap = {
  readonly parte: "caminho" | "query" | "corpo";
  readonly campos: readonly CampoSoap[];
};

/** An operation as described in the WSDL. partes: where REST expects its fields. */
export type DescricaoSoap = {
  readonly nome: OperacaoSoap;
  readonly rota: RotaName | null;
  readonly resumo: string;
  readonly partes: readonly ParteSoap[];
  readonly pedido: readonly CampoSoap[];
  readonly resposta: readonly CampoSoap[];
};

/** True if the name is an operation (own property only). */
export function isOperacaoSoap(nome: string): nome is OperacaoSoap {
  return Object.hasOwn(OPERACOES_SOAP, nome);
}

/** The input and output of an operation, from the rows of REST. */
export function describeOperacao(nome: OperacaoSoap): DescricaoSoap {
  const rota = OPERACOES_SOAP[nome];
  if (rota === null) return describeLogar(nome);
  const { resumo, caminho, query, corpo, formulario, responde } = getRestRow(rota);
  const partes: ParteSoap[] = [];
  if (caminho !== undefined) partes.push({ parte: "caminho", campos: camposOf(caminho) });
  if (query !== undefined) partes.push({ parte: "query", campos: camposOf(query) });
  if (corpo !== undefined) partes.push({ parte: "corpo", campos: camposOf(corpo) });
  const campos = partes.flatMap((parte) => parte.campos.map(rename));
  const isArquivo = responde.tipo === "arquivo";
  const extras = formulario !== undefined ? arquivoEnviado() : isArquivo ? [gz] : [];
  return {
    nome,
    rota,
    resumo,
    partes,
    pedido: [...campos, ...extras],
    resposta: isArquivo ? arquivoBaixado() : responde.tipo === "json" ? answerOf(responde.schema) : [],
  };
}

/** The name of a field in a message, from its name or path in REST. */
export function nomeSoapOf(campo: string): string {
  const [nome = "", ...inner] = campo.split(".");
  return [RENOMEADOS[nome] ?? nome, ...inner].join(".");
}

function rename(campo: CampoSoap): CampoSoap {
  return { ...campo, nome: nomeSoapOf(campo.nome) };
}

// A response that is no object with fields becomes a single text: its JSON.
function answerOf(schema: Parameters<typeof formaOf>[0]): CampoSoap[] {
  const forma = formaOf(schema);
  return forma.tipo === "objeto" ? [...forma.campos] : [{ nome: "json", forma, falta: false, nulo: false }];
}

function arquivoEnviado(): CampoSoap[] {
  return [
    { nome: "nome", forma: TEXTO, falta: false, nulo: false },
    { nome: "conteudo", forma: BINARIO, falta: false, nulo: false },
    gz,
  ];
}

function arquivoBaixado(): CampoSoap[] {
  return [
    { nome: "nome", forma: TEXTO, falta: false, nulo: false },
    { nome: "tipo", forma: TEXTO, falta: false, nulo: false },
    { nome: "gz", forma: BOOLEANO, falta: false, nulo: false },
    { nome: "conteudo", forma: BINARIO, falta: false, nulo: false },
  ];
}

function describeLogar(nome: OperacaoSoap): DescricaoSoap {
  return {
    nome,
    rota: null,
    resumo: "Entra com usuário e senha e devolve um token de sessão; para programas, prefira um token da API",
    partes: [],
    pedido: camposOf(authMethods["Auth.logar"].params),
    resposta: [{ nome: "authToken", forma: TEXTO, falta: false, nulo: false }],
  };
}
